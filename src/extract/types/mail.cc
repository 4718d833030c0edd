// Mail by gmime: one part "text" with the fields that people read and the plain text, HTML bodies as "html"
// where there is no plain text version, attachments as members. In an mbox, each message has its number in
// front: "3//text". All text is UTF-8, whatever the mail was written in.
#include <gmime/gmime.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "extract/types/look_inside.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

struct Unreference {
  void operator()(void* object) const { g_object_unref(object); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Unreference>;

struct GFree {
  void operator()(void* memory) const { g_free(memory); }
};

// A message is parsed in memory: here, in gmime's copy, and decoded.
constexpr std::size_t kMessageMost = std::size_t{128} << 20;

class MailLook {
 public:
  explicit MailLook(const Look& look) : look_(look) {}

  void Message(GMimeMessage* message) {
    text_.clear();
    html_.clear();
    for (const char* field : {"From", "To", "Cc", "Subject", "Date"}) AddField(message, field);
    if (GMimeObject* body = g_mime_message_get_mime_part(message); body != nullptr) Collect(body, 0);
    look_.out.Begin("text", PartKind::kText);
    look_.out.Bytes(text_);
    look_.out.End();
    if (!html_.empty()) {
      look_.out.Begin("html", PartKind::kText);
      look_.out.Bytes(html_);
      look_.out.End();
    }
    for (const auto& object : attachments_) Attach(object);
    attachments_.clear();
  }

 private:
  static constexpr int kMostNested = 64;

  void AddField(GMimeMessage* message, const char* field) {
    const char* value = g_mime_object_get_header(GMIME_OBJECT(message), field);
    if (value != nullptr) Charged(text_, std::string(field) + ": " + value + "\n");
  }

  // What is kept in memory until it is written.
  void Charged(std::string& text, std::string_view more) {
    look_.out.budget().Work(more.size());
    text += more;
  }

  void Collect(GMimeObject* object, int depth) {
    if (depth > kMostNested) throw LimitReached("its parts are nested too deeply");
    look_.out.budget().Work(64);
    if (GMIME_IS_MULTIPART(object)) {
      CollectMultipart(GMIME_MULTIPART(object), depth);
    } else if (GMIME_IS_MESSAGE_PART(object)) {
      attachments_.push_back(object);
    } else if (GMIME_IS_PART(object)) {
      GMimeContentType* type = g_mime_object_get_content_type(object);
      const bool attached = g_mime_part_is_attachment(GMIME_PART(object)) != 0 ||
                            g_mime_part_get_filename(GMIME_PART(object)) != nullptr;
      const bool plain = g_mime_content_type_is_type(type, "text", "plain") != 0;
      const bool html = g_mime_content_type_is_type(type, "text", "html") != 0;
      if (attached || (!plain && !html)) {
        attachments_.push_back(object);
      } else {
        const std::string decoded = Decode(object, true);
        Charged(plain ? text_ : html_, (plain ? "\n" : "") + decoded);
      }
    }
  }

  void CollectMultipart(GMimeMultipart* multipart, int depth) {
    GMimeContentType* type = g_mime_object_get_content_type(GMIME_OBJECT(multipart));
    const int count = g_mime_multipart_get_count(multipart);
    const bool alternative = g_mime_content_type_is_type(type, "multipart", "alternative") != 0;
    bool has_plain = false;
    for (int i = 0; i < count; ++i) {
      GMimeObject* part = g_mime_multipart_get_part(multipart, i);
      GMimeContentType* its = g_mime_object_get_content_type(part);
      if (alternative && has_plain && g_mime_content_type_is_type(its, "text", "html") != 0) continue;
      has_plain = has_plain || g_mime_content_type_is_type(its, "text", "plain") != 0;
      Collect(part, depth + 1);
    }
  }

  // The bytes of a part without their encoding; a text in UTF-8 and with plain line ends.
  static std::string Decode(GMimeObject* object, bool is_text) {
    GMimeDataWrapper* content = g_mime_part_get_content(GMIME_PART(object));
    if (content == nullptr) return "";
    const Owned<GMimeStream> memory(g_mime_stream_mem_new());
    Owned<GMimeStream> into(g_mime_stream_filter_new(memory.get()));
    if (is_text) {
      const char* set = g_mime_object_get_content_type_parameter(object, "charset");
      if (set != nullptr && g_ascii_strcasecmp(set, "utf-8") != 0 &&
          g_ascii_strcasecmp(set, "us-ascii") != 0) {
        if (const Owned<GMimeFilter> filter(g_mime_filter_charset_new(set, "utf-8")); filter != nullptr)
          g_mime_stream_filter_add(GMIME_STREAM_FILTER(into.get()), filter.get());
      }
      const Owned<GMimeFilter> lines(g_mime_filter_dos2unix_new(FALSE));
      g_mime_stream_filter_add(GMIME_STREAM_FILTER(into.get()), lines.get());
    }
    g_mime_data_wrapper_write_to_stream(content, into.get());
    g_mime_stream_flush(into.get());
    const GByteArray* bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(memory.get()));
    return std::string(reinterpret_cast<const char*>(bytes->data), bytes->len);
  }

  void Attach(GMimeObject* object) {
    if (GMIME_IS_MESSAGE_PART(object)) {
      GMimeMessage* inner = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
      if (inner == nullptr) return;
      const std::unique_ptr<char, GFree> whole(g_mime_object_to_string(GMIME_OBJECT(inner), nullptr));
      Member("message.eml", whole ? std::string_view(whole.get()) : "");
      return;
    }
    const char* name = g_mime_part_get_filename(GMIME_PART(object));
    Member(name != nullptr ? name : "attachment", Decode(object, false));
  }

  void Member(std::string_view name, std::string_view bytes) {
    MemberPipe member(look_, name, PartKind::kMember);
    member.Bytes(bytes);
    member.Finish();
  }

  const Look& look_;
  std::string text_;
  std::string html_;
  std::vector<GMimeObject*> attachments_;  // owned by the message
};

void LookAtMessage(MailLook& mail, std::string_view bytes) {
  const Owned<GMimeStream> stream(g_mime_stream_mem_new_with_buffer(bytes.data(), bytes.size()));
  const Owned<GMimeParser> parser(g_mime_parser_new_with_stream(stream.get()));
  const Owned<GMimeMessage> message(g_mime_parser_construct_message(parser.get(), nullptr));
  if (message == nullptr) throw Damaged("not a mail");
  mail.Message(message.get());
}

// Cuts a mailbox at its lines "From ...", of any size and with one message at a time in memory.
class Mailbox {
 public:
  explicit Mailbox(const Source& source) : source_(source) {}

  // The next message without its first line; false at the end.
  bool Next(std::string& message) {
    message.clear();
    std::string line;
    bool inside = false;
    while (PeekLine(line)) {
      if (line.starts_with("From ")) {
        if (inside) return true;
        inside = true;
      } else if (inside) {
        if (message.size() + line.size() > kMessageMost)
          throw LimitReached("has a message that is too large");
        message += line;
      }
      pending_.reset();
    }
    return inside;
  }

 private:
  // The next line with its end; it stays pending until it is taken.
  bool PeekLine(std::string& line) {
    if (pending_) {
      line = *pending_;
      return true;
    }
    line.clear();
    for (;;) {
      const std::size_t end = buffer_.find('\n', at_);
      const std::size_t stop = end == std::string::npos ? buffer_.size() : end + 1;
      line.append(buffer_, at_, stop - at_);
      at_ = stop;
      if (end != std::string::npos || !Fill()) break;
      if (line.size() > kMessageMost) throw LimitReached("has a line that is too long");
    }
    if (line.empty()) return false;
    pending_ = line;
    return true;
  }

  bool Fill() {
    buffer_.resize(std::size_t{256} << 10);
    buffer_.resize(source_.ReadAt(offset_, buffer_));
    offset_ += buffer_.size();
    at_ = 0;
    return !buffer_.empty();
  }

  const Source& source_;
  std::uint64_t offset_ = 0;
  std::string buffer_;
  std::size_t at_ = 0;
  std::optional<std::string> pending_;
};

}  // namespace

void PrepareMail() { g_mime_init(); }

void ExtractMail(const Look& look) {
  MailLook mail(look);
  if (look.type == ContainerType::kEml) {
    if (look.source.size() > kMessageMost) throw LimitReached("a message that is too large");
    std::string bytes(static_cast<std::size_t>(look.source.size()), '\0');
    bytes.resize(look.source.ReadAt(0, bytes));
    return LookAtMessage(mail, bytes);
  }
  Mailbox mailbox(look.source);
  std::string message;
  for (std::uint64_t number = 1; mailbox.Next(message); ++number) {
    const PartWriter::Inside inside(look.out, look.out.FullName(std::to_string(number)));
    LookAtMessage(mail, message);
  }
}

}  // namespace kindred::extract

// Signatures first, libmagic for the rest; see type_detector.h.
#include "read/types/type_detector.h"

#include <algorithm>
#include <string_view>

#include "model/media_type.h"
#include "read/types/wide_text.h"

namespace kindred::read {

namespace {

using namespace std::string_view_literals;

struct Signature {
  std::size_t offset;
  std::string_view bytes;
  MediaType type;
};

constexpr Signature kBinary[] = {
    {0,
     "\x7f"
     "ELF"sv,
     MediaType::kProgram},
    {0, "MZ"sv, MediaType::kProgram},
    {0, "\xca\xfe\xba\xbe"sv, MediaType::kProgram},
    {0, "\xcf\xfa\xed\xfe"sv, MediaType::kProgram},
    {0, "\x89PNG\r\n"sv, MediaType::kImage},
    {0, "GIF8"sv, MediaType::kImage},
    {0, "\xff\xd8\xff"sv, MediaType::kImage},
    {0, "II*\0"sv, MediaType::kImage},
    {0, "MM\0*"sv, MediaType::kImage},
    {8, "WEBP"sv, MediaType::kImage},
    {8, "WAVE"sv, MediaType::kAudio},
    {0, "ID3"sv, MediaType::kAudio},
    {0, "OggS"sv, MediaType::kAudio},
    {0, "fLaC"sv, MediaType::kAudio},
    {4, "ftyp"sv, MediaType::kVideo},
    {0, "\x1a\x45\xdf\xa3"sv, MediaType::kVideo},
    {8, "AVI "sv, MediaType::kVideo},
    {0, "wOFF"sv, MediaType::kFont},
    {0, "wOF2"sv, MediaType::kFont},
    {0, "OTTO"sv, MediaType::kFont},
    {0, "\0\1\0\0\0"sv, MediaType::kFont},
    {30, "mimetype"sv, MediaType::kDocument},  // OpenDocument, EPUB
    {30, "[Content_Types].xml"sv, MediaType::kDocument},
    {0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, MediaType::kDocument},
    {0, "PK\3\4"sv, MediaType::kArchive},
    {257, "ustar"sv, MediaType::kArchive},
    {0, "!<arch>\n"sv, MediaType::kArchive},
    {0, "7z\xbc\xaf\x27\x1c"sv, MediaType::kArchive},
    {0, "\x1f\x8b"sv, MediaType::kCompressed},
    {0,
     "\xfd"
     "7zXZ"sv,
     MediaType::kCompressed},
    {0, "BZh"sv, MediaType::kCompressed},
    {0, "\x28\xb5\x2f\xfd"sv, MediaType::kCompressed},
    {0, "SQLite format 3"sv, MediaType::kDatabase},
    {0, "\xde\x12\x04\x95"sv, MediaType::kDatabase},  // translations
    {0, "\x1a\x01"sv, MediaType::kDatabase},          // terminals
    {0, "\x1e\x02"sv, MediaType::kDatabase},
};

// Python's bytecode: the number of the version, CR LF, a header whose size depends on the version, and the
// letter of a code object, whose highest bit may be set. CR LF alone occurs in many files.
bool IsPythonBytecode(std::string_view bytes) {
  if (bytes.size() < 4 || bytes.substr(2, 2) != "\r\n") return false;
  const int version = static_cast<unsigned char>(bytes[0]) | static_cast<unsigned char>(bytes[1]) << 8;
  const bool second = version >= 62011 && version < 62300;  // 2.3 to 2.7
  if (!second && (version < 3000 || version >= 4000)) return false;
  const std::size_t code = second || version < 3210 ? 8 : version < 3392 ? 12 : 16;
  return bytes.size() > code && (bytes[code] & 0x7f) == 'c';
}

bool StartsWithIgnoringCase(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

// A line of the text starts with one of these.
bool HasLine(std::string_view text, std::initializer_list<std::string_view> starts) {
  const char line_end = text.find('\n') == std::string_view::npos ? '\r' : '\n';
  for (std::size_t at = 0; at < text.size();) {
    for (const std::string_view start : starts) {
      if (text.substr(at).starts_with(start)) return true;
    }
    const std::size_t end = text.find(line_end, at);
    if (end == std::string_view::npos) return false;
    at = end + 1;
  }
  return false;
}

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Without blanks, comments and processing instructions (<?xml ...?>) in front.
std::string_view SkipProlog(std::string_view text) {
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view end = text.starts_with("<!--") ? "-->" : text.starts_with("<?") ? ">" : "";
    if (end.empty()) return text;
    const std::size_t at = text.find(end, 2);  // <!--> is whole
    if (at == std::string_view::npos) return "";
    text.remove_prefix(at + end.size());
  }
}

bool IsHtmlName(std::string_view name) {
  for (const std::string_view known :
       {"a"sv,  "article"sv, "b"sv,    "blockquote"sv, "body"sv,  "center"sv, "div"sv,   "font"sv,
        "h1"sv, "h2"sv,      "h3"sv,   "h4"sv,         "head"sv,  "header"sv, "html"sv,  "i"sv,
        "li"sv, "main"sv,    "meta"sv, "nav"sv,        "ol"sv,    "p"sv,      "pre"sv,   "script"sv,
        "dl"sv, "section"sv, "span"sv, "strong"sv,     "style"sv, "table"sv,  "title"sv, "ul"sv}) {
    if (name.size() == known.size() && StartsWithIgnoringCase(name, known)) return true;
  }
  return false;
}

// A text that begins with a tag, of which some tag is closed. kPlain: it is neither.
MediaType SniffTags(std::string_view text) {
  constexpr std::string_view kNameBytes =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:.";
  if (text.size() < 2 || !IsLetter(text[1])) return MediaType::kPlain;
  const std::size_t end = text.find_first_not_of(kNameBytes, 1);
  if (end == std::string_view::npos || " \t\r\n/>"sv.find(text[end]) == std::string_view::npos)
    return MediaType::kPlain;
  const std::string_view first_tag = text.substr(0, text.find('>'));
  bool closed =
      text.find("/>") != std::string_view::npos || first_tag.find("xmlns") != std::string_view::npos;
  for (std::size_t at = text.find("</"); at != std::string_view::npos && !closed;
       at = text.find("</", at + 2))
    closed = at + 2 < text.size() && IsLetter(text[at + 2]);
  if (!closed) return MediaType::kPlain;
  return IsHtmlName(text.substr(1, end - 1)) ? MediaType::kHtml : MediaType::kXml;
}

// kPlain: neither HTML nor XML.
MediaType SniffMarkup(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  if (!text.starts_with('<')) return MediaType::kPlain;
  const std::string_view body = SkipProlog(text);
  for (const std::string_view tag : {"<!doctype html"sv, "<html"sv, "<head"sv, "<body"sv}) {
    if (StartsWithIgnoringCase(body, tag)) return MediaType::kHtml;
  }
  // A comment that goes on beyond the first bytes: it may be either.
  const bool xml = text.starts_with("<?xml") || StartsWithIgnoringCase(body, "<!doctype") ||
                   (body.empty() && text.starts_with("<!--"));
  if (!xml) return SniffTags(body);
  // XHTML declares itself as XML first.
  return text.find("<html") != std::string_view::npos ? MediaType::kHtml : MediaType::kXml;
}

MediaType SniffText(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  if (IsPostScript(text) || text.starts_with("%!")) return MediaType::kPostScript;
  if (text.starts_with("%PDF-")) return MediaType::kPdf;
  if (text.starts_with("{\\rtf")) return MediaType::kRtf;
  if (text.starts_with("#!")) return MediaType::kScript;
  if (const MediaType markup = SniffMarkup(text); markup != MediaType::kPlain) return markup;
  if (HasLine(text, {"\\documentclass", "\\documentstyle", "\\begin{document}", "\\input texinfo",
                     "\\chapter{", "\\section{"}))
    return MediaType::kTex;
  if (HasLine(text, {".TH ", ".Dd ", ".SH ", ".\\\" ", "'\\\" ", ".de "})) return MediaType::kTroff;
  return MediaType::kPlain;
}

}  // namespace

bool IsPostScript(std::string_view head) {
  if (head.starts_with('\x04')) head.remove_prefix(1);
  return head.starts_with("%!PS");
}

MediaType SniffType(std::span<const std::uint8_t> head, ContentType type) {
  head = head.first(std::min(head.size(), kHeadBytes));
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.starts_with("%PDF-")) return MediaType::kPdf;
  if (type == ContentType::kText) {
    const Encoding encoding = GuessEncoding(head).encoding;
    if (encoding == Encoding::kBytes) return SniffText(text);
    const std::vector<std::uint8_t> utf8 = HeadAsUtf8(head, encoding);
    return SniffText({reinterpret_cast<const char*>(utf8.data()), utf8.size()});
  }
  if (IsPostScript(text)) return MediaType::kPostScript;
  if (IsPythonBytecode(text)) return MediaType::kProgram;
  for (const Signature& signature : kBinary) {
    if (text.size() > signature.offset && text.substr(signature.offset).starts_with(signature.bytes))
      return signature.type;
  }
  return MediaType::kData;
}

// A libmagic handle may be used by one thread at a time only.
MediaType TypeOfMime(std::string_view mime) {
  if (mime.starts_with("image/")) return MediaType::kImage;
  if (mime.starts_with("audio/")) return MediaType::kAudio;
  if (mime.starts_with("video/")) return MediaType::kVideo;
  if (mime.starts_with("font/")) return MediaType::kFont;
  for (const auto& [part, type] : {std::pair{"font"sv, MediaType::kFont},
                                   {"executable"sv, MediaType::kProgram},
                                   {"sharedlib"sv, MediaType::kProgram},
                                   {"bytecode"sv, MediaType::kProgram},
                                   {"database"sv, MediaType::kDatabase},
                                   {"archive"sv, MediaType::kArchive},
                                   {"compress"sv, MediaType::kCompressed},
                                   {"document"sv, MediaType::kDocument},
                                   {"msword"sv, MediaType::kDocument}}) {
    if (mime.find(part) != std::string_view::npos) return type;
  }
  return MediaType::kData;
}

void TypeDetector::Feed(std::span<const std::uint8_t> piece) {
  const std::size_t room = kHeadBytes - head_.size();
  head_.insert(head_.end(), piece.begin(), piece.begin() + std::min(room, piece.size()));
}

MediaType TypeDetector::Decide(ContentType type) const {
  const MediaType sniffed = SniffType(head_, type);
  if (type == ContentType::kText) return WithUnitBytes(sniffed, BytesOfUnit(GuessEncoding(head_).encoding));
  return sniffed;
}

}  // namespace kindred::read

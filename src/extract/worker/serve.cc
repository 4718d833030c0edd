// See serve.h.
#include "extract/worker/serve.h"

#include <array>
#include <cstring>
#include <new>
#include <stdexcept>

#include "extract/protocol.h"
#include "extract/worker/main_program.h"

namespace kindred::extract {

namespace {

constexpr std::size_t kMagicBytes = std::size_t{64} << 10;

// Collects bytes to messages of full size.
class SocketSink : public PartSink {
 public:
  SocketSink() { Clear(); }
  void BeginPart(const Part& part) override { SendMessage(EncodeBegin(part)); }
  void Bytes(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::string_view some = bytes.substr(0, kMessageBytes - used_);
      std::memcpy(buffer_.data() + used_, some.data(), some.size());
      used_ += some.size();
      bytes.remove_prefix(some.size());
      if (used_ == kMessageBytes) Flush();
    }
  }
  void PageBreak() override {
    Flush();
    SendKind(MessageKind::kPage);
  }
  void EndPart() override {
    Flush();
    SendKind(MessageKind::kEnd);
  }
  void DropPart() override {
    Clear();
    SendKind(MessageKind::kDrop);
  }
  // An unfinished part is not worth sending.
  void Clear() {
    buffer_[0] = static_cast<char>(MessageKind::kData);
    used_ = 1;
  }

 private:
  static void SendKind(MessageKind kind) {
    const char byte = static_cast<char>(kind);
    SendMessage({&byte, 1});
  }
  void Flush() {
    if (used_ > 1) SendMessage({buffer_.data(), used_});
    used_ = 1;
  }

  std::array<char, kMessageBytes> buffer_;
  std::size_t used_ = 1;
};

// On one line. A damaged document has none.
std::string TitleOf(const WorkerProgram& program, const Source& source, ContainerType type) {
  if (!program.title) return "";
  try {
    std::string title = program.title(source, type);
    for (char& c : title) {
      if (static_cast<unsigned char>(c) < 32) c = ' ';
    }
    return title;
  } catch (const Unheard&) {
    throw;
  } catch (const std::exception&) {  // damaged, or more memory than a worker has
    return "";
  }
}

std::string HeadOf(const Source& source) {
  std::string head(kMagicBytes, '\0');
  head.resize(source.ReadAt(0, head));
  return head;
}

}  // namespace

Extraction ExtractOne(const WorkerProgram& program, const Source& source, ContainerType type,
                      const Limits& limits, PartSink& sink) {
  using Outcome = Extraction::Outcome;
  try {
    Budget budget(limits, source.size());
    PartWriter writer(sink, budget);
    return {.outcome = Outcome::kDone, .reason = program.extract(source, type, limits, writer)};
  } catch (const LimitReached& reached) {
    return {.outcome = Outcome::kLimit, .reason = reached.what()};
  } catch (const Damaged& damaged) {
    return {.outcome = Outcome::kRefused, .reason = damaged.what()};
  } catch (const std::bad_alloc&) {
    return {.outcome = Outcome::kLimit, .reason = "needs more memory than a worker has"};
  } catch (const std::length_error&) {
    return {.outcome = Outcome::kLimit, .reason = "needs more memory than a worker has"};
  }
}

int Serve(const WorkerProgram& program, Locking locking) {
  Ready ready;
  ready.reason = locking == Locking::kNone ? "no sandbox was asked for" : LockProcess(program.sandbox);
  ready.locked = ready.reason.empty();
  SocketSink sink;
  try {
    SendMessage(EncodeReady(ready));
    if (!ready.locked && locking == Locking::kMust) return 0;
    for (;;) {
      OwnDescriptor file;
      const auto message = ReceiveMessage(file);
      if (!message) return 0;
      const auto request = DecodeRequest(*message);
      if (!request || file.get() < 0) return 2;
      const FileSource source(file.get(), request->input_bytes);
      if (request->kind == MessageKind::kMediaType) {
        SendMessage(EncodeWords(program.media_type ? program.media_type(HeadOf(source)) : ""));
        continue;
      }
      if (request->kind == MessageKind::kTitle) {
        SendMessage(EncodeWords(TitleOf(program, source, request->type)));
        continue;
      }
      sink.Clear();
      const Extraction result = ExtractOne(program, source, request->type, request->limits, sink);
      SendMessage(EncodeDone(result));
    }
  } catch (const Unheard&) {
    return 0;
  }
}

}  // namespace kindred::extract

// What a look inside one file gives: its parts, one after the other, and how the look ended. Plain values;
// both the main program and the worker programs use them.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace kindred::extract {

// What one file may cost. A file that reaches a limit keeps the parts that were finished before.
struct Limits {
  std::uint64_t output_bytes = std::uint64_t{256} << 20;  // of all parts together
  std::uint32_t ratio = 200;       // output to input, beyond the first 16 MB of output; 0: any
  std::uint32_t members = 100000;  // parts, nested ones included
  int depth = 3;                   // containers inside containers; 1: members only
  std::chrono::milliseconds time = std::chrono::seconds(30);
  bool rar = false;  // most flaws of archive readers were in this format
};

enum class PartKind : std::uint8_t {
  kText,      // of a document, a mail, a page
  kMember,    // a file of an archive, an attachment
  kStream,    // what was compressed
  kCode,      // of a program, without addresses
  kPayload,   // pictures and sound without their descriptions; data of a program
  kMetadata,  // the descriptions
};
inline constexpr int kPartKinds = 6;

// Names are bytes, unique in their file: "text", "docs/a.txt", "inner.zip//b.txt", "letter.docx//text",
// ".text". Never empty or absolute, without empty, "." or ".." steps; control bytes are kept. Equal names get
// a number: "a.txt#2".
struct Part {
  std::string name;
  PartKind kind = PartKind::kText;
};

// Receives the parts in the order of the file, never two at a time. A part without an EndPart was not
// finished and must be thrown away: by DropPart where more parts follow, by the end of the call otherwise.
// What a sink throws passes through WorkerPool::Extract; the worker is replaced.
class PartSink {
 public:
  virtual ~PartSink() = default;
  virtual void BeginPart(const Part& part) = 0;
  virtual void Bytes(std::string_view bytes) = 0;
  virtual void PageBreak() {}  // a page ends at the present length of the part
  virtual void EndPart() = 0;
  virtual void DropPart() {}  // instead of EndPart: the rest of it is damaged
};

struct Extraction {
  enum class Outcome : std::uint8_t {
    kDone,
    kLimit,        // one of Limits; or the memory of a worker
    kRefused,      // damaged, encrypted, or not of that type
    kCrashed,      // the worker ended, or sent an invalid message
    kTimedOut,     // Limits::time
    kUnavailable,  // no sandbox here, or the program is missing
    kStopped,      // `stop` said so
  };
  Outcome outcome = Outcome::kDone;
  // Plain words for a person. With kDone: what was left out (an encrypted member, a level too deep), or
  // empty.
  std::string reason;
};

}  // namespace kindred::extract

// What a person decided about files: plain values, like those of values.h. decisions.h stores them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kindred::inline v0 {

enum class Verdict : std::uint8_t {
  kKeep = 1,         // a is kept
  kSuperseded = 2,   // a is superseded by b
  kCopy = 3,         // a is a copy of b
  kUnrelated = 4,    // a and b are not a pair, whatever they share
  kBoilerplate = 5,  // what a shares with others is boilerplate
};
inline constexpr Verdict kVerdicts[] = {Verdict::kKeep, Verdict::kSuperseded, Verdict::kCopy,
                                        Verdict::kUnrelated, Verdict::kBoilerplate};

// "keep", "superseded", "copy", "unrelated", "boilerplate"
std::string_view VerdictName(Verdict verdict);
std::optional<Verdict> VerdictNamed(std::string_view name);
// Whether a decision of this verdict names a second file.
bool HasSecond(Verdict verdict);

// What a decision is about. A file may be one of several copies and one of several versions. Which copy stays
// does not determine which version stays, so the two are decided separately.
enum class About : std::uint8_t {
  kVersion = 1,  // a content among similar ones, by any of its copies: digest and size are the key
  kCopy = 2,     // one of several equal files: the path is part of the key, too
  kFolder = 3,   // a folder: path and size are the key, so a folder that has grown is undecided again
};
// "version", "copy", "folder"
std::string_view AboutName(About about);
// Which verdicts fit which subject: versions may be kept, superseded, unrelated or boilerplate; copies and
// folders may be kept, or be copies of another one.
bool Fits(Verdict verdict, About about);

struct DecidedFile {
  std::string digest;  // 32 hexadecimal digits, as IdenticalSet::digest; empty: a folder
  std::uint64_t size = 0;
  // Absolute and normalized, as in the index (typed_paths.h): "t" and "./t" are the same file, "t" in another
  // directory is a different one. A part of a file is named as in results: "/x/a.zip//b.txt".
  std::string path;
  bool operator==(const DecidedFile&) const = default;
};

struct Decision {
  std::uint64_t id = 0;   // ascending; assigned by the store
  std::int64_t time = 0;  // nanoseconds since 1970
  Verdict verdict = Verdict::kKeep;
  About about = About::kVersion;
  DecidedFile a = {};
  std::optional<DecidedFile> b = std::nullopt;
  std::string note = {};
  // Decisions made together are undone together. Assigned by the store: ascending, never reused.
  std::uint64_t batch = 0;
};

}  // namespace kindred::inline v0

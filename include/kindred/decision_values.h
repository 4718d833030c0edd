// What a person decided about files: plain values, as those of values.h. decisions.h keeps them.
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
  kUnrelated = 4,    // a and b are no pair, whatever they share
  kBoilerplate = 5,  // what a shares with others is boilerplate
};
inline constexpr Verdict kVerdicts[] = {Verdict::kKeep, Verdict::kSuperseded, Verdict::kCopy,
                                        Verdict::kUnrelated, Verdict::kBoilerplate};

// "keep", "superseded", "copy", "unrelated", "boilerplate"
std::string_view VerdictName(Verdict verdict);
std::optional<Verdict> VerdictNamed(std::string_view name);
// Whether a decision of this verdict names a second file.
bool HasSecond(Verdict verdict);

// What a decision is about. A file may be one of several copies and one of several versions: which copy stays
// says nothing about which version does, so the two are decided apart.
enum class About : std::uint8_t {
  kVersion =
      1,        // a content among similar ones, whichever of its copies is named: digest and size are the key
  kCopy = 2,    // one of several equal files: the path counts, too
  kFolder = 3,  // a folder: path and size are the key, so that one that has grown is undecided again
};
// "version", "copy", "folder"
std::string_view AboutName(About about);
// Versions are kept, superseded, unrelated or boilerplate; copies and folders kept, or copies of another one.
bool Fits(Verdict verdict, About about);

struct DecidedFile {
  std::string digest;  // 32 hexadecimal digits, as IdenticalSet::digest; empty: a folder
  std::uint64_t size = 0;
  // Absolute and normal, as the index has it (typed_paths.h): "t" and "./t" are one file, and the "t" of
  // another directory is another. A part of a file is named as in results: "/x/a.zip//b.txt".
  std::string path;
  bool operator==(const DecidedFile&) const = default;
};

struct Decision {
  std::uint64_t id = 0;   // ascending; given by the store
  std::int64_t time = 0;  // nanoseconds since 1970
  Verdict verdict = Verdict::kKeep;
  About about = About::kVersion;
  DecidedFile a = {};
  std::optional<DecidedFile> b = std::nullopt;
  std::string note = {};
  // What was decided together is undone together. Given by the store: ascending, and never given twice.
  std::uint64_t batch = 0;
};

}  // namespace kindred::inline v0

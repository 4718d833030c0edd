// Where the keys of a template occur in files: from parts of a file to all their keys, and from keys back to
// a piece of text that people can recognise. The index stores no offsets, so files are marked again for that.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kindred/templates.h"
#include "mark/method.h"

namespace kindred::engine {

// The keys, ascending and as an index stores them, of every window of a file, whatever level its readers are
// marked at; of whole chunks for chunks. Throws Error(kFailed) for a file that cannot be read or is too
// large, Error(kUsage) for one without marks.
std::vector<std::uint64_t> KeysOfFile(const std::string& file, const std::string& method);

// The same of what lies inside the spans; a gap between two of them that is shorter than a window counts as
// inside. Throws Error(kUsage) for a span beyond the end of its file.
std::vector<std::uint64_t> KeysOfSpans(std::span<const TemplateOptions::Span> spans,
                                       const std::string& method);

struct KeyExample {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string text;  // its first bytes
};

// The longest piece of a file in which all marks have keys of the template (ascending); nothing if the file
// cannot be read or has none.
std::optional<KeyExample> FindExample(const std::string& file, const std::string& method,
                                      std::span<const std::uint64_t> keys);

}  // namespace kindred::engine

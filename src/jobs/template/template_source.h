// What a template is made of: the parts of a file that a person named, with all their keys; and from keys
// back to a piece of text that people can recognise.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kindred/sink.h"
#include "kindred/templates.h"
#include "mark/method/method.h"

namespace kindred::jobs {

// Keys are ascending and as an index stores them; pieces are the bytes that they come from, of which not
// more than kMostTemplateText are kept.
struct TemplateSource {
  std::vector<std::uint64_t> keys;
  std::vector<std::string> pieces;
};

// How files are read for a template: those that name a part are looked into.
struct TemplateReading {
  const mark::Method& method;
  const InsideOptions& inside;
  Observer& observer;
};

// Of every window of a file, or of a part of it, whatever level its readers are marked at; of whole chunks
// for chunks. Throws Error(kFailed) for a file that cannot be read or is too large, Error(kUsage) for one
// without marks.
TemplateSource SourceFromFile(const std::string& file, const TemplateReading& reading);

// The same of what lies inside the spans; a gap between two of them that is shorter than a window counts as
// inside. Throws Error(kUsage) for a span beyond the end of its file.
TemplateSource SourceFromSpans(std::span<const TemplateOptions::Span> spans, const TemplateReading& reading);

// Adds a piece, or as much of it as there is room for; one that is there already is not added.
void KeepPiece(std::string_view piece, std::vector<std::string>* pieces);

struct KeyExample {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string text;  // its first bytes
};

// The longest piece of a file in which all marks have keys of the template (ascending); nothing if the file
// cannot be read or has none.
std::optional<KeyExample> FindExample(const std::string& file, const mark::Method& method,
                                      std::span<const std::uint64_t> keys);

}  // namespace kindred::jobs

// Parts by name, as a person types them: "thesis.docx//text", "backup.zip//docs/a.txt"; and the parts of one
// file, without an index.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "inside/look_inside.h"
#include "kindred/input.h"
#include "kindred/sink.h"

namespace kindred::inside {

struct PartName {
  std::string file;
  std::string part;
};

// What is before and behind the first "//", if the first is a regular file: a path with a slash too many does
// not name a part.
std::optional<PartName> SplitPartName(const std::string& typed);

// By its first bytes, and its name where they leave a choice.
extract::ContainerType TypeOfFile(int descriptor, const std::string& name);

// The page that has a byte, from 1, by where each page ends; 0 without pages.
std::uint64_t PageOf(std::span<const std::uint64_t> pages, std::uint64_t offset);

// Looks inside a file that the user named; links are followed. Throws Error if it cannot be opened or has no
// inside that is looked into.
extract::Extraction ExtractNamed(const std::string& file, const LookInside& look, extract::PartSink& sink,
                                 Observer& observer);

// An input, or the part that it names, read into memory. The part is there as long as this is.
class ResolvedInput {
 public:
  // Throws Error if there is no such part, or if it is larger than `most` bytes.
  ResolvedInput(const Input& input, const InsideOptions& options, std::uint64_t most, Observer& observer);
  const Input& input() const { return input_; }
  // Where each page of the part ends; empty if it has none.
  const std::vector<std::uint64_t>& pages() const { return pages_; }

 private:
  std::string bytes_;
  std::vector<std::uint64_t> pages_;
  Input input_;
};

// As records name a kind of part.
std::string_view PartKindName(extract::PartKind kind);

// Pushes an InsideSummary and each FilePart.
void ListPartsOf(const std::string& file, const InsideOptions& options, ResultSink& sink, Observer& observer);

// The bytes of one part, as they come.
void ExtractPartOf(const std::string& file, const std::string& part, const InsideOptions& options,
                   const std::function<void(std::string_view)>& take, Observer& observer);

}  // namespace kindred::inside

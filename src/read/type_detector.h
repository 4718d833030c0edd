// What kind of file a content is (Manber 1993, section 4: "separate files according to some types").
//
// Decided from the first 4 KB: by a short list of signatures, and only for the rest of the files that are not
// text by libmagic, because that takes many times what marking a small file takes. Tested in
// type_detector_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "model/content.h"

namespace kindred::read {

inline constexpr std::size_t kHeadBytes = 4096;

// PostScript begins so. Some drivers put a Ctrl-D before it, which ends the job before.
bool IsPostScript(std::string_view head);

// By signature alone; kData if none fits and it is not text.
MediaType SniffType(std::span<const std::uint8_t> head, ContentType type);

// Collects the first bytes of one content after another. One per thread: so is its libmagic.
class TypeDetector {
 public:
  TypeDetector();
  ~TypeDetector();
  void Begin() { head_.clear(); }
  void Feed(std::span<const std::uint8_t> piece);
  // With the width of its characters.
  MediaType Decide(ContentType type);

 private:
  class Magic;
  std::vector<std::uint8_t> head_;
  std::unique_ptr<Magic> magic_;  // opened when first needed
};

}  // namespace kindred::read

// What kind of file a content is (Manber 1993, section 4: "separate files according to some types").
//
// Decided from the first 4 KB by a short list of signatures. What is not text and not in the list may be
// passed to libmagic, which recognises thousands of types; that is done in a worker
// (extract/pool/worker_pool.h), because it reads hostile bytes and takes many times what marking a small file
// takes. Tested in type_detector_test.cc.
#pragma once

#include <cstdint>
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

// From libmagic's answer: "image/webp".
MediaType TypeOfMime(std::string_view mime);

// Collects the first bytes of one content after another. One per thread.
class TypeDetector {
 public:
  void Begin() { head_.clear(); }
  void Feed(std::span<const std::uint8_t> piece);
  std::span<const std::uint8_t> head() const { return head_; }
  // With the width of its characters.
  MediaType Decide(ContentType type) const;

 private:
  std::vector<std::uint8_t> head_;
};

}  // namespace kindred::read

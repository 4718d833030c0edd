// The stage between reading and marking: leaves out of a content what says nothing about its source, or what
// the caller asked to ignore (Manber 1993, section 6, first area).
//
// Always: the header of a PostScript file, from its first byte to the line %%EndProlog, or up to the first
// %%Page: without one. "These headers are large, similar, and ubiquitous; they make many unrelated Postscript
// files look very similar" (section 2). A header that does not end within 256 KB is none. A Ctrl-D before it
// belongs to it.
// For texts, if asked: tags, comments and entities of HTML and XML; commands, braces and comments of TeX;
// requests and escapes of troff; white space, of which one blank is left; the case of ASCII letters.
// What kind a content is, is decided by its first 4 KB (SniffType), whatever the size of the pieces.
//
// Bytes that stay are passed on in pieces; OffsetMap gives their offsets in the file. Cost: nothing but a
// look at the first bytes unless asked; some nanoseconds a byte for texts then. Tested in normaliser_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "model/content.h"
#include "model/ignore.h"

namespace kindred::read {

// From offsets of what was passed on to offsets in the file, kept as differences: 2 to 4 bytes a gap.
class OffsetMap {
 public:
  void Clear();
  // The next byte passed on is at `offset` in the file. Offsets ascend.
  void Add(std::uint64_t offset, std::uint64_t bytes = 1);
  // The offsets must ascend, too; each becomes that in the file.
  void ToFile(std::span<std::uint64_t* const> offsets) const;

 private:
  std::vector<std::uint8_t> gaps_;  // varints: bytes passed on since the last gap, bytes left out
  std::uint64_t run_ = 0;           // bytes passed on since the last gap
  std::uint64_t next_ = 0;          // offset of the next byte if there is no gap
};

class Normaliser {
 public:
  using Take = std::function<void(std::span<const std::uint8_t>)>;

  explicit Normaliser(Ignore ignore);
  ~Normaliser();

  void Begin();
  void Feed(std::span<const std::uint8_t> piece, const Take& take);
  void Finish(const Take& take);
  // Whether anything was left out or changed; if not, offsets are those of the file.
  bool Changed() const;
  const OffsetMap& map() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// All of a content at once.
std::vector<std::uint8_t> Normalise(std::span<const std::uint8_t> bytes, Ignore ignore);

}  // namespace kindred::read

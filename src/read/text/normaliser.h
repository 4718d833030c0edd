// The stage between reading and marking: leaves out of a content what is no evidence of its source, or what
// the caller asked to ignore (Manber 1993, section 6, first area).
//
// Always: the header of a PostScript file, from its first byte to the line %%EndProlog, or up to the first
// %%Page: without one. "These headers are large, similar, and ubiquitous; they make many unrelated Postscript
// files look very similar" (section 2). A header that does not end within 256 KB is not taken for one. A
// Ctrl-D before it belongs to it.
// For texts, unless raw: CR LF and CR become LF, UTF-16 and UTF-32 become UTF-8 (wide_text.h), and so does
// the character set that HTML, XML or RTF declares (charset.h); a byte order mark is left out. "a\r\nb" and
// "a\nb" are the same text then. For texts, if asked: tags, comments and entities of HTML and XML; commands,
// braces and comments of TeX; requests and escapes of troff; white space, of which one blank is left; the
// case of ASCII letters. Whether a content is text, and in which encoding, is up to TextDetector; the kind of
// text is decided by its first 4 KB (SniffType). Neither depends on the size of the pieces.
//
// Bytes that stay are passed on in pieces; ToFile gives their offsets in the file. Cost: a search for CR
// unless asked for more, and no copy of what has none; some nanoseconds a byte for texts that change. Tested
// in normaliser_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/ignore.h"
#include "read/types/text_detector.h"

namespace kindred::read {

class Normaliser {
 public:
  using Take = std::function<void(std::span<const std::uint8_t>)>;

  // `type` is of the same content: the caller feeds it each piece first. Most callers have one anyway.
  Normaliser(Ignore ignore, const TextDetector& type);
  ~Normaliser();

  void Begin();
  void Feed(std::span<const std::uint8_t> piece, const Take& take);
  void Finish(const Take& take);
  // Whether anything was left out or changed; if not, offsets are those of the file.
  bool Changed() const;
  // From offsets of what was passed on to those in the file. They must ascend.
  void ToFile(std::span<std::uint64_t* const> offsets) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// All of a content at once. Nothing: it is compared as it is.
std::optional<std::vector<std::uint8_t>> Normalise(std::span<const std::uint8_t> bytes, Ignore ignore);

}  // namespace kindred::read

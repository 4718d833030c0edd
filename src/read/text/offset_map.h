// Maps offsets in what the normaliser passed on to offsets in the file, where bytes were left out or have
// become more or fewer. Kept as differences, 3 to 6 bytes for each place; equal ones in a row are kept once,
// as in UTF-16, where every letter is a byte shorter than in the file. Tested in offset_map_test.cc.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace kindred::read {

class OffsetMap {
 public:
  void Clear() { *this = OffsetMap(); }
  // The next bytes passed on are at `offset` in the file, one after the other. Offsets do not descend.
  void Add(std::uint64_t offset, std::uint64_t bytes = 1);
  // The offsets must ascend, too; each becomes that in the file.
  void ToFile(std::span<std::uint64_t* const> offsets) const;

 private:
  // `count` times: `run` bytes that follow each other in the file, then `skip` bytes of it that are passed
  // over; below 0, as numbers modulo 2^64, if a byte of the file became several.
  struct Step {
    std::uint64_t run = 0;
    std::uint64_t skip = 0;
    std::uint64_t count = 0;
  };

  std::vector<std::uint8_t> steps_;  // varints
  Step last_;                        // the step after those
  std::uint64_t run_ = 0;            // bytes passed on since
  std::uint64_t next_ = 0;           // offset of the next byte if it follows
};

}  // namespace kindred::read

// See offset_map.h.
#include "read/text/offset_map.h"

#include "base/coding.h"

namespace kindred::read {

void OffsetMap::Add(std::uint64_t offset, std::uint64_t bytes) {
  if (offset != next_) {
    const std::uint64_t skip = offset - next_;
    if (last_.count > 0 && last_.run == run_ && last_.skip == skip) {
      ++last_.count;
    } else {
      if (last_.count > 0) {
        base::PutVarint(&steps_, last_.run);
        base::PutVarint(&steps_, base::ZigZag(last_.skip));
        base::PutVarint(&steps_, last_.count);
      }
      last_ = {run_, skip, 1};
    }
    run_ = 0;
  }
  run_ += bytes;
  next_ = offset + bytes;
}

void OffsetMap::ToFile(std::span<std::uint64_t* const> offsets) const {
  base::ByteReader in(steps_);
  Step step;                  // count 0: behind the last
  std::uint64_t start = 0;    // of the step, among the bytes passed on
  std::uint64_t skipped = 0;  // before it
  bool at_last = false;
  auto read = [&] {
    if (!in.AtEnd()) {
      step.run = in.Varint();
      step.skip = base::UnZigZag(in.Varint());
      step.count = in.Varint();
    } else {
      step = at_last ? Step() : last_;
      at_last = true;
    }
  };
  read();
  for (std::uint64_t* offset : offsets) {
    while (step.count > 0 && *offset - start >= step.count * step.run) {
      start += step.count * step.run;
      skipped += step.count * step.skip;
      read();
    }
    // Within a step, its run is not 0.
    const std::uint64_t passed = step.count > 0 ? (*offset - start) / step.run : 0;
    *offset += skipped + passed * step.skip;
  }
}

}  // namespace kindred::read

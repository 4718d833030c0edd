// See budget.h.
#include "extract/worker/budget.h"

#include <fmt/format.h>

namespace kindred::extract {

namespace {

constexpr std::uint64_t kFreeOfRatio = std::uint64_t{16}
                                       << 20;  // small files of zeros are nothing to worry about

}  // namespace

void Budget::Charge(std::uint64_t& spent, std::uint64_t bytes) const {
  if (bytes > limits_.output_bytes - spent)
    throw LimitReached(fmt::format("holds more than {} MB", limits_.output_bytes >> 20));
  spent += bytes;
  if (limits_.ratio > 0 && spent > kFreeOfRatio && spent / limits_.ratio > input_bytes_)
    throw LimitReached(fmt::format("unpacks to more than {} times its size", limits_.ratio));
}

void Budget::Output(std::uint64_t bytes) { Charge(output_, bytes); }

void Budget::Work(std::uint64_t bytes) { Charge(work_, bytes); }

void Budget::Member() {
  if (members_ == limits_.members) throw LimitReached(fmt::format("has more than {} parts", limits_.members));
  ++members_;
}

}  // namespace kindred::extract

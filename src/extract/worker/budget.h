// What one file may still cost in a worker. Time is counted by the main program, which ends a worker that
// takes too long; memory by the system, as a limit on the worker's address space.
#pragma once

#include <cstdint>
#include <stdexcept>

#include "extract/extraction.h"

namespace kindred::extract {

// Ends the work on a file; the parts that were finished are kept.
class LimitReached : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The file, or a member, is not of its declared type.
class Damaged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Budget {
 public:
  Budget(const Limits& limits, std::uint64_t input_bytes) : limits_(limits), input_bytes_(input_bytes) {}

  // Before these bytes of a part are written. Throws LimitReached, as all of these.
  void Output(std::uint64_t bytes);
  // Before these bytes are looked at without becoming output: the XML of a document, what a picture unpacks
  // to.
  void Work(std::uint64_t bytes);
  void Member();

 private:
  void Charge(std::uint64_t& spent, std::uint64_t bytes) const;

  Limits limits_;
  std::uint64_t input_bytes_;
  std::uint64_t output_ = 0;
  std::uint64_t work_ = 0;
  std::uint32_t members_ = 0;
};

}  // namespace kindred::extract

// A file mapped for reading, such that a page that cannot be read does not end the process. A bad sector, or
// a file that was cut after it was mapped, raises SIGBUS at the access. The handler puts zeros in the place
// of the page and notes the offset; readers call Check() after they decoded something and before they use it.
//
// Index files only: a scanned file is never mapped. Why not pread: a query looks into thousands of small
// blocks, and a system call for each made queries up to 6 % slower (docs/inside/performance.md).
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace kindred::base {

class GuardedMap {
 public:
  // The file must stay open no longer than this call. Throws Error(kFailed).
  GuardedMap(int descriptor, std::uint64_t size, std::string path);
  ~GuardedMap();
  GuardedMap(const GuardedMap&) = delete;
  GuardedMap& operator=(const GuardedMap&) = delete;

  std::span<const std::uint8_t> bytes() const { return {begin_, static_cast<std::size_t>(size_)}; }
  // Throws Error(kDamaged) with path and offset if a page could not be read since the file was mapped.
  void Check() const;
  // As ReadableFile::Forget.
  void Forget(std::uint64_t offset, std::uint64_t length);

  struct Slot;

 private:
  const std::string path_;
  const std::uint64_t size_;
  const std::uint8_t* begin_ = nullptr;
  Slot* slot_ = nullptr;  // the handler's record of this mapping; nullptr: the file is empty
};

}  // namespace kindred::base

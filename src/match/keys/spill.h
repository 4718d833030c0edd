// Sets of contents on disk, divided into bins: the sub-problem files of HP's partitioning (Forman et al.
// 2005, section 2.5, step 6). All bins share one temporary file without a name, so it is gone however the
// process ends. A checksum per piece proves that what is read is what was written.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "match/keys/key_stream.h"

namespace kindred::match {

class Spill {
 public:
  // The file is made in `directory`. Throws Error(kFailed) with what to do if it cannot be made there.
  Spill(base::FileSystem& files, const std::string& directory, std::size_t bins);

  // Thread-safe. `bytes` are whole sets.
  void Append(std::size_t bin, std::span<const std::uint8_t> bytes);

  // Calls visit(KeySet) for each set of a bin, in no particular order. Thread-safe, once all is appended.
  template <typename Visit>
  void Read(std::size_t bin, Visit visit) const {
    std::vector<std::uint8_t> bytes;
    std::vector<std::uint32_t> members;
    std::vector<std::uint64_t> weights;
    for (const Piece& piece : pieces_[bin]) {
      Load(piece, &bytes);
      std::span<const std::uint8_t> left = bytes;
      while (!left.empty()) {
        left = Decode(left, &members, &weights);
        visit(KeySet{members, weights});
      }
    }
  }

  std::size_t bins() const { return pieces_.size(); }
  std::uint64_t bytes() const { return end_; }

  // Appends the bytes of a set.
  static void Encode(KeySet set, std::vector<std::uint8_t>* out);

 private:
  struct Piece {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::uint64_t checksum = 0;
  };

  void Load(const Piece& piece, std::vector<std::uint8_t>* bytes) const;
  static std::span<const std::uint8_t> Decode(std::span<const std::uint8_t> bytes,
                                              std::vector<std::uint32_t>* members,
                                              std::vector<std::uint64_t>* weights);

  std::string directory_;
  std::unique_ptr<base::TemporaryFile> file_;
  std::mutex mutex_;
  std::uint64_t end_ = 0;
  std::vector<std::vector<Piece>> pieces_;  // by bin
};

}  // namespace kindred::match

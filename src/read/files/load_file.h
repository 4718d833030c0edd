// A whole file in memory, up to a limit. Everything that needs all bytes of a file at once loads it here;
// what can work on pieces uses FileReader and needs no limit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "read/files/file_reader.h"

namespace kindred::read {

inline constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

// Puts pieces together, up to a limit.
class PieceCollector {
 public:
  explicit PieceCollector(std::uint64_t most) : most_(most) {}

  // False if a file of this size goes beyond the limit.
  bool Expect(std::uint64_t size);
  // False if the limit is reached; nothing of the piece is added then.
  bool Add(std::span<const std::uint8_t> piece);
  bool too_large() const { return too_large_; }
  std::vector<std::uint8_t>& bytes() { return bytes_; }

 private:
  std::uint64_t most_;
  bool too_large_ = false;
  std::vector<std::uint8_t> bytes_;
};

struct LoadedFile {
  std::vector<std::uint8_t> bytes;  // all if outcome.ok
  bool too_large = false;           // outcome: not ok, stage "read", reason "too large"
  FileReader::Outcome outcome;
};

// A file that is known to be larger than `most` is not read at all. `go_on`, if given, is called after each
// piece, with all bytes so far; if it returns false, the outcome is not ok ("stopped").
LoadedFile LoadFile(FileReader& reader, int directory, const std::string& name, bool follow_links,
                    std::uint64_t most,
                    const std::function<bool(std::span<const std::uint8_t>)>& go_on = nullptr);

// A file that the user named: links are followed. See TypedReason.
LoadedFile LoadNamedFile(const std::string& path, std::uint64_t most,
                         const std::function<bool(std::span<const std::uint8_t>)>& go_on = nullptr);

// The first `most` bytes, or all if the file has less; a larger file is ok, too.
LoadedFile LoadStartOfFile(FileReader& reader, int directory, const std::string& name, bool follow_links,
                           std::uint64_t most);

}  // namespace kindred::read

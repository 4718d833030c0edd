// The contexts of a batch of contents: step 1 of pair_shares.h.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "span/shares/trivial_windows.h"
#include "span/source.h"

namespace kindred::span {

struct PairSharesInput;

class DistinctContexts {
 public:
  // A context in a content.
  struct Use {
    std::uint32_t context = 0;
    std::uint64_t offset = 0;
  };

  explicit DistinctContexts(std::uint64_t least) : least_(least) {}

  // Reads the contents and cuts them; false: stopped.
  bool Read(std::span<const std::uint32_t> contents, const PairSharesInput& input);

  std::size_t size() const { return begins_.size(); }
  // The bytes of all contexts, one after the other; a window is named by its position in them.
  std::span<const std::uint8_t> bytes() const { return bytes_; }
  std::span<const std::uint8_t> BytesOf(std::uint32_t context) const {
    const std::uint32_t end =
        context + 1 < begins_.size() ? begins_[context + 1] : static_cast<std::uint32_t>(bytes_.size());
    return {bytes_.data() + begins_[context], end - begins_[context]};
  }
  std::uint32_t BeginOf(std::uint32_t context) const { return begins_[context]; }
  // The context that holds the byte.
  std::uint32_t ContextAt(std::uint32_t position) const;
  // Indexes of the contents that have it, ascending.
  std::span<const std::uint32_t> ContentsOf(std::uint32_t context) const { return contents_of_[context]; }

  // By index in what Read was given.
  std::span<const Use> UsesOf(std::size_t content) const { return uses_[content]; }
  const TrivialWindows& TrivialOf(std::size_t content) const { return trivial_[content]; }
  bool HasRead(std::size_t content) const { return read_[content]; }
  std::size_t contents() const { return read_.size(); }

 private:
  struct Id {
    std::uint64_t high;
    std::uint64_t low;
    bool operator==(const Id&) const = default;
  };
  struct IdHash {
    std::size_t operator()(const Id& id) const { return static_cast<std::size_t>(id.low); }
  };
  // A context before it is known whether it is new.
  struct Cut {
    Id id;
    std::uint64_t begin;
    std::uint32_t size;
  };

  std::vector<Cut> CutContent(std::span<const std::uint8_t> content) const;
  void Add(std::uint32_t place, std::span<const std::uint8_t> content, std::span<const Cut> cuts);

  std::uint64_t least_;
  std::unordered_map<Id, std::uint32_t, IdHash> numbers_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::vector<std::uint32_t>> contents_of_;
  std::vector<std::vector<Use>> uses_;
  std::vector<TrivialWindows> trivial_;
  std::vector<bool> read_;
};

}  // namespace kindred::span

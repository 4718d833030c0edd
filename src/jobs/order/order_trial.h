// What a compressor makes of files in several orders: the proof of an order. The bytes of the files follow
// each other without headers, so a tar archive is larger by some hundred bytes a file in each of the orders.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kindred/sink.h"
#include "tree/entries/scanned_tree.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

class OrderTrial {
 public:
  // `command` is run by the shell; `bytes` is what there is to read in all orders together, for the progress.
  OrderTrial(const tree::TreeScope& tree, std::string command, bool follow_links, std::uint64_t bytes,
             Observer& observer)
      : tree_(tree),
        command_(std::move(command)),
        follow_links_(follow_links),
        total_(bytes),
        observer_(observer) {}

  // The size of the command's output. A file with several names in `order` is given once, as tar stores it
  // once. Throws Error(kFailed) if the command fails, or a file is not as it was scanned: sizes of different
  // bytes cannot be compared.
  std::uint64_t Try(std::span<const tree::FileNumber> order);
  // What the last call gave to the command.
  std::uint64_t given() const { return given_; }

 private:
  class Bytes;

  const tree::TreeScope& tree_;
  std::string command_;
  bool follow_links_;
  std::uint64_t total_;
  Observer& observer_;
  std::uint64_t before_ = 0;  // given by earlier calls
  std::uint64_t given_ = 0;
};

}  // namespace kindred::jobs

// See order_trial.h. Files are read a piece at a time as the command takes them, so that none is ever in
// memory.
#include "jobs/order/order_trial.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <set>
#include <utility>

#include "base/conversation.h"
#include "kindred/error.h"
#include "read/files/file_reader.h"
#include "run/stop.h"

namespace kindred::jobs {

namespace {

constexpr std::uint64_t kPiece = std::uint64_t{1} << 20;
// Some compressors read everything before they write anything.
constexpr std::chrono::hours kPatience{6};

}  // namespace

// The bytes of files, one file after the other.
class OrderTrial::Bytes {
 public:
  Bytes(const tree::TreeScope& tree, std::span<const tree::FileNumber> order, bool follow_links)
      : tree_(tree), order_(order), follow_links_(follow_links) {}

  // The next piece; false at the end.
  bool Next(std::string* piece) {
    while (next_ < order_.size()) {
      const tree::FileNumber file = order_[next_];
      const Entry& entry = tree_.EntryOf(file);
      if (offset_ == 0 && !inodes_.emplace(entry.device, entry.inode).second) {
        ++next_;
        continue;
      }
      const std::uint64_t size = std::min(kPiece, entry.size - offset_);
      if (size > 0) {
        piece->resize(size);
        ReadAt(file, entry, piece);
      }
      offset_ += size;
      if (offset_ == entry.size) ++next_, offset_ = 0;
      if (size > 0) return true;
    }
    return false;
  }

 private:
  void ReadAt(tree::FileNumber file, const Entry& entry, std::string* piece) {
    if (!directory_ || directory_number_ != file.directory) {
      directory_ = std::make_unique<read::OpenDirectory>(tree_.DirectoryOf(file), follow_links_);
      directory_number_ = file.directory;
    }
    std::string reason = directory_->reason();
    if (directory_->descriptor() >= 0) {
      const auto outcome =
          read::FileReader::ReadAt(directory_->descriptor(), entry, follow_links_, offset_,
                                   std::span(reinterpret_cast<std::uint8_t*>(piece->data()), piece->size()));
      if (outcome.ok) return;
      reason = outcome.reason;
    }
    throw Error(ErrorKind::kFailed, fmt::format("cannot be given to the command: {}", reason),
                tree_.PathOf(file), "try it when nothing changes here, or leave `trial_command` out");
  }

  const tree::TreeScope& tree_;
  std::span<const tree::FileNumber> order_;
  bool follow_links_;
  std::size_t next_ = 0;
  std::uint64_t offset_ = 0;
  std::set<std::pair<std::uint64_t, std::uint64_t>> inodes_;
  std::unique_ptr<read::OpenDirectory> directory_;
  std::uint32_t directory_number_ = 0;
};

std::uint64_t OrderTrial::Try(std::span<const tree::FileNumber> order) {
  Bytes bytes(tree_, order, follow_links_);
  given_ = 0;
  std::uint64_t made = 0;
  bool ended = false;  // all files were taken
  const base::ConversationEnd end = base::Exchange(
      command_,
      [&](std::string* piece) {
        if (!bytes.Next(piece)) {
          ended = true;
          return false;
        }
        given_ += piece->size();
        observer_.OnProgress({.stage = "try", .bytes = before_ + given_, .total_bytes = total_});
        return true;
      },
      [&](std::string_view piece) { made += piece.size(); }, [&] { return observer_.StopRequested(); },
      kPatience);
  if (end.stopped) run::StopIfAsked(observer_, run::kIndexIsComplete);
  before_ += given_;
  if (end.silent || end.signal != 0 || end.exit_code != 0 || !ended) {
    const std::string how = end.silent           ? "did nothing for hours"
                            : end.signal != 0    ? fmt::format("was ended by signal {}", end.signal)
                            : end.exit_code != 0 ? fmt::format("ended with exit code {}", end.exit_code)
                                                 : "ended before it had read everything";
    throw Error(
        ErrorKind::kFailed, how, OptionName{"trial_command"},
        "it must read its standard input to the end and write what it makes of it to its standard output");
  }
  return made;
}

}  // namespace kindred::jobs

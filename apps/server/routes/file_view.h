// The files of items as the page shows them: texts and bytes, two beside each other, pictures, what a whole
// family shares. Files are named by item and number; the paths are those of the results.
//
// Cost: texts are read up to kMostText and the last few are cached, since a page loads one in pieces. Two
// comparisons run at a time; others wait.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <semaphore>
#include <string>
#include <vector>

#include "answer/view.h"
#include "http/message.h"
#include "kindred/options.h"
#include "kindred/shown_file.h"
#include "routes/replies.h"

namespace kindred::server {

inline constexpr std::uint64_t kMostText = std::uint64_t{64} << 20;
inline constexpr std::uint64_t kMostSlice = 1 << 20;
inline constexpr std::uint64_t kMostImage = std::uint64_t{32} << 20;

class FileView {
 public:
  // `options` are those of the run: its roots, links and what is inside files.
  FileView(std::string index_directory, const FindOptions& options);

  Reply Content(const View& view, const Parameters& parameters);
  Reply Image(const View& view, const Parameters& parameters);
  Reply Compare(const View& view, const Parameters& parameters);
  // What all members of a family share.
  Reply Shared(const View& view, const Item& item);
  // What became of each file between two folders.
  Reply Relations(const View& view, const Item& item, const Parameters& parameters);

  using Text = std::shared_ptr<const ShownBytes>;
  Text TextOf(const Member& member);

  // An observer for the library calls of a request: it stops them after Stop.
  std::unique_ptr<Observer> Observing() const;
  // From now on everything ends with Error(kCancelled).
  void Stop() { stop_ = true; }

 private:
  class StopObserver;
  struct Kept {
    KnownFile file;
    Text text;
  };

  // JSON records, in the order of `compare`.
  std::shared_ptr<const std::vector<std::string>> RelationsOf(const View& view, const Item& item);

  const std::string index_directory_;
  const FindOptions find_;
  const ShowOptions show_;
  std::atomic<bool> stop_ = false;
  std::counting_semaphore<2> comparing_{2};

  std::mutex mutex_;
  std::list<Kept> texts_;  // the newest first
  // Of the last folders that were asked for: a page asks for them in pieces.
  std::shared_ptr<const std::vector<std::string>> relations_;
  std::string relations_of_;
  std::uint64_t relations_generation_ = 0;
};

}  // namespace kindred::server

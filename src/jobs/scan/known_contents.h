// Which contents an index has. Threads that read files look up here whether a content is new; of several that
// read the same bytes at once, one adds it.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "index/store/store.h"
#include "jobs/scan/mark_coverage.h"
#include "tree/bytes/content_reader.h"

namespace kindred::jobs {

class KnownContents {
 public:
  // `files`: about how many will be looked up.
  KnownContents(index::Snapshot& snapshot, MarkCoverage* coverage, std::size_t files,
                std::function<ContentId()> new_id);

  struct Claim {
    ContentId id = 0;
    bool is_new = false;               // the caller adds the content
    std::vector<std::size_t> to_mark;  // the caller adds its marks for these methods
    // Known, but not yet examined for parts: the caller puts the content again.
    bool is_first_asked = false;
  };
  // Thread-safe. `methods` is how many there are. `is_file`: it is examined for parts; parts themselves are
  // not.
  Claim Take(const tree::ReadContent& content, std::size_t methods, bool is_file);
  bool Knows(const Digest& digest);
  // What is stored of the inside of a content, if anything is and no part of this run has replaced it.
  // Thread-safe.
  std::optional<index::StoredContainer> ContainerOf(const Digest& digest);
  void TakeContainer(const index::StoredContainer& container);
  // Whether every method has marked all its parts. Thread-safe.
  bool PartsAreMarked(const index::StoredContainer& container);

 private:
  struct HashDigest {
    std::size_t operator()(const Digest& digest) const { return digest.low; }
  };
  std::mutex mutex_;
  struct Known {
    ContentId id = 0;
    bool container_known = true;
  };
  std::unordered_map<Digest, Known, HashDigest> known_;
  std::unordered_map<ContentId, index::StoredContainer> containers_;
  MarkCoverage* coverage_;
  std::function<ContentId()> new_id_;
};

}  // namespace kindred::jobs

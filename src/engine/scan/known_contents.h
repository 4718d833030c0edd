// Which contents an index knows, and which methods have marked them. Threads that read files ask here whether
// what they read is new; of several that read the same bytes at once, one gets the job of adding it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/scan/content_reader.h"
#include "index/store/store.h"

namespace kindred::engine {

// What the index stores of a method.
index::StoredMethod ToStored(const mark::Method& method);

// When an index, or its absence, has no marks of the method: says what it has and what to do.
[[noreturn]] void ThrowNoMarks(const std::string& index_directory, const index::Snapshot& snapshot,
                               const MethodInfo& method);

// By method and content id: whether its marks are in the index.
class Coverage {
 public:
  Coverage(const index::Snapshot& snapshot, const Methods& methods);
  bool All(ContentId content) const;
  bool Has(std::size_t method, ContentId content) const;
  void Add(std::size_t method, ContentId content);

 private:
  std::vector<std::vector<bool>> covered_;
};

class KnownContents {
 public:
  // `files`: about so many will be asked for.
  KnownContents(index::Snapshot& snapshot, Coverage* coverage, std::size_t files,
                std::function<ContentId()> new_id);

  struct Claim {
    ContentId id = 0;
    bool is_new = false;               // the caller adds the content
    std::vector<std::size_t> to_mark;  // the caller adds its marks for these methods
  };
  // Thread-safe. `methods` is how many there are.
  Claim Take(const ReadContent& content, std::size_t methods);

 private:
  struct HashDigest {
    std::size_t operator()(const Digest& digest) const { return digest.low; }
  };
  std::mutex mutex_;
  std::unordered_map<Digest, ContentId, HashDigest> ids_;
  Coverage* coverage_;
  std::function<ContentId()> new_id_;
};

}  // namespace kindred::engine

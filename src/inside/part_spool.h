// The bytes of parts when they are asked for again, to measure pairs or to prove spans. A container is opened
// again when the first of its parts is wanted; all its parts are then kept in a temporary file, which is gone
// when the process ends.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "inside/look_inside.h"
#include "read/files/file_reader.h"

namespace kindred::inside {

class PartSpool {
 public:
  // `directory` is for the temporary file. `stop` as for WorkerPool::Extract.
  PartSpool(std::shared_ptr<const LookInside> look, std::string directory, bool follow_links,
            std::function<bool()> stop);
  ~PartSpool();
  PartSpool(const PartSpool&) = delete;
  PartSpool& operator=(const PartSpool&) = delete;

  // Fills `to` with the bytes at `offset` of a part; as FileReader::ReadAt. `path` is the absolute path of
  // the container, `inside` its entry in the catalog. Thread-safe.
  read::FileReader::Outcome ReadAt(const std::string& path, const index::StoredEntry& inside,
                                   const std::string& part, std::uint64_t offset, std::span<std::uint8_t> to);

  // The page of a document that has a byte of a part which was read before, from 1; 0: it has no pages.
  std::uint64_t PageAt(const std::string& path, const std::string& part, std::uint64_t offset);

 private:
  struct Place {
    std::uint64_t begin = 0;
    std::uint64_t size = 0;
    std::vector<std::uint64_t> pages = {};  // where each ends
  };
  struct Container {
    bool ready = false;
    read::FileReader::Outcome outcome;  // ok: all parts are there that could be made
    std::unordered_map<std::string, Place> parts;
  };

  const Container& ContainerAt(const std::string& path, const index::StoredEntry& inside);
  void Fill(const std::string& path, const index::StoredEntry& inside, Container* container);

  std::shared_ptr<const LookInside> look_;
  std::string directory_;
  bool follow_links_;
  std::function<bool()> stop_;
  std::mutex mutex_;  // of what follows
  std::condition_variable filled_;
  std::map<std::string, Container> containers_;
  int file_ = -1;
  std::uint64_t end_ = 0;  // of what threads have reserved in the file
};

}  // namespace kindred::inside

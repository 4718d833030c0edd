// A pool: the metadata of a repository in one file, for others to compare with (Forman et al. 2005, section
// 4). docs/formats/index-format.md, "pools", describes its bytes. Read and checked as a whole: a pool comes
// from strangers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "index/segment/memory_segment.h"
#include "index/segment/segment.h"
#include "model/content.h"

namespace kindred::index {

struct PoolContent {
  std::uint64_t size = 0;
  Digest digest;  // of a keyed pool: hashed with the key
  ContentType type = ContentType::kOther;
  MediaType media = MediaType::kData;
  std::uint8_t level = 0;
  std::uint64_t copies = 1;  // files that hold it
  bool operator==(const PoolContent&) const = default;
};

struct PoolFile {
  std::string name;
  std::uint32_t content = 0;  // its place in Pool::contents
  bool operator==(const PoolFile&) const = default;
};

struct PoolDirectory {
  std::string path;  // absolute, where it was exported
  std::vector<PoolFile> files;
  bool operator==(const PoolDirectory&) const = default;
};

struct Pool {
  StoredMethod method;
  bool anonymous = false;             // no directories
  std::optional<Digest> key_check;    // of a keyed pool: what its key makes of a known text
  std::vector<PoolContent> contents;  // by digest and size
  std::vector<PoolDirectory> directories;
  std::vector<CountedPosting> postings;  // sorted; contents are places
  bool operator==(const Pool&) const = default;

  std::uint64_t Files() const;
  std::uint64_t Bytes() const;  // of the files
};

std::vector<std::uint8_t> EncodePool(const Pool& pool);
// Whether bytes begin as a pool does.
bool LooksLikePool(std::span<const std::uint8_t> bytes);
// `path` is for messages. Throws Error(kDamaged) for anything that EncodePool does not write, Error(kFailed)
// for a newer format.
Pool ParsePool(std::span<const std::uint8_t> bytes, const std::string& path);

// In words, parameter by parameter; empty if they are the same.
std::string MethodDifference(const StoredMethod& pools, const StoredMethod& ours);

}  // namespace kindred::index

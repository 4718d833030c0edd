// The manifest: which files are the index. Text, one fact a line, its checksum last; replaced by rename,
// which is the commit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "index/catalog/catalog_checksums.h"
#include "index/segment/segment.h"
#include "index/store/store.h"

namespace kindred::index {

struct ManifestSegment {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;  // of the segment's frame
  std::string method;          // MethodLine() of the segment's method
  bool operator==(const ManifestSegment&) const = default;
};

// The user's templates (templates.h).
struct ManifestTemplates {
  std::string name;
  std::uint64_t size = 0;
  std::uint64_t checksum = 0;  // its seal
  bool operator==(const ManifestTemplates&) const = default;
};

struct Manifest {
  std::uint64_t format = kIndexFormatVersion;  // that it was read in; it is written in the newest
  std::uint64_t generation = 0;
  std::uint64_t next_content = 1;  // never used before
  std::uint64_t next_file = 1;     // the number of the next segment file
  std::optional<CatalogFile> catalog;
  std::vector<ManifestSegment> segments;
  std::optional<ManifestTemplates> templates;

  bool Names(const std::string& file) const;
  bool operator==(const Manifest&) const = default;
};

std::string ManifestPath(const std::string& index_directory);
// "catalog-3.sqlite", "marks-3.segment"
std::string CatalogName(std::uint64_t generation);
std::string SegmentName(std::uint64_t number);
std::string TemplatesName(std::uint64_t number);  // "templates-3"

enum class NameKind {
  kForeign,
  kManifest,
  kLock,
  kTemporary,
  kCatalog,
  kSegment,
  kDerived,
  kTallies,
  kDecisions,  // of people (index/decisions); never removed by the index
  kTemplates,
  kJournal  // of actions on files (src/act/journal/journal.h); never removed by the index
};
// What a name in an index directory is. Only exactly our names are ours: "catalog-03.sqlite" is not.
NameKind KindOfName(std::string_view name);

// A method in one word: "fingerprints/1:rate=auto,window=50;marks;48". Bytes that are not plain are %XX.
std::string MethodLine(const StoredMethod& method);

std::string EncodeManifest(const Manifest& manifest);
// `path` is for messages. Throws Error(kDamaged), or Error(kFailed) for a newer format.
Manifest ParseManifest(std::string_view text, const std::string& path);

// nullopt if there is no index: no manifest and no file that would need one.
std::optional<Manifest> ReadManifest(base::FileSystem& files, const std::string& index_directory);
// Replaces the manifest; the commit. Everything it names must be synced before.
void WriteManifest(base::FileSystem& files, const std::string& index_directory, const Manifest& manifest);

}  // namespace kindred::index

// A committed generation's catalog.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "index/catalog/catalog.h"
#include "index/catalog/catalog_checksums.h"
#include "index/catalog/catalog_database.h"
#include "index/catalog/catalog_vfs.h"
#include "index/catalog/catalog_view.h"

namespace kindred::index {

class CommittedCatalog : public CatalogReader {
 public:
  // Reads little more than the checksums; pages are read and verified when a query needs them.
  CommittedCatalog(base::FileSystem& files, const std::string& directory, const CatalogFile& file,
                   std::uint64_t next_content = ~std::uint64_t{0})
      : path_(JoinPath(directory, file.name)),
        file_(files, path_, file),
        database_(file_, path_, false),
        view_(database_, next_content) {}

  std::vector<StoredDirectory> DirectoriesUnder(const std::vector<std::string>& roots) override {
    return view_.DirectoriesUnder(roots);
  }
  std::vector<Content> AllContents() override { return view_.AllContents(); }
  std::vector<Content> FindContents(std::span<const ContentId> wanted) override {
    return view_.FindContents(wanted);
  }
  std::optional<Content> FindDigest(const Digest& digest, std::uint64_t size) override {
    return view_.FindDigest(digest, size);
  }
  std::vector<ContentPath> PathsOfAll(std::span<const ContentId> wanted) override {
    return view_.PathsOfAll(wanted);
  }
  std::vector<StoredContainer> AllContainers() override { return view_.AllContainers(); }
  std::vector<Skip> SkipsUnder(const std::vector<std::string>& roots) override {
    return view_.SkipsUnder(roots);
  }
  CatalogCounts Counts() override { return view_.Counts(); }
  std::vector<std::string> Roots() override { return view_.Roots(); }

  // For the check.
  CommittedCatalogFile& file() { return file_; }
  Database& database() { return database_; }
  CatalogView& view() { return view_; }

 private:
  std::string path_;
  CommittedCatalogFile file_;
  Database database_;
  CatalogView view_;
};

}  // namespace kindred::index

// A committed generation's catalog.
#pragma once

#include <cstdint>
#include <string>

#include "index/catalog/catalog_checksums.h"
#include "index/catalog/catalog_database.h"
#include "index/catalog/catalog_vfs.h"
#include "index/catalog/catalog_view.h"

namespace kindred::index {

// What a view needs before it is made.
struct CatalogConnection {
  CatalogConnection(base::FileSystem& files, const std::string& path, const CatalogFile& file)
      : pages(files, path, file), connection(pages, path, false) {}

  CommittedCatalogFile pages;
  Database connection;
};

class CommittedCatalog : private CatalogConnection, public CatalogView {
 public:
  // Reads little more than the checksums; pages are read and verified when a query needs them.
  CommittedCatalog(base::FileSystem& files, const std::string& directory, const CatalogFile& file,
                   std::uint64_t next_content = ~std::uint64_t{0})
      : CatalogConnection(files, JoinPath(directory, file.name), file),
        CatalogView(connection, next_content) {}

  // For the check.
  CommittedCatalogFile& file() { return pages; }
  Database& database() { return connection; }
  CatalogView& view() { return *this; }
};

}  // namespace kindred::index

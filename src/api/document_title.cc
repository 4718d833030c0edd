// DocumentTitles of kindred.h.
#include "read/types/document_title.h"

#include <fcntl.h>

#include "base/coding.h"
#include "extract/container_type.h"
#include "extract/pool/worker_pool.h"
#include "kindred/kindred.h"
#include "read/files/load_file.h"

namespace kindred::inline v0 {

class DocumentTitles::Workers {
 public:
  extract::WorkerPool pool = extract::WorkerPool({.workers = 1});
};

DocumentTitles::DocumentTitles() = default;
DocumentTitles::~DocumentTitles() = default;

std::string DocumentTitles::Of(const std::string& path) {
  if (path.find("//") != std::string::npos) return "";  // a part of a file
  const bool text = read::MayHaveTitle(path);
  read::FileReader reader(read::kTitleHead);
  const read::LoadedFile file = read::LoadStartOfFile(reader, AT_FDCWD, path, false,
                                                      text ? read::kTitleHead : extract::kContainerHeadBytes);
  if (!file.outcome.ok) return "";
  if (text) return read::TitleIn(base::AsString(file.bytes), path);
  const extract::ContainerType type = extract::DetectContainer(base::AsString(file.bytes), path);
  if (!extract::HasTitle(type)) return "";
  if (!workers_) workers_ = std::make_unique<Workers>();
  std::string title;
  read::FileReader::Visit(AT_FDCWD, path, false,
                          [&](int descriptor) { title = workers_->pool.Title(descriptor, type); });
  return read::TidyTitle(title);
}

}  // namespace kindred::inline v0

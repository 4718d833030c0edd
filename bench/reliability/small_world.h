// A small tree on the disk, and what the engine says of it with an index in any FileSystem: for campaigns
// that need the whole engine thousands of times a minute.
#pragma once

#include <string>
#include <vector>

#include "base/file.h"
#include "tests/temp_tree.h"

namespace kindred::reliability {

class SmallWorld {
 public:
  static constexpr char kIndex[] = "/index";

  // Makes the first version of the tree.
  SmallWorld();
  // Files are changed, added, removed and renamed.
  void ChangeTree();

  // The jobs. What they report is JSON lines; they throw what the engine throws.
  std::string Scan(base::FileSystem& files) const;
  std::string Find(base::FileSystem& files) const;
  // With templates no share is measured, so none is looked up.
  std::string FindWithoutTemplates(base::FileSystem& files) const;
  std::string Compare(base::FileSystem& files) const;
  std::string AddTemplate(base::FileSystem& files) const;
  std::string RemoveTemplate(base::FileSystem& files) const;
  std::string Query(base::FileSystem& files) const;
  std::string ExportPool(base::FileSystem& files) const;
  std::string FindWithPool(base::FileSystem& files, const std::string& pool) const;
  // With the store of tallies in a file.
  std::string Near(base::FileSystem& files, const std::string& tallies) const;

  // What the index says without reading any file.
  std::string Answer(base::FileSystem& files) const;
  // The same, and what it says with the help of the files; one text for each query. The first one, find
  // without templates, is what pairs and shares should be kept of. A query that ends in an Error has the
  // answer kNoAnswer of tests/fault/session.h, and its message is added to `errors`.
  std::vector<std::string> Answers(base::FileSystem& files, std::vector<std::string>* errors) const;

  // For files that the engine opens by themselves, such as pools.
  std::string PathBeside(const std::string& name) const { return tree_.root() + "/../" + name; }

 private:
  testing_support::TempTree tree_;
};

}  // namespace kindred::reliability

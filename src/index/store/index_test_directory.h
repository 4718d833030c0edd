// A directory for one test, gone afterwards.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "base/file.h"

namespace kindred::index {

class IndexTestDirectory : public testing::Test {
 protected:
  IndexTestDirectory() {
    std::string pattern = testing::TempDir() + "kindred-index-XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
  }
  ~IndexTestDirectory() override { std::filesystem::remove_all(directory_); }

  base::FileSystem& files() { return base::PosixFileSystem(); }
  const std::string& directory() const { return directory_; }
  std::string Path(const std::string& name) const { return directory_ + "/" + name; }

 private:
  std::string directory_;
};

}  // namespace kindred::index

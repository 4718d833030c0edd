// A temporary directory for one test, removed with everything in it, however deep and whatever its modes.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kindred {

class TempTree {
 public:
  explicit TempTree(const std::string& parent = testing::TempDir()) {
    std::string pattern = parent + "/kindred_XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp: " + pattern);
    // Where the directory really is: the temporary directory may be a link.
    char* const real = ::realpath(pattern.c_str(), nullptr);
    path_ = real;
    std::free(real);
  }
  // rm keeps no path and does not recurse on the stack, so it is fit for a depth of 10,000.
  ~TempTree() {
    const std::string remove = "rm -rf '" + path_ + "' 2>/dev/null";
    const std::string command = remove + " || { chmod -R u+rwx '" + path_ + "'; " + remove + "; }";
    if (std::system(command.c_str()) != 0) ADD_FAILURE() << "cannot remove " << path_;
  }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  const std::string& path() const { return path_; }
  std::string At(const std::string& relative) const { return path_ + "/" + relative; }

  std::string MakeDirectory(const std::string& relative) const {
    const std::string path = At(relative);
    EXPECT_EQ(::mkdir(path.c_str(), 0755), 0) << path;
    return path;
  }
  std::string WriteFile(const std::string& relative, std::string_view bytes) const {
    const std::string path = At(relative);
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    EXPECT_GE(file, 0) << path;
    EXPECT_EQ(::write(file, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size())) << path;
    ::close(file);
    return path;
  }
  // Much faster than as many files.
  void HardLinks(const std::string& existing, const std::string& relative_prefix, int count) const {
    for (int i = 0; i < count; ++i) {
      const std::string name = relative_prefix + std::to_string(i);
      ASSERT_EQ(::link(At(existing).c_str(), At(name).c_str()), 0) << name;
    }
  }
  void Link(const std::string& target, const std::string& relative) const {
    EXPECT_EQ(::symlink(target.c_str(), At(relative).c_str()), 0) << relative;
  }

 private:
  std::string path_;
};

}  // namespace kindred

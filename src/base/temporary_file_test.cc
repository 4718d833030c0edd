// Temporary files have no name that someone else could have made, opened or guessed.
#include "base/temporary_file.h"

#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <set>

#include "base/file.h"
#include "tests/temp_tree.h"

namespace kindred::base {
namespace {

// The names that were made in a directory, each as often as it was.
class MadeNames {
 public:
  explicit MadeNames(const std::string& directory) : descriptor_(::inotify_init1(IN_NONBLOCK)) {
    ::inotify_add_watch(descriptor_, directory.c_str(), IN_CREATE);
  }
  ~MadeNames() { ::close(descriptor_); }

  std::multiset<std::string> Take() {
    std::multiset<std::string> names;
    alignas(inotify_event) std::array<char, 65536> buffer;
    const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
    for (ssize_t at = 0; at < got;) {
      const auto* event = reinterpret_cast<const inotify_event*>(buffer.data() + at);
      names.insert(event->name);
      at += static_cast<ssize_t>(sizeof(inotify_event) + event->len);
    }
    return names;
  }

 private:
  int descriptor_;
};

TEST(TemporaryFile, HasNoName) {
  const testing_support::TempTree tree;
  MadeNames made(tree.root());
  const auto file = PosixFileSystem().CreateTemporary(tree.root());
  const std::array<std::uint8_t, 3> bytes = {1, 2, 3};
  file->WriteAt(5, bytes);
  std::array<std::uint8_t, 4> read = {};
  file->ReadAt(4, read);
  EXPECT_EQ(read, (std::array<std::uint8_t, 4>{0, 1, 2, 3}));
  EXPECT_TRUE(std::filesystem::is_empty(tree.root()));
  EXPECT_TRUE(made.Take().empty());
}

TEST(TemporaryFile, WithoutTheKernelsHelpHasAFreshNameForAMoment) {
  const testing_support::TempTree tree;
  MadeNames made(tree.root());
  std::set<std::string> names;
  for (int i = 0; i < 20; ++i) {
    const int descriptor = OpenNamedTemporary(tree.root());
    ASSERT_GE(descriptor, 0);
    struct stat status;
    ASSERT_EQ(::fstat(descriptor, &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u);
    EXPECT_EQ(status.st_nlink, 0u);
    ::close(descriptor);
  }
  const auto all = made.Take();
  EXPECT_EQ(all.size(), 20u);
  EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), 20u);
  EXPECT_TRUE(std::filesystem::is_empty(tree.root()));
}

TEST(TemporaryFile, SaysWhyThereIsNone) {
  const testing_support::TempTree tree;
  EXPECT_ANY_THROW(PosixFileSystem().CreateTemporary(tree.root() + "/missing"));
  EXPECT_EQ(OpenNamedTemporary(tree.root() + "/missing"), -1);
}

}  // namespace
}  // namespace kindred::base

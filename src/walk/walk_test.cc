// What the walk finds, what it leaves out and why. Trees that want to break it are in tests/hostile.
#include "walk/walk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "kindred/error.h"
#include "tests/hostile/temp_tree.h"

namespace kindred::walk {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class WalkTest : public testing::Test {
 protected:
  WalkResult WalkRoots(std::vector<std::string> roots, unsigned threads = 2) {
    options_.roots = std::move(roots);
    Observer observer;
    return Walk(options_, threads, observer);
  }
  WalkResult WalkTree(unsigned threads = 2) { return WalkRoots({tree_.path()}, threads); }

  std::string Relative(const std::string& path) const {
    EXPECT_TRUE(path.starts_with(tree_.path())) << path;
    return path.substr(std::min(path.size(), tree_.path().size() + 1));
  }

  std::vector<std::string> Files(const WalkResult& result) const {
    std::vector<std::string> files;
    for (const Directory& directory : result.directories) {
      EXPECT_FALSE(directory.entries.empty());
      for (const Entry& entry : directory.entries)
        files.push_back(Relative(JoinPath(directory.path, entry.name)));
    }
    return files;
  }

  // "path: reason", with a "!" for errors
  std::vector<std::string> Skips(const WalkResult& result) const {
    std::vector<std::string> skips;
    for (const Skip& skip : result.skips) {
      EXPECT_EQ(skip.stage, "walk");
      skips.push_back(Relative(skip.path) + ": " + skip.reason + (skip.error ? "!" : ""));
    }
    return skips;
  }

  void ExpectFailure(const std::string& root, const std::string& what, ErrorKind kind = ErrorKind::kFailed) {
    try {
      WalkRoots({root});
      ADD_FAILURE() << root << " was walked";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), kind);
      EXPECT_EQ(error.where(), root);
      EXPECT_THAT(error.what(), HasSubstr(what));
      EXPECT_NE(error.hint(), "");
    }
  }

  TempTree tree_;
  WalkOptions options_;
};

class WorkingDirectoryGuard {
 public:
  explicit WorkingDirectoryGuard(const std::string& path) : old_(::open(".", O_PATH | O_DIRECTORY)) {
    EXPECT_EQ(::chdir(path.c_str()), 0);
  }
  ~WorkingDirectoryGuard() {
    EXPECT_EQ(::fchdir(old_), 0);
    ::close(old_);
  }

 private:
  const int old_;
};

TEST_F(WalkTest, FindsFilesInOrder) {
  tree_.MakeDirectory("b");
  tree_.MakeDirectory("b/c");
  tree_.MakeDirectory("b-");
  tree_.MakeDirectory("empty");
  for (const char* name : {"z", "a", "b/2", "b/1", "b/c/x", "b-/y"}) tree_.WriteFile(name, "text");
  const WalkResult result = WalkTree();
  // Sorted by the bytes of the directory's path: "b-" comes before "b/c".
  EXPECT_THAT(Files(result), ElementsAre("a", "z", "b/1", "b/2", "b-/y", "b/c/x"));
  EXPECT_THAT(result.skips, IsEmpty());
  EXPECT_EQ(result.filtered, 0u);
  EXPECT_EQ(result.hidden, 0u);
  ASSERT_EQ(result.roots.size(), 1u);
  EXPECT_EQ(result.roots[0].typed, tree_.path());
  EXPECT_EQ(result.roots[0].absolute, tree_.path());
}

TEST_F(WalkTest, EntriesSayWhatStatSays) {
  const std::string path = tree_.WriteFile("file", "hello");
  ASSERT_EQ(::link(path.c_str(), tree_.At("hard").c_str()), 0);
  struct stat status;
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  const WalkResult result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre("file", "hard"));
  for (const Entry& entry : result.directories.at(0).entries) {
    EXPECT_EQ(entry.inode, status.st_ino);
    EXPECT_EQ(entry.device, status.st_dev);
    EXPECT_EQ(entry.size, 5u);
    EXPECT_EQ(entry.mtime_ns, status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec);
    EXPECT_EQ(entry.ctime_ns, status.st_ctim.tv_sec * 1'000'000'000 + status.st_ctim.tv_nsec);
  }
}

TEST_F(WalkTest, LinksAndSpecialFilesAreSkips) {
  tree_.MakeDirectory("directory");
  tree_.WriteFile("directory/file", "x");
  tree_.Link("directory", "to_directory");
  tree_.Link("directory/file", "to_file");
  tree_.Link("nowhere", "dangling");
  tree_.Link("loop", "loop");
  ASSERT_EQ(::mkfifo(tree_.At("fifo").c_str(), 0644), 0);
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof(address.sun_path), "%s", tree_.At("socket").c_str());
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  ::close(socket);
  const WalkResult result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre("directory/file"));
  EXPECT_THAT(Skips(result),
              ElementsAre("dangling: symbolic link", "fifo: fifo", "loop: symbolic link", "socket: socket",
                          "to_directory: symbolic link", "to_file: symbolic link"));
}

TEST_F(WalkTest, SizesAndEmptyFiles) {
  tree_.WriteFile("0", "");
  tree_.WriteFile("1", "x");
  tree_.WriteFile("9", "123456789");
  WalkResult result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre("1", "9"));
  EXPECT_EQ(result.filtered, 1u);
  options_.min_size = 0;
  options_.max_size = 8;
  result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre("0", "1"));
  EXPECT_EQ(result.filtered, 1u);
}

TEST_F(WalkTest, HiddenNames) {
  tree_.MakeDirectory(".git");
  tree_.WriteFile(".git/config", "x");
  tree_.WriteFile(".profile", "x");
  tree_.WriteFile("file", "x");
  WalkResult result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre("file"));
  EXPECT_EQ(result.hidden, 2u);
  options_.hidden = true;
  result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre(".profile", "file", ".git/config"));
  EXPECT_EQ(result.hidden, 0u);
}

TEST_F(WalkTest, Globs) {
  tree_.MakeDirectory("src");
  tree_.MakeDirectory("build");
  for (const char* name : {"src/a.c", "src/a.h", "src/a.o", "build/a.c", "README"})
    tree_.WriteFile(name, "x");
  tree_.Link("README", "link.c");
  tree_.Link("README", "link.txt");
  options_.include = {"*.c", "*.h"};
  options_.exclude = {"build", "src/*.h"};
  const WalkResult result = WalkTree();
  EXPECT_THAT(Files(result), ElementsAre("src/a.c"));
  // build, src/a.h, src/a.o, README and link.txt; include does not keep the walk out of directories.
  EXPECT_EQ(result.filtered, 5u);
  std::uint64_t below_src = 0, in_all = 0;
  for (const LeftOut& left_out : result.left_out) {
    in_all += left_out.files;
    if (left_out.path.ends_with("/src")) below_src += left_out.files;
  }
  EXPECT_EQ(in_all, 5u);
  EXPECT_EQ(below_src, 2u);
  EXPECT_THAT(Skips(result), ElementsAre("link.c: symbolic link"));
}

// /dev has other file systems below it on most machines: shm, pts, mqueue.
TEST_F(WalkTest, OneFileSystem) {
  struct stat outer;
  struct stat inner;
  ASSERT_EQ(::stat("/dev", &outer), 0);
  if (::stat("/dev/shm", &inner) != 0 || inner.st_dev == outer.st_dev)
    GTEST_SKIP() << "nothing is mounted there";
  TempTree below("/dev/shm");
  below.WriteFile("file", "x");
  const auto finds_it = [&](const WalkResult& result) {
    return std::any_of(result.directories.begin(), result.directories.end(),
                       [&](const Directory& directory) { return directory.path == below.path(); });
  };
  EXPECT_TRUE(finds_it(WalkRoots({"/dev"})));
  options_.one_file_system = true;
  const WalkResult alone = WalkRoots({"/dev"});
  EXPECT_FALSE(finds_it(alone));
  EXPECT_GE(alone.filtered, 1u);
  const WalkResult both = WalkRoots({"/dev", "/dev/shm"});
  EXPECT_TRUE(finds_it(both));
  EXPECT_EQ(both.filtered, alone.filtered - 1) << "/dev/shm is a root, not left out";
}

TEST_F(WalkTest, OneResultForAnyNumberOfThreads) {
  tree_.WriteFile("file", "x");
  for (int i = 0; i < 40; ++i) {
    const std::string directory = "d" + std::to_string(i % 7) + std::to_string(i);
    tree_.MakeDirectory(directory);
    tree_.MakeDirectory(directory + "/sub");
    tree_.HardLinks("file", directory + "/f", 20);
    tree_.HardLinks("file", directory + "/sub/.", 20);
    tree_.Link("x", directory + "/sub/link");
  }
  const WalkResult one = WalkTree(1);
  EXPECT_EQ(Files(one).size(), 801u);
  EXPECT_EQ(Skips(one).size(), 40u);
  for (const unsigned threads : {0u, 2u, 8u}) {
    const WalkResult other = WalkTree(threads);
    EXPECT_EQ(Files(other), Files(one)) << threads;
    EXPECT_EQ(Skips(other), Skips(one)) << threads;
    EXPECT_EQ(other.hidden, 800u) << threads;
    EXPECT_EQ(other.filtered, one.filtered) << threads;
  }
}

TEST_F(WalkTest, FormsOfRoots) {
  tree_.MakeDirectory("a");
  tree_.MakeDirectory("a/b");
  tree_.WriteFile("a/b/file", "x");
  tree_.Link("a/b", "link");
  tree_.Link(tree_.At("link"), "a/second");
  const WorkingDirectoryGuard guard(tree_.At("a"));
  for (const std::string& root :
       {std::string("b"), std::string("b/"), std::string("b//"), std::string("./b/."), std::string("../a/b"),
        std::string("b/../b"), std::string("../link"), std::string("../link/"), std::string("second"),
        tree_.At("a/second/./")}) {
    const WalkResult result = WalkRoots({root});
    EXPECT_THAT(Files(result), ElementsAre("a/b/file")) << root;
    ASSERT_EQ(result.roots.size(), 1u) << root;
    EXPECT_EQ(result.roots[0].typed, root);
    EXPECT_EQ(result.roots[0].absolute, tree_.At("a/b"));
  }
  EXPECT_EQ(WalkRoots({"."}).roots[0].absolute, tree_.At("a"));
  EXPECT_EQ(WalkRoots({".."}).roots[0].absolute, tree_.path());
  EXPECT_EQ(WalkRoots({"../link/.."}).roots[0].absolute, tree_.At("a")) << "'..' of where the link leads";
}

TEST_F(WalkTest, TheTopIsARoot) {
  tree_.WriteFile("file", "x");
  options_.exclude = {"/*"};
  const WalkResult result = WalkRoots({"/", "/" + tree_.path(), "/../"});
  EXPECT_THAT(Files(result), ElementsAre("file"));
  ASSERT_EQ(result.roots.size(), 2u);
  EXPECT_EQ(result.roots[0].absolute, "/");
  EXPECT_EQ(result.roots[1].absolute, tree_.path()) << "behind an excluded name";
}

TEST_F(WalkTest, RootsInsideRootsAreWalkedOnce) {
  tree_.MakeDirectory("a");
  tree_.MakeDirectory("a/b");
  tree_.MakeDirectory("ab");
  for (const char* name : {"a/1", "a/b/2", "ab/3"}) tree_.WriteFile(name, "x");
  const WalkResult result = WalkRoots(
      {tree_.At("a/b"), tree_.At("a"), tree_.At("ab"), tree_.At("a/1"), tree_.At("a/"), tree_.At("ab/3")});
  EXPECT_THAT(Files(result), ElementsAre("a/1", "a/b/2", "ab/3"));
  ASSERT_EQ(result.roots.size(), 2u);
  EXPECT_EQ(result.roots[0].absolute, tree_.At("a"));
  EXPECT_EQ(result.roots[1].absolute, tree_.At("ab"));
}

TEST_F(WalkTest, RootsThatAnotherRootDoesNotReach) {
  tree_.MakeDirectory(".git");
  tree_.MakeDirectory(".git/x");
  tree_.MakeDirectory("build");
  for (const char* name : {".git/1", ".git/x/2", ".profile", ".other", "build/3", "4", "5.o"}) {
    tree_.WriteFile(name, "x");
  }
  options_.exclude = {"build", "*.o"};
  const WalkResult result =
      WalkRoots({tree_.path(), tree_.At(".git"), tree_.At(".git/x"), tree_.At(".profile"), tree_.At("build"),
                 tree_.At("5.o"), tree_.At("4")});
  EXPECT_THAT(Files(result), ElementsAre(".profile", "4", "5.o", ".git/1", ".git/x/2", "build/3"));
  EXPECT_EQ(result.roots.size(), 5u);  // not .git/x and 4
  EXPECT_EQ(result.hidden, 1u);        // .other
  EXPECT_EQ(result.filtered, 0u);
}

TEST_F(WalkTest, FilesAsRoots) {
  tree_.WriteFile("b", "x");
  tree_.WriteFile(".a", "x");
  tree_.WriteFile("empty", "");
  tree_.Link("b", "link");
  options_.include = {"*.c"};
  const std::vector<std::string> roots = {tree_.At("b"), tree_.At(".a"), tree_.At("empty"), tree_.At("link")};
  WalkResult result = WalkRoots(roots);
  EXPECT_THAT(Files(result), ElementsAre(".a", "b"));
  EXPECT_EQ(result.filtered, 1u);
  EXPECT_EQ(result.directories.size(), 1u);
  EXPECT_EQ(result.roots.size(), 3u);
  // Names from a list have to pass the globs.
  options_.roots_may_be_missing = true;
  result = WalkRoots(roots);
  EXPECT_THAT(Files(result), IsEmpty());
  EXPECT_EQ(result.filtered, 3u);
}

TEST_F(WalkTest, RootsThatCannotBeWalked) {
  tree_.WriteFile("file", "x");
  tree_.Link("loop", "loop");
  ASSERT_EQ(::mkfifo(tree_.At("fifo").c_str(), 0644), 0);
  ExpectFailure(tree_.At("missing"), "No such file or directory", ErrorKind::kNotFound);
  ExpectFailure("", "No such file or directory", ErrorKind::kNotFound);
  ExpectFailure(tree_.At("file/"), "Not a directory");
  ExpectFailure(tree_.At("file/x"), "Not a directory");
  ExpectFailure(tree_.At("loop"), "Too many levels of symbolic links");
  ExpectFailure(tree_.At("fifo"), "is a fifo");

  options_.roots_may_be_missing = true;
  const WalkResult result = WalkRoots(
      {tree_.At("missing"), tree_.At("file/x"), tree_.At("loop"), tree_.At("fifo"), tree_.At("file")});
  EXPECT_THAT(Files(result), ElementsAre("file"));
  EXPECT_THAT(Skips(result), ElementsAre("fifo: fifo", "file/x: not a directory!", "loop: link loop!",
                                         "missing: no such file or directory!"));
  const WorkingDirectoryGuard guard(tree_.path());
  EXPECT_THAT(Skips(WalkRoots({"gone"})), ElementsAre("gone: no such file or directory!"));
}

TEST_F(WalkTest, NoRootsNoResult) { EXPECT_THAT(WalkRoots({}).directories, IsEmpty()); }

TEST_F(WalkTest, FollowedLinks) {
  tree_.MakeDirectory("real");
  tree_.MakeDirectory("outside");
  tree_.MakeDirectory("root");
  tree_.MakeDirectory("root/z");
  tree_.WriteFile("root/z/in", "x");
  tree_.WriteFile("outside/out", "x");
  tree_.WriteFile("real/file", "x");
  tree_.Link("z", "root/a");  // to what is reached anyway
  tree_.Link("../../outside", "root/z/o1");
  tree_.Link("../outside", "root/o2");
  tree_.Link("../root", "outside/back");  // a loop over the root
  tree_.Link("../real/file", "root/file");
  tree_.Link("nowhere", "root/dangling");
  tree_.Link("loop", "root/loop");
  tree_.Link("/dev/null", "root/null");
  options_.follow_links = true;
  options_.exclude = {"excluded/"};
  tree_.Link("../real", "root/excluded");
  const WalkResult result = WalkRoots({tree_.At("root")}, 8);
  EXPECT_THAT(Files(result), ElementsAre("root/file", "root/o2/out", "root/z/in"));
  EXPECT_THAT(Skips(result),
              ElementsAre("root/a: link to a directory reached before", "root/dangling: dangling link",
                          "root/loop: link loop", "root/null: character device",
                          "root/o2/back: link to a directory reached before",
                          "root/z/o1: link to a directory reached before"));
  EXPECT_EQ(result.filtered, 1u);
}

// Changes the tree when the walk asks for the n-th time whether to stop. One thread asks once per directory
// between listing its names and looking at them, and once after that.
struct Changer : Observer {
  bool StopRequested() override {
    if (++asked == when) change();
    return false;
  }
  int when = 1;
  std::function<void()> change;
  int asked = 0;
};

TEST_F(WalkTest, WhatVanishesDuringTheWalk) {
  tree_.WriteFile("file", "x");
  tree_.WriteFile("stays", "x");
  tree_.MakeDirectory("gone");
  tree_.MakeDirectory("swapped");
  tree_.WriteFile("swapped/file", "x");
  tree_.MakeDirectory("now_file");
  Changer changer;
  changer.change = [&] {
    ASSERT_EQ(::unlink(tree_.At("file").c_str()), 0);
    ASSERT_EQ(::rmdir(tree_.At("gone").c_str()), 0);
    ASSERT_EQ(::rmdir(tree_.At("now_file").c_str()), 0);
    tree_.WriteFile("now_file", "x");
    ASSERT_EQ(::rename(tree_.At("swapped").c_str(), tree_.At(".away").c_str()), 0);
    tree_.Link(".away", "swapped");
  };
  options_.roots = {tree_.path()};
  const WalkResult result = Walk(options_, 1, changer);
  EXPECT_THAT(Files(result), ElementsAre("stays"));
  EXPECT_THAT(Skips(result),
              ElementsAre("file: vanished", "gone: vanished", "now_file: directory replaced during the walk!",
                          "swapped: directory replaced during the walk!"));
}

TEST_F(WalkTest, AFileThatBecomesADirectoryDuringTheWalk) {
  tree_.WriteFile("name", "x");
  Changer changer;
  changer.change = [&] {
    ASSERT_EQ(::unlink(tree_.At("name").c_str()), 0);
    tree_.MakeDirectory("name");
    tree_.WriteFile("name/file", "x");
  };
  options_.roots = {tree_.path()};
  EXPECT_THAT(Files(Walk(options_, 1, changer)), ElementsAre("name/file"));
}

TEST_F(WalkTest, ProgressEndsWithTheTotals) {
  tree_.WriteFile("file", "xx");
  tree_.HardLinks("file", "", 2999);
  struct : Observer {
    void OnProgress(const Progress& progress) override {
      EXPECT_STREQ(progress.stage, "walk");
      EXPECT_GE(progress.files, files);
      files = progress.files;
      bytes = progress.bytes;
    }
    std::uint64_t files = 0;
    std::uint64_t bytes = 0;
  } observer;
  options_.roots = {tree_.path()};
  Walk(options_, 2, observer);
  EXPECT_EQ(observer.files, 3000u);
  EXPECT_EQ(observer.bytes, 6000u);
}

TEST_F(WalkTest, StopsWhenAsked) {
  tree_.WriteFile("file", "xx");
  tree_.HardLinks("file", "", 5000);
  struct : Observer {
    bool StopRequested() override { return ++asked > 2; }
    std::atomic<int> asked = 0;
  } observer;
  options_.roots = {tree_.path()};
  try {
    Walk(options_, 2, observer);
    ADD_FAILURE() << "not stopped";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kCancelled);
    EXPECT_STREQ(error.what(), "interrupted");
  }
  EXPECT_LE(observer.asked, 10) << "also within a large directory";
}

}  // namespace
}  // namespace kindred::walk

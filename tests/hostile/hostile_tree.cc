// See hostile_tree.h. Names are mostly hard links of a few files: they cost a twentieth of a file of their
// own.
#include "tests/hostile/hostile_tree.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace kindred {

namespace {

constexpr char kText[] = "one line of text\n";

// Goes down by descriptors, as paths become too long.
class Descent {
 public:
  explicit Descent(const std::string& path)
      : directory_(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}
  ~Descent() { ::close(directory_); }
  Descent(const Descent&) = delete;
  Descent& operator=(const Descent&) = delete;

  void MakeAndEnter(const std::string& name) {
    ASSERT_EQ(::mkdirat(directory_, name.c_str(), 0755), 0);
    const int next = ::openat(directory_, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ASSERT_GE(next, 0);
    ::close(directory_);
    directory_ = next;
  }
  int directory() const { return directory_; }

 private:
  int directory_;
};

}  // namespace

void HostileTree::AddSpecialFiles() {
  tree_.MakeDirectory("special");
  ASSERT_EQ(::mkfifo(tree_.At("special/fifo").c_str(), 0666), 0);
  ++skips_["fifo"];
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof(address.sun_path), "%s", tree_.At("special/socket").c_str());
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  ::close(socket);
  ++skips_["socket"];
  // Without the right to make devices the rest of the tree is hostile enough. /dev/zero never ends.
  if (::mknod(tree_.At("special/zero").c_str(), S_IFCHR | 0666, ::makedev(1, 5)) == 0) {
    ++skips_["character device"];
  }
  if (::mknod(tree_.At("special/disk").c_str(), S_IFBLK | 0600, ::makedev(7, 200)) == 0)
    ++skips_["block device"];
}

void HostileTree::AddLinks() {
  tree_.MakeDirectory("links");
  tree_.WriteFile("links/file", kText);
  ++files_;
  tree_.Link("nowhere", "links/dangling");
  tree_.Link("self", "links/self");
  tree_.Link("loop_b", "links/loop_a");
  tree_.Link("loop_a", "links/loop_b");
  tree_.Link("..", "links/above");
  tree_.Link(".", "links/here");
  tree_.Link("file", "links/to_file");
  tree_.Link("/dev/zero", "links/endless");
  skips_["symbolic link"] += 8;
}

void HostileTree::AddNames() {
  tree_.MakeDirectory("names");
  const std::string names[] = {"new\nline",
                               "\x1b[31mred\x1b[0m",
                               "\xff\xfe invalid",
                               "caf\xe9",
                               "-rf",
                               "--",
                               " ",
                               "trailing ",
                               "*",
                               "a\\b",
                               "'quoted\"",
                               "\x01\x7f",
                               "$(false)",
                               ";",
                               "\xed\xa0\x80",
                               std::string(255, 'x'),
                               "...",
                               "\r",
                               "tab\there",
                               std::string(255, '\xff')};
  for (const std::string& name : names) {
    tree_.WriteFile("names/" + name, kText);
    ++files_;
  }
  tree_.MakeDirectory("names/new\ndirectory");
  tree_.WriteFile("names/new\ndirectory/\n", kText);
  ++files_;
}

void HostileTree::AddSparseGiant() {
  tree_.WriteFile("giant", kText);
  ASSERT_EQ(::truncate(tree_.At("giant").c_str(), std::int64_t{1} << 40), 0);
  ++files_;
  ++sparse_files_;
}

void HostileTree::AddLongPath() {
  Descent descent(tree_.MakeDirectory("long"));
  tree_.WriteFile("long/file", kText);
  long_path_ = tree_.At("long");
  for (int i = 0; i < 20; ++i) {
    const std::string name(255, static_cast<char>('a' + i));
    descent.MakeAndEnter(name);
    long_path_ += "/" + name;
  }
  ASSERT_EQ(::linkat(AT_FDCWD, tree_.At("long/file").c_str(), descent.directory(), "file", 0), 0);
  long_path_ += "/file";
  files_ += 2;
}

void HostileTree::AddDepth(int depth) {
  Descent descent(tree_.MakeDirectory("deep"));
  tree_.WriteFile("deep/file", kText);
  for (int i = 0; i < depth; ++i) descent.MakeAndEnter("d");
  ASSERT_EQ(::linkat(AT_FDCWD, tree_.At("deep/file").c_str(), descent.directory(), "file", 0), 0);
  files_ += 2;
}

void HostileTree::AddComb(int depth) {
  Descent descent(tree_.MakeDirectory("comb"));
  tree_.WriteFile("comb/file", kText);
  const int top = ::open(tree_.At("comb").c_str(), O_PATH | O_CLOEXEC);
  for (int i = 0; i < depth; ++i) {
    descent.MakeAndEnter("d");
    ASSERT_EQ(::mkdirat(descent.directory(), "s", 0755), 0);
    ASSERT_EQ(::linkat(top, "file", descent.directory(), "s/file", 0), 0);
  }
  ::close(top);
  files_ += static_cast<std::uint64_t>(depth) + 1;
}

void HostileTree::AddHardLinks(int count) {
  tree_.MakeDirectory("hard");
  tree_.WriteFile("hard/file", kText);
  ++files_;
  for (int i = 1; i < count; ++i) {
    if (::link(tree_.At("hard/file").c_str(), tree_.At("hard/" + std::to_string(i)).c_str()) != 0) {
      ASSERT_EQ(errno, EMLINK);  // ext4 has 65,000, others fewer or more
      break;
    }
    ++files_;
  }
}

void HostileTree::AddWideDirectory(int count) {
  tree_.MakeDirectory("wide");
  constexpr int kPerInode = 30'000;
  std::string file;
  for (int i = 0; i < count; ++i) {
    const std::string name = "wide/" + std::to_string(i);
    if (i % kPerInode == 0) {
      file = tree_.WriteFile(name, kText);
    } else {
      ASSERT_EQ(::link(file.c_str(), tree_.At(name).c_str()), 0);
    }
    ++files_;
  }
}

void HostileTree::AddForbidden() {
  tree_.MakeDirectory("forbidden");
  tree_.MakeDirectory("forbidden/directory");
  tree_.WriteFile("forbidden/directory/file", kText);
  tree_.MakeDirectory("forbidden/unsearchable");
  tree_.WriteFile("forbidden/unsearchable/file", kText);
  tree_.WriteFile("forbidden/file", kText);
  ASSERT_EQ(::chmod(tree_.At("forbidden/directory").c_str(), 0), 0);
  ASSERT_EQ(::chmod(tree_.At("forbidden/unsearchable").c_str(), 0444), 0);
  ASSERT_EQ(::chmod(tree_.At("forbidden/file").c_str(), 0), 0);
  ASSERT_EQ(::chmod(tree_.path().c_str(), 0755), 0);
}

void HostileTree::AddAll() {
  AddSpecialFiles();
  AddLinks();
  AddNames();
  AddSparseGiant();
  AddLongPath();
  AddDepth();
  AddComb();
  AddHardLinks();
  AddWideDirectory();
}

}  // namespace kindred

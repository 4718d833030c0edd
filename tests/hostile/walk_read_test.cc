// Walk and read in the hostile tree: both come to an end, and every name has exactly one outcome.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <climits>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>

#include "kindred/error.h"
#include "read/files/file_reader.h"
#include "tests/hostile/child.h"
#include "tests/hostile/hostile_tree.h"
#include "tests/hostile/mutator.h"
#include "walk/walk.h"

namespace kindred {
namespace {

walk::WalkResult WalkAll(const std::string& root, unsigned threads) {
  WalkOptions options;
  options.roots = {root};
  options.hidden = true;
  options.min_size = 0;
  Observer observer;
  return walk::Walk(options, threads, observer);
}

std::map<std::string, std::uint64_t> CountReasons(const walk::WalkResult& result) {
  std::map<std::string, std::uint64_t> counts;
  for (const Skip& skip : result.skips) ++counts[skip.reason];
  return counts;
}

std::uint64_t CountEntries(const walk::WalkResult& result) {
  std::uint64_t count = 0;
  for (const Directory& directory : result.directories) count += directory.entries.size();
  return count;
}

// Every name has one outcome, and they come in order.
void ExpectOrder(const walk::WalkResult& result) {
  const DirectoryPath* last_path = nullptr;
  for (const Directory& directory : result.directories) {
    EXPECT_FALSE(directory.entries.empty());
    EXPECT_TRUE(last_path == nullptr || *last_path < directory.path) << directory.path.str();
    last_path = &directory.path;
    for (std::size_t i = 1; i < directory.entries.size(); ++i) {
      EXPECT_LT(directory.entries[i - 1].name, directory.entries[i].name);
    }
  }
  std::unordered_set<std::string> skipped;
  for (const Skip& skip : result.skips) {
    EXPECT_TRUE(skipped.insert(skip.path).second) << skip.path << " is skipped twice";
    EXPECT_NE(skip.reason, "");
  }
  for (const Directory& directory : result.directories) {
    if (skipped.empty()) break;
    for (const Entry& entry : directory.entries) {
      EXPECT_FALSE(skipped.contains(JoinPath(directory.path, entry.name)))
          << entry.name << " is entry and skip";
    }
  }
}

void ExpectEqual(const walk::WalkResult& a, const walk::WalkResult& b) {
  ASSERT_EQ(a.directories.size(), b.directories.size());
  for (std::size_t i = 0; i < a.directories.size(); ++i) {
    ASSERT_EQ(a.directories[i].path, b.directories[i].path);
    ASSERT_EQ(a.directories[i].entries.size(), b.directories[i].entries.size());
    for (std::size_t j = 0; j < a.directories[i].entries.size(); ++j) {
      ASSERT_EQ(a.directories[i].entries[j].name, b.directories[i].entries[j].name);
      ASSERT_EQ(a.directories[i].entries[j].inode, b.directories[i].entries[j].inode);
    }
  }
  ASSERT_EQ(a.skips.size(), b.skips.size());
  for (std::size_t i = 0; i < a.skips.size(); ++i) ASSERT_EQ(a.skips[i].path, b.skips[i].path);
}

struct ReadCounts {
  std::uint64_t ok = 0;
  std::map<std::string, std::uint64_t> reasons;
};

ReadCounts ReadAll(const walk::WalkResult& result, std::size_t piece_size = read::FileReader::kPieceSize) {
  ReadCounts counts;
  read::FileReader reader(piece_size);
  read::OpenAncestors ancestors;
  for (const Directory& directory : result.directories) {
    const read::OpenDirectory open(directory.path, false, ancestors);
    if (open.descriptor() < 0) {
      EXPECT_NE(open.reason(), "");
      counts.reasons[open.reason()] += directory.entries.size();
      continue;
    }
    for (const Entry& entry : directory.entries) {
      std::uint64_t bytes = 0;
      const read::FileReader::Outcome outcome = reader.Read(
          open.descriptor(), entry.name, false, [](const Entry&) { return true; },
          [&](std::span<const std::uint8_t> piece) {
            bytes += piece.size();
            return true;
          });
      if (outcome.ok) {
        EXPECT_EQ(bytes, outcome.entry.size);
        ++counts.ok;
      } else {
        EXPECT_NE(outcome.reason, "");
        ++counts.reasons[outcome.reason];
      }
    }
  }
  return counts;
}

TEST(HostileTest, EveryNameHasOneOutcome) {
  HostileTree tree;
  tree.AddAll();
  const walk::WalkResult result = WalkAll(tree.path(), 2);
  ExpectOrder(result);
  EXPECT_EQ(CountEntries(result), tree.files());
  EXPECT_EQ(CountReasons(result), tree.skips());
  EXPECT_EQ(result.filtered, 0u);
  EXPECT_EQ(result.hidden, 0u);
  for (const unsigned threads : {1u, 8u}) ExpectEqual(WalkAll(tree.path(), threads), result);

  const ReadCounts counts = ReadAll(result);
  EXPECT_EQ(counts.ok, tree.files() - tree.sparse_files());
  EXPECT_EQ(counts.reasons, (std::map<std::string, std::uint64_t>{
                                {"sparse file above 1 GiB, almost all holes", tree.sparse_files()}}));
}

TEST(HostileTest, FollowedLinksEnd) {
  HostileTree tree;
  tree.AddLinks();
  tree.AddSpecialFiles();
  tree.AddLongPath();
  WalkOptions options;
  options.roots = {tree.path()};
  options.follow_links = true;
  Observer observer;
  const walk::WalkResult result = walk::Walk(options, 2, observer);
  ExpectOrder(result);
  EXPECT_EQ(CountEntries(result), tree.files() + 1);  // links/to_file
  const std::map<std::string, std::uint64_t> reasons = CountReasons(result);
  EXPECT_EQ(reasons.at("dangling link"), 1u);
  EXPECT_EQ(reasons.at("link loop"), 3u);
  EXPECT_EQ(reasons.at("link to a directory reached before"), 2u);
}

TEST(HostileTest, ACombWithFewDescriptors) {
  HostileTree tree;
  tree.AddComb(1500);
  RunInChild([&] {
    const rlimit limit = {.rlim_cur = 64, .rlim_max = 64};
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    for (const unsigned threads : {1u, 2u}) {
      const walk::WalkResult result = WalkAll(tree.path(), threads);
      EXPECT_EQ(CountEntries(result), tree.files()) << threads;
      EXPECT_TRUE(CountReasons(result).empty()) << threads;
    }
  });
}

TEST(HostileTest, RootsBeyondPathMax) {
  HostileTree tree;
  tree.AddLongPath();
  ASSERT_GT(tree.long_path().size(), std::size_t{PATH_MAX});
  const std::string directory = tree.long_path().substr(0, tree.long_path().rfind('/'));
  for (const std::string& root : {tree.long_path(), directory}) {
    const walk::WalkResult result = WalkAll(root, 2);
    ASSERT_EQ(result.directories.size(), 1u);
    EXPECT_EQ(result.directories[0].path, directory);
    EXPECT_EQ(ReadAll(result).ok, 1u);
  }
  RunInChild([&] {
    const read::OpenDirectory open(directory, false);
    ASSERT_EQ(::fchdir(open.descriptor()), 0);
    for (const char* root : {".", "file",
                             "../"
                             "./"}) {
      const walk::WalkResult result = WalkAll(root, 2);
      ASSERT_EQ(result.directories.size(), 1u);
      EXPECT_EQ(result.directories[0].path, directory) << root;
    }
  });
}

TEST(HostileTest, NoPermission) {
  HostileTree tree;
  tree.AddForbidden();
  RunWithoutPrivileges([&] {
    const walk::WalkResult result = WalkAll(tree.path(), 2);
    ASSERT_EQ(result.directories.size(), 1u);
    EXPECT_EQ(CountEntries(result), 1u);
    ASSERT_EQ(result.skips.size(), 2u);
    EXPECT_EQ(result.skips[0].path, tree.path() + "/forbidden/directory");
    EXPECT_EQ(result.skips[1].path, tree.path() + "/forbidden/unsearchable/file");
    for (const Skip& skip : result.skips) {
      EXPECT_EQ(skip.reason, "permission denied");
      EXPECT_TRUE(skip.error);
    }
    EXPECT_EQ(ReadAll(result).reasons, (std::map<std::string, std::uint64_t>{{"permission denied", 1}}));
    EXPECT_EQ(read::OpenDirectory(tree.path() + "/forbidden/directory", false).reason(), "permission denied");
    try {
      WalkAll(tree.path() + "/forbidden/directory", 2);
      ADD_FAILURE() << "an unreadable root was walked";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kFailed);
      EXPECT_NE(std::string(error.what()).find("Permission denied"), std::string::npos) << error.what();
    }
  });
}

TEST(HostileTest, ADirectorySwappedForALinkIsNotRead) {
  HostileTree tree;
  tree.tree().MakeDirectory("a");
  tree.tree().MakeDirectory("a/b");
  tree.tree().WriteFile("a/b/file", "mine");
  tree.tree().MakeDirectory("secret");
  tree.tree().MakeDirectory("secret/b");
  tree.tree().WriteFile("secret/b/file", "not yours");
  const walk::WalkResult result = WalkAll(tree.path() + "/a", 2);
  ASSERT_EQ(::rename((tree.path() + "/a").c_str(), (tree.path() + "/old").c_str()), 0);
  tree.tree().Link("secret", "a");
  const std::map<std::string, std::uint64_t> expected = {{"directory replaced since the walk", 1}};
  EXPECT_EQ(ReadAll(result).reasons, expected);

  // The same where the kernel has no openat2.
  RunInChild([&] {
    sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const sock_fprog program = {.len = std::size(code), .filter = code};
    ASSERT_EQ(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    ASSERT_EQ(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
    EXPECT_EQ(ReadAll(result).reasons, expected);
    EXPECT_EQ(ReadAll(WalkAll(tree.path() + "/old", 1)).ok, 1u);
    EXPECT_GE(read::OpenDirectory("/", false).descriptor(), 0);
  });
}

TEST(HostileTest, ATreeThatNeverHoldsStill) {
  TempTree tree;
  const Mutator first(tree.path(), 1);
  const Mutator second(tree.path(), 2);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  std::uint64_t rounds = 0;
  std::uint64_t ok = 0;
  std::set<std::string> reasons;
  while (std::chrono::steady_clock::now() < end) {
    const walk::WalkResult result = WalkAll(tree.path(), 1 + rounds % 4);
    ExpectOrder(result);
    for (const Skip& skip : result.skips) reasons.insert(skip.reason);
    const ReadCounts counts = ReadAll(result, 1000);
    ok += counts.ok;
    for (const auto& [reason, count] : counts.reasons) reasons.insert(reason);
    ++rounds;
  }
  EXPECT_GT(rounds, 10u);
  EXPECT_GT(ok, 0u);
  EXPECT_GT(first.changes() + second.changes(), 1000u);
  const std::set<std::string> known = {"symbolic link",
                                       "vanished",
                                       "directory",
                                       "changed while being read",
                                       "directory replaced during the walk",
                                       "directory replaced since the walk"};
  for (const std::string& reason : reasons) EXPECT_TRUE(known.contains(reason)) << reason;
}

TEST(HostileTest, TheProcessesOwnFilesEnd) {
  const walk::WalkResult result = WalkAll("/proc/self/", 2);
  ExpectOrder(result);
  EXPECT_GT(CountEntries(result), 0u);
}

}  // namespace
}  // namespace kindred

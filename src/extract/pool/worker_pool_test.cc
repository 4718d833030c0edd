// The pool when workers fail it, and when many threads use it.
#include "extract/pool/worker_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;
using testing_support::RandomText;
using Outcome = Extraction::Outcome;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

#if defined(__SANITIZE_THREAD__)
constexpr bool kThreadSanitized = true;
#else
constexpr bool kThreadSanitized = false;
#endif

class Pool : public testing::Test {
 protected:
  Pool() {
    files_.Write("a.txt", RandomText(200000, 1));
    files_.Run("zip -q x.zip a.txt && gzip -k a.txt");
  }

  // A program in place of kindred-extract, which answers on the worker's socket and then does something else.
  PoolOptions Instead(const std::string& python) {
    files_.Write("instead/kindred-extract",
                 "#!/usr/bin/python3\nimport os, socket, time\ns = socket.socket(fileno=3)\n" + python);
    std::filesystem::permissions(files_.Path("instead/kindred-extract"), std::filesystem::perms::owner_all);
    return {.workers = 1, .programs = files_.Path("instead"), .unsandboxed = false};
  }
  static constexpr const char* kReady = "s.send(b'\\x01\\x03\\0\\0\\0\\1')\ns.recv(1000)\n";

  MadeFiles files_;
};

TEST_F(Pool, TheForbiddenActsAreDeniedInEveryProgram) {
  for (const std::string name : {"kindred-extract", "kindred-extract-pdf"}) {
    const std::string program = KINDRED_EXTRACT_PROGRAMS "/" + name;
    if (::access(program.c_str(), X_OK) != 0) continue;
    files_.Run(program + " list-forbidden >acts");
    int acts = 0;
    for (const char c : files_.Read("acts")) acts += c == '\n';
    EXPECT_GE(acts, 20);
    for (int i = 0; i < acts; ++i) {
      const auto run = [&](const char* mode) {
        return std::system((program + mode + std::to_string(i) + " >/dev/null 2>&1").c_str());
      };
      const int status = run(" try-forbidden ");
      // The shell reports a death by SIGSYS as 128 + 31.
      const bool denied =
          WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 128 + SIGSYS);
      EXPECT_TRUE(denied || (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)) << name << " act " << i;
      if (::geteuid() == 0) {
        EXPECT_EQ(WEXITSTATUS(run(" try-plain ")), 3) << name << " act " << i << " is no act";
      }
    }
  }
}

TEST_F(Pool, MissingProgramsAreNamed) {
  WorkerPool pool({.workers = 1, .programs = files_.root(), .unsandboxed = false});
  EXPECT_FALSE(pool.Available(ContainerType::kZip));
  EXPECT_THAT(pool.WhyNot(ContainerType::kZip), HasSubstr("kindred-extract is missing"));
  EXPECT_THAT(pool.WhyNot(ContainerType::kPdf), HasSubstr("libpoppler-cpp-dev"));
  const Looked looked = files_.Look(pool, "x.zip");
  EXPECT_EQ(looked.result.outcome, Outcome::kUnavailable);
  WorkerPool good(Programs());
  EXPECT_TRUE(good.Available(ContainerType::kZip)) << good.WhyNot(ContainerType::kZip);
}

TEST_F(Pool, WithoutASandboxNothingIsLookedInto) {
  PoolOptions options = Instead("s.send(b'\\x01\\x03\\0\\0\\0\\0no Landlock')\ns.recv(1000)\n");
  WorkerPool pool(options);
  EXPECT_THAT(pool.WhyNot(ContainerType::kZip), HasSubstr("no sandbox on this machine (no Landlock)"));
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kUnavailable);
  options.unsandboxed = true;
  WorkerPool open(options);
  EXPECT_TRUE(open.Available(ContainerType::kZip));
}

TEST_F(Pool, AWorkerOfAnotherVersionIsRefused) {
  WorkerPool pool(Instead("s.send(b'\\x01\\x63\\0\\0\\0\\1')\ns.recv(1000)\n"));
  EXPECT_THAT(pool.WhyNot(ContainerType::kZip), HasSubstr("another version"));
}

TEST_F(Pool, AWorkerThatCrashesHangsOrTalksNonsenseIsReplaced) {
  const auto result = [&](const std::string& python,
                          std::chrono::milliseconds time = std::chrono::seconds(30)) {
    WorkerPool pool(Instead(kReady + python));
    const Looked first = files_.Look(pool, "x.zip", {.time = time});
    EXPECT_EQ(files_.Look(pool, "x.zip", {.time = time}).result.outcome, first.result.outcome);  // a new one
    return first;
  };
  const Looked crashed = result("os.kill(os.getpid(), 11)\n");
  EXPECT_EQ(crashed.result.outcome, Outcome::kCrashed);
  EXPECT_THAT(crashed.result.reason, HasSubstr("Segmentation fault"));
  EXPECT_EQ(result("os._exit(0)\n").result.outcome, Outcome::kCrashed);
  const Looked hung = result("time.sleep(1000)\n", std::chrono::milliseconds(300));
  EXPECT_EQ(hung.result.outcome, Outcome::kTimedOut);
  // Busy with messages, but never done.
  const Looked busy =
      result("s.send(b'\\2\\1a')\nwhile True: s.send(b'\\3x')\n", std::chrono::milliseconds(300));
  EXPECT_EQ(busy.result.outcome, Outcome::kTimedOut);
  EXPECT_EQ(result("s.send(b'\\3data before a part')\n").result.outcome, Outcome::kCrashed);
  EXPECT_EQ(result("s.send(b'\\2\\1../x')\n").result.outcome, Outcome::kCrashed);
  EXPECT_EQ(result("s.send(b'\\3' * 100000)\n").result.outcome, Outcome::kCrashed);
  EXPECT_EQ(result("s.send(b'')\ntime.sleep(9)\n", std::chrono::milliseconds(300)).parts.size(), 0u);
  EXPECT_EQ(result("socket.send_fds(s, [b'\\6\\0'], [0])\n").result.outcome, Outcome::kCrashed);
  // What was finished before is kept.
  const Looked half = result("s.send(b'\\2\\1a')\ns.send(b'\\3x')\ns.send(b'\\5')\nos.abort()\n");
  EXPECT_EQ(half.result.outcome, Outcome::kCrashed);
  EXPECT_THAT(half.order, ElementsAre("a"));
}

TEST_F(Pool, AWorkerThatDiedWhileIdleIsNotNoticed) {
  WorkerPool pool(
      Instead("s.send(b'\\x01\\x03\\0\\0\\0\\1')\ns.recv(1000)\n"
              "if os.path.exists('" +
              files_.Path("once") +
              "'): s.send(b'\\6\\0'); time.sleep(9)\n"
              "open('" +
              files_.Path("once") + "', 'w'); s.send(b'\\6\\0'); s.close(); open('" + files_.Path("closed") +
              "', 'w')\n"));
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
  for (int i = 0; i < 6000 && !std::filesystem::exists(files_.Path("closed")); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_TRUE(std::filesystem::exists(files_.Path("closed")));
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
}

TEST_F(Pool, StopsWhenAsked) {
  WorkerPool pool(Instead(std::string(kReady) + "time.sleep(1000)\n"));
  const int fd = ::open(files_.Path("x.zip").c_str(), O_RDONLY | O_CLOEXEC);
  testing_support::PartKeeper keeper;
  int asked = 0;
  const auto start = std::chrono::steady_clock::now();
  const Extraction result =
      pool.Extract(fd, ContainerType::kZip, {}, keeper, [&asked] { return ++asked == 2; });
  EXPECT_EQ(result.outcome, Outcome::kStopped);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  ::close(fd);
}

TEST_F(Pool, WhatASinkThrowsPassesThrough) {
  class Thrower : public testing_support::PartKeeper {
   public:
    void Bytes(std::string_view) override { throw std::runtime_error("planted"); }
  };
  WorkerPool pool(Programs(1));
  const int fd = ::open(files_.Path("x.zip").c_str(), O_RDONLY | O_CLOEXEC);
  Thrower thrower;
  EXPECT_THROW(pool.Extract(fd, ContainerType::kZip, {}, thrower, {}), std::runtime_error);
  ::close(fd);
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
}

TEST_F(Pool, ManyThreadsFewWorkersTwoPrograms) {
  files_.Write("x.ms", "some words\n");
  files_.Run("groff -Tps x.ms | ps2pdf - x.pdf");
  WorkerPool pool(Programs(2));
  const bool pdf = pool.Available(ContainerType::kPdf);
  const std::string text = files_.Read("a.txt");
  std::atomic<int> right = 0;
  std::vector<std::jthread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        if (pdf && (t + i) % 4 == 0) {
          right += files_.Look(pool, "x.pdf").parts["text"].starts_with("some words");
        } else {
          right +=
              files_.Look(pool, i % 2 == 0 ? "x.zip" : "a.txt.gz").parts[i % 2 == 0 ? "a.txt" : "stream"] ==
              text;
        }
      }
    });
  }
  threads.clear();
  EXPECT_EQ(right, 160);
}

TEST_F(Pool, NoProcessIsLeft) {
  {
    WorkerPool pool(Programs(2));
    EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), 0);  // one that is idle
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

// The workers and their fork server are all children of this process, which can end them and learns how they
// ended.
std::vector<pid_t> Children() {
  std::vector<pid_t> children;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;) children.push_back(child);
  }
  return children;
}

TEST_F(Pool, ManyDamagedFilesNeedOneNursery) {
  if (kThreadSanitized) GTEST_SKIP() << "there are no copies";
  files_.Write("bad.zip", "PK\3\4" + RandomText(2000, 3));
  WorkerPool pool(Programs(1));
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
  const std::vector<pid_t> before = Children();
  ASSERT_EQ(before.size(), 2u);  // the fork server, and a worker
  for (int i = 0; i < 5; ++i) EXPECT_EQ(files_.Look(pool, "bad.zip").result.outcome, Outcome::kRefused);
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
  const std::vector<pid_t> after = Children();
  ASSERT_EQ(after.size(), 2u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_NE(after[1], before[1]);
}

TEST_F(Pool, ANurseryThatHasGoneIsStartedAnew) {
  WorkerPool pool(Programs(1));
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
  for (const pid_t child : Children()) {
    ::kill(child, SIGKILL);
    siginfo_t info;
    ::waitid(P_PID, static_cast<id_t>(child), &info,
             WEXITED | WNOWAIT);  // gone, but still the pool's to wait for
  }
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
}

TEST_F(Pool, TheMemoryOfAWorkerIsLimited) {
  if (kSanitized) GTEST_SKIP() << "sanitizers map more than that";
  // The header of the block claims a dictionary of 3 GB.
  files_.Write("make.py",
               "import lzma, struct, zlib\nx = bytearray(lzma.compress(b''.join(b'%d ' % (i * i) for i in "
               "range(9999))))\n"
               "size = (x[12] + 1) * 4\nassert x[14:16] == b'\\x21\\1'\nx[16] = 39\n"
               "x[12 + size - 4:12 + size] = struct.pack('<I', zlib.crc32(x[12:12 + size - 4]))\n"
               "open('huge.xz', 'wb').write(x)\n");
  files_.Run("python3 make.py");
  WorkerPool pool(Programs(1));
  const Looked looked = files_.Look(pool, "huge.xz");
  EXPECT_NE(looked.result.outcome, Outcome::kDone) << looked.parts.size();
  EXPECT_EQ(files_.Look(pool, "x.zip").result.outcome, Outcome::kDone);
}

}  // namespace
}  // namespace kindred::extract

// A thread that keeps changing a small tree: creates, deletes, renames, links, grows, truncates, exchanges
// names, and swaps directories for links and back.
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <system_error>
#include <thread>

namespace kindred {

class Mutator {
 public:
  struct Options {
    // Links lead out of the tree, too. Only where the mutator's own calls cannot follow them, because its
    // root is the tree (bench/reliability/mutate.cc).
    bool links_anywhere = false;
    std::chrono::microseconds pause{0};  // after each change
  };

  Mutator(std::string directory, unsigned seed) : Mutator(std::move(directory), seed, Options()) {}
  Mutator(std::string directory, unsigned seed, const Options& options)
      : directory_(std::move(directory)),
        options_(options),
        random_(seed),
        text_(MakeText()),
        thread_([this](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
            Change();
            if (changes() % kClearEvery == 0) Clear();
            changes_.fetch_add(1, std::memory_order_relaxed);
            if (options_.pause.count() > 0) std::this_thread::sleep_for(options_.pause);
          }
        }) {}

  std::uint64_t changes() const { return changes_.load(std::memory_order_relaxed); }

 private:
  // Most calls fail now and then, as the name is not there or is something else: that is meant.
  void Change() {
    const std::string path = Pick();
    switch (random_() % 10) {
      case 0:
      case 1:
        Write(path, O_CREAT | O_TRUNC, random_() % 20'000);
        break;
      case 2:
        Write(path, O_APPEND, 5000);
        break;
      case 3:
        if (::truncate(path.c_str(), static_cast<off_t>(random_() % 3000)) != 0) ::unlink(path.c_str());
        break;
      case 4:
        ::unlink(path.c_str());
        break;
      case 5:
        ::rename(path.c_str(), Pick().c_str());
        break;
      case 6:
        ::mkdir(path.c_str(), 0755);
        break;
      case 7:
        if (::link(path.c_str(), Pick().c_str()) != 0) ::unlink(path.c_str());
        break;
      case 8:
        ::renameat2(AT_FDCWD, path.c_str(), AT_FDCWD, Pick().c_str(), RENAME_EXCHANGE);
        break;
      default:
        ::rmdir(path.c_str());
        if (::symlink(Target(), path.c_str()) != 0) ::rename(path.c_str(), Pick().c_str());
    }
  }

  // Renames through links nest directories in each other; without this the tree would grow without end.
  void Clear() {
    std::error_code ignored;  // the other mutators may be faster
    std::filesystem::remove_all(directory_ + "/" + "abcdefgh"[random_() % 8], ignored);
  }

  // To its own directory: a link upwards would lead these very calls out of the tree.
  const char* Target() {
    constexpr const char* kAnywhere[] = {".",   "..",      "../a",        "/a",
                                         "a/b", "nowhere", "/etc/passwd", "/dev/zero"};
    return options_.links_anywhere ? kAnywhere[random_() % std::size(kAnywhere)] : ".";
  }

  // One of eight names at one of three levels.
  std::string Pick() {
    std::string path = directory_;
    for (auto level = random_() % 3 + 1; level > 0; --level)
      path += "/" + std::string(1, "abcdefgh"[random_() % 8]);
    return path;
  }

  // Pieces of it begin at few places, so files resemble each other.
  static std::string MakeText() {
    std::minstd_rand random(1);
    std::string text;
    while (text.size() < 40'000) {
      for (auto length = 2 + random() % 9; length > 0; --length)
        text += static_cast<char>('a' + random() % 26);
      text += random() % 10 == 0 ? '\n' : ' ';
    }
    return text;
  }

  void Write(const std::string& path, int flags, std::size_t size) {
    const int file = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0644);
    if (file < 0) return;
    if (::write(file, text_.data() + random_() % 20 * 1000, size) < 0) ::unlink(path.c_str());
    ::close(file);
  }

  static constexpr std::uint64_t kClearEvery = 500;

  const std::string directory_;
  const Options options_;
  std::minstd_rand random_;
  const std::string text_;
  std::atomic<std::uint64_t> changes_ = 0;
  std::jthread thread_;  // the last: it uses the others
};

}  // namespace kindred

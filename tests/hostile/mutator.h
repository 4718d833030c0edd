// A thread that keeps changing a small tree: creates, deletes, renames, grows, truncates, and swaps
// directories for links and back.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <random>
#include <string>
#include <thread>

namespace kindred {

class Mutator {
 public:
  Mutator(std::string directory, unsigned seed)
      : directory_(std::move(directory)), random_(seed), thread_([this](const std::stop_token& stop) {
          while (!stop.stop_requested()) {
            Change();
            changes_.fetch_add(1, std::memory_order_relaxed);
          }
        }) {}

  std::uint64_t changes() const { return changes_.load(std::memory_order_relaxed); }

 private:
  // Most calls fail now and then, as the name is not there or is something else: that is meant.
  void Change() {
    const std::string path = Pick();
    switch (random_() % 8) {
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
      default:
        ::rmdir(path.c_str());
        // To its own directory: a link upwards would lead these very calls out of the tree.
        if (::symlink(".", path.c_str()) != 0) ::rename(path.c_str(), Pick().c_str());
    }
  }

  // One of eight names at one of three levels.
  std::string Pick() {
    std::string path = directory_;
    for (auto level = random_() % 3 + 1; level > 0; --level)
      path += "/" + std::string(1, "abcdefgh"[random_() % 8]);
    return path;
  }

  static void Write(const std::string& path, int flags, std::size_t size) {
    const int file = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | flags, 0644);
    if (file < 0) return;
    const std::string bytes(size, 'x');
    if (::write(file, bytes.data(), bytes.size()) < 0) ::unlink(path.c_str());
    ::close(file);
  }

  const std::string directory_;
  std::minstd_rand random_;
  std::atomic<std::uint64_t> changes_ = 0;
  std::jthread thread_;  // the last: it uses the others
};

}  // namespace kindred

// Files made by real programs, for tests that look inside them, and what a pool of workers returns for them.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "extract/container_type.h"
#include "extract/pool/worker_pool.h"
#include "tests/temp_tree.h"

namespace kindred::testing_support {

// Keeps the finished parts.
class PartKeeper : public extract::PartSink {
 public:
  void BeginPart(const extract::Part& part) override {
    now_ = part;
    bytes_.clear();
    now_pages_.clear();
  }
  void Bytes(std::string_view bytes) override { bytes_ += bytes; }
  void PageBreak() override { now_pages_.push_back(bytes_.size()); }
  void EndPart() override {
    order.push_back(now_.name);
    kinds[now_.name] = now_.kind;
    pages[now_.name] = now_pages_;
    parts[now_.name] = bytes_;
  }
  void DropPart() override { ++dropped; }

  std::vector<std::string> order;
  std::map<std::string, std::string> parts;
  std::map<std::string, extract::PartKind> kinds;
  std::map<std::string, std::vector<std::size_t>> pages;
  int dropped = 0;

 private:
  extract::Part now_;
  std::string bytes_;
  std::vector<std::size_t> now_pages_;
};

struct Looked : PartKeeper {
  extract::Extraction result;
  extract::ContainerType type = extract::ContainerType::kNone;
};

class MadeFiles : public TempTree {
 public:
  // In the tree's directory; a test whose program is missing fails.
  void Run(const std::string& command) const {
    if (std::system(
            ("cd '" + root() + "' && ( " + command + " ) >/dev/null 2>'" + root() + ".err'").c_str()) != 0)
      throw std::runtime_error(command + ": " + Slurp(root() + ".err"));
  }
  std::string Read(const std::string& name) const { return Slurp(Path(name)); }

  // The title of a document of the tree.
  std::string Title(extract::WorkerPool& pool, const std::string& name) const {
    const int fd = ::open(Path(name).c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) throw std::runtime_error("cannot open " + name);
    std::string title = pool.Title(fd, TypeOf(fd, name));
    ::close(fd);
    return title;
  }

  // Looks into a file of the tree, whose type is determined by its bytes unless it is given.
  Looked Look(extract::WorkerPool& pool, const std::string& name, const extract::Limits& limits = {},
              extract::ContainerType type = extract::ContainerType::kNone) const {
    Looked looked;
    const int fd = ::open(Path(name).c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) throw std::runtime_error("cannot open " + name);
    looked.type = type != extract::ContainerType::kNone ? type : TypeOf(fd, name);
    looked.result = pool.Extract(fd, looked.type, limits, looked, {});
    ::close(fd);
    return looked;
  }

 private:
  static extract::ContainerType TypeOf(int fd, const std::string& name) {
    std::string head(extract::kContainerHeadBytes, '\0');
    head.resize(static_cast<std::size_t>(::pread(fd, head.data(), head.size(), 0)));
    return extract::DetectContainer(head, name);
  }
  static std::string Slurp(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
};

// Where the build has put the worker programs.
inline extract::PoolOptions Programs(int workers = 2) {
  return {.workers = workers, .programs = KINDRED_EXTRACT_PROGRAMS, .unsandboxed = false};
}

// The same programs without a sandbox, to compare with.
inline extract::PoolOptions UnlockedPrograms(const MadeFiles& files) {
  for (const std::string name : {"kindred-extract", "kindred-extract-pdf"}) {
    files.Write("unlocked/" + name,
                "#!/bin/sh\nexec " KINDRED_EXTRACT_PROGRAMS "/" + name + " serve-unlocked\n");
    std::filesystem::permissions(files.Path("unlocked/" + name), std::filesystem::perms::owner_all);
  }
  return {.workers = 1, .programs = files.Path("unlocked"), .unsandboxed = true};
}

}  // namespace kindred::testing_support

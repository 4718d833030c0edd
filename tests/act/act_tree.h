// A small tree with pairs of equal files, and steps that tests can watch, stop or make fail.
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <vector>

#include "act/journal/journal.h"
#include "act/runs/batch.h"
#include "tests/temp_tree.h"

namespace kindred::act {

class HookedSteps : public Steps {
 public:
  // Called before each step; anything but 0 is the errno it fails with.
  std::function<int(Step step, int count)> before = nullptr;
  int count = 0;  // of all steps

  int Before(Step step) override { return before ? before(step, ++count) : (++count, 0); }
};

class ActTree : public testing_support::TempTree {
 public:
  std::string Read(const std::string& name) const {
    std::ifstream stream(Path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  FileFacts Facts(const std::string& name) const {
    struct stat status = {};
    ::lstat(Path(name).c_str(), &status);
    return FactsFrom(status);
  }
  PlannedFile Planned(const std::string& name) const { return {{root(), name}, Facts(name), name}; }
  Job JobFor(const std::string& keep, const std::string& copy, ReplaceBy by = ReplaceBy::kHardlink) const {
    return {.keep = Planned(keep),
            .copy = Planned(copy),
            .by = by,
            .target = root() + "/../moved/" + copy,
            .freed = 1};
  }
  bool Linked(const std::string& a, const std::string& b) const { return SameInode(Facts(a), Facts(b)); }
  // Names of the tree that are ours.
  std::vector<std::string> Leftovers() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root())) {
      if (entry.path().filename().string().starts_with(".kindred-")) names.push_back(entry.path());
    }
    return names;
  }

  std::vector<JobResult> Do(const std::vector<Job>& jobs, Steps& steps,
                            base::FileSystem& files = base::PosixFileSystem(),
                            const BatchLimits& limits = {}) const {
    Journal journal(files, index());
    JournalWriter writer = journal.NewRun({.kind = RunKind::kDedupe, .by = "test", .roots = {root()}});
    std::string failure;
    std::vector<JobResult> results = DoJobs(jobs, {}, writer, steps, nullptr, &failure, limits);
    if (failure.empty()) writer.End({.actions = jobs.size()});
    return results;
  }
};

}  // namespace kindred::act

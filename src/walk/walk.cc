// The walk: plan the roots, walk them with several threads, put the parts together and sort them.
// Links to directories (follow_links) are entered after everything that is reached without them, in the order
// of their paths, so that real paths win and the result is the same every time.
#include "walk/walk.h"

#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <iterator>
#include <mutex>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "base/release_memory.h"
#include "walk/root_plan.h"
#include "walk/walker.h"

namespace kindred::walk {

namespace {

// Directories kept open for those below them. A small part of what the process may open: a deep tree needs
// some more than this, and the walk is not alone.
int AnchorLimit() {
  rlimit limit = {};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 32;
  return static_cast<int>(std::min<rlim_t>(limit.rlim_cur / 8, 256));
}

// Runs the walkers to the end, the first in this thread. The first exception stops all and is thrown again.
void RunAll(std::deque<Walker>& walkers, WorkList& work) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto run = [&](Walker& walker) {
    try {
      walker.Run();
    } catch (...) {
      {
        const std::lock_guard lock(mutex);
        if (failure == nullptr) failure = std::current_exception();
      }
      work.Stop();
    }
  };
  {
    std::vector<std::jthread> threads;
    threads.reserve(walkers.size());
    for (std::size_t i = 1; i < walkers.size(); ++i) {
      try {
        threads.emplace_back(run, std::ref(walkers[i]));
      } catch (const std::system_error&) {
        break;  // no more threads available: the running ones do all the work
      }
    }
    run(walkers.front());
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

void EnterLinks(Walker& walker) {
  while (!walker.links.empty()) {
    std::vector<DirectoryLink> round = std::exchange(walker.links, {});
    std::sort(round.begin(), round.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
    for (const DirectoryLink& link : round) walker.EnterLink(link);
  }
}

template <typename T>
void Append(std::vector<T>& part, std::vector<T>* whole) {
  whole->insert(whole->end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  base::Free(&part);
}

bool ByPath(const Directory& a, const Directory& b) { return a.path < b.path; }

// Adds root files to their directory, which the walk may have found as well.
void AddFileRoots(std::map<std::string, std::vector<Entry>>& files, std::vector<Directory>* directories) {
  const auto by_name = [](const Entry& a, const Entry& b) { return a.name < b.name; };
  std::vector<Directory> added;
  for (auto& [path, entries] : files) {
    const auto place =
        std::lower_bound(directories->begin(), directories->end(), Directory{path, {}}, ByPath);
    if (place != directories->end() && place->path == path) {
      Append(entries, &place->entries);
      std::sort(place->entries.begin(), place->entries.end(), by_name);
    } else {
      std::sort(entries.begin(), entries.end(), by_name);
      added.push_back({path, std::move(entries)});
    }
  }
  const auto middle = static_cast<std::ptrdiff_t>(directories->size());
  Append(added, directories);
  std::inplace_merge(directories->begin(), directories->begin() + middle, directories->end(), ByPath);
}

}  // namespace

WalkResult Walk(const WalkOptions& options, unsigned threads, Observer& observer) {
  if (threads == 0) threads = std::max(1u, std::thread::hardware_concurrency());
  if (options.follow_links) threads = 1;

  const Filter filter(options);
  RootPlan plan = PlanRoots(options, filter);
  WalkResult result;
  result.roots = std::move(plan.roots);
  result.skips = std::move(plan.skips);
  result.missing = std::move(plan.missing);
  result.filtered = plan.filtered.size();
  for (std::string& path : plan.filtered) result.left_out.push_back({std::move(path), 1});

  WalkProgress progress(observer);
  std::atomic<int> anchors = 0;  // outlives the work list, which may hold anchors when the walk is stopped
  std::deque<WalkNode> root_nodes;
  std::deque<Walker> walkers;
  WorkList work;
  WalkShare share{.options = options,
                  .filter = filter,
                  .unreached_roots = plan.unreached,
                  .progress = progress,
                  .work = work,
                  .anchor_limit = AnchorLimit(),
                  .anchors = anchors};
  std::vector<PendingDirectory> roots;
  for (RootPlan::DirectoryRoot& root : plan.directories) {
    root_nodes.push_back({.name = std::move(root.absolute), .root_device = root.device});
    roots.push_back({.node = &root_nodes.back(), .anchor = nullptr});
  }
  std::reverse(roots.begin(), roots.end());
  work.Push(&roots);
  for (unsigned i = 0; i < threads; ++i) walkers.emplace_back(share);
  RunAll(walkers, work);
  if (options.follow_links) EnterLinks(walkers.front());

  for (Walker& walker : walkers) {
    Append(walker.directories, &result.directories);
    Append(walker.skips, &result.skips);
    Append(walker.left_out, &result.left_out);
    result.filtered += walker.filtered;
    result.hidden += walker.hidden;
  }
  std::sort(result.directories.begin(), result.directories.end(), ByPath);
  AddFileRoots(plan.files, &result.directories);
  std::sort(result.skips.begin(), result.skips.end(), [](const Skip& a, const Skip& b) {
    return std::tie(a.path, a.reason) < std::tie(b.path, b.reason);
  });
  progress.End();
  return result;
}

}  // namespace kindred::walk

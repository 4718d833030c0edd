// The chain is a heaviest increasing subsequence: runs are taken by their offset in A, and a Fenwick tree
// over the offsets in B gives the heaviest chain that ends before an offset.
#include "report/side/run_plan.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace kindred::report {

namespace {

// Neighbours often overlap by a few bytes: if inserted text ends like the text before it, both runs include
// that end. So only the cores of runs must follow one another.
constexpr std::uint64_t kSoftEnd = 128;

struct Core {
  std::uint64_t begin_a, end_a, begin_b, end_b;
};

Core CoreOf(const PlannedRun& run) {
  const std::uint64_t soft = std::min(run.length / 4, kSoftEnd);
  return {run.a + soft, run.a + run.length - soft, run.b + soft, run.b + run.length - soft};
}

// Keeps the heaviest chain among those that end at or before a place.
class BestChains {
 public:
  explicit BestChains(std::size_t places) : nodes_(places + 1) {}

  struct Chain {
    std::uint64_t weight = 0;
    std::uint32_t last = 0;  // run number; 0: the empty chain
  };

  void Add(std::size_t place, Chain chain) {
    for (std::size_t i = place + 1; i < nodes_.size(); i += i & (~i + 1)) {
      if (chain.weight > nodes_[i].weight) nodes_[i] = chain;
    }
  }
  // Over places 0 .. count-1.
  Chain Best(std::size_t count) const {
    Chain best;
    for (std::size_t i = count; i > 0; i -= i & (~i + 1)) {
      if (nodes_[i].weight > best.weight) best = nodes_[i];
    }
    return best;
  }

 private:
  std::vector<Chain> nodes_;
};

std::vector<std::uint32_t> OrderedBy(const std::vector<Core>& cores, std::uint64_t Core::*place) {
  std::vector<std::uint32_t> order(cores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t x, std::uint32_t y) { return cores[x].*place < cores[y].*place; });
  return order;
}

void ChooseChain(std::vector<PlannedRun>* runs) {
  std::vector<Core> cores;
  std::vector<std::uint64_t> ends_b;
  for (const PlannedRun& run : *runs) {
    cores.push_back(CoreOf(run));
    ends_b.push_back(cores.back().end_b);
  }
  std::sort(ends_b.begin(), ends_b.end());

  BestChains chains(ends_b.size());
  std::vector<BestChains::Chain> before(runs->size());  // the best chain that may precede each run
  const std::vector<std::uint32_t> by_begin = OrderedBy(cores, &Core::begin_a);
  const std::vector<std::uint32_t> by_end = OrderedBy(cores, &Core::end_a);
  std::size_t added = 0;
  BestChains::Chain heaviest;
  for (std::uint32_t i : by_begin) {
    for (; added < by_end.size() && cores[by_end[added]].end_a <= cores[i].begin_a; ++added) {
      const std::uint32_t done = by_end[added];
      auto place = std::lower_bound(ends_b.begin(), ends_b.end(), cores[done].end_b) - ends_b.begin();
      chains.Add(static_cast<std::size_t>(place), {before[done].weight + (*runs)[done].length, done + 1});
    }
    auto count = std::upper_bound(ends_b.begin(), ends_b.end(), cores[i].begin_b) - ends_b.begin();
    before[i] = chains.Best(static_cast<std::size_t>(count));
    const std::uint64_t weight = before[i].weight + (*runs)[i].length;
    if (weight > heaviest.weight) heaviest = {weight, i + 1};
  }
  for (std::uint32_t run = heaviest.last; run != 0; run = before[run - 1].last) {
    (*runs)[run - 1].in_order = true;
  }
}

// By place in A, then in B; cut to the files; none twice.
std::vector<PlannedRun> SortedRuns(const SideBySide& files) {
  std::vector<PlannedRun> runs;
  for (const SideBySide::Run& run : files.runs) {
    if (run.a >= files.bytes_a.size() || run.b >= files.bytes_b.size()) continue;
    const std::uint64_t room = std::min(files.bytes_a.size() - run.a, files.bytes_b.size() - run.b);
    const std::uint64_t length = std::min(run.length, room);
    if (length > 0) runs.push_back({run.a, run.b, length});
  }
  if (runs.empty() && files.comparison.identical && !files.bytes_a.empty()) {
    runs.push_back({0, 0, files.bytes_a.size()});  // shorter than the shortest run that was asked for
  }
  std::sort(runs.begin(), runs.end(), [](const PlannedRun& x, const PlannedRun& y) {
    return std::tie(x.a, x.b, y.length) < std::tie(y.a, y.b, x.length);
  });
  auto same_places = [](const PlannedRun& x, const PlannedRun& y) { return x.a == y.a && x.b == y.b; };
  runs.erase(std::unique(runs.begin(), runs.end(), same_places), runs.end());
  return runs;
}

// Two neighbours may be split anywhere in their overlap; a line of one colour reads better than one of two.
void CutAtLines(const std::vector<PlannedRun>& runs, Side side, std::string_view bytes,
                std::vector<Stretch>* stretches) {
  for (std::size_t i = 1; i < stretches->size(); ++i) {
    Stretch& first = (*stretches)[i - 1];
    Stretch& second = (*stretches)[i];
    const PlannedRun& one = runs[first.run - 1];
    const PlannedRun& other = runs[second.run - 1];
    if (first.end != second.begin || !one.in_order || !other.in_order) continue;
    const std::uint64_t least = std::max(other.At(side), first.begin + 1);
    const std::uint64_t most = std::min(one.At(side) + one.length, second.end - 1);
    if (least > most || most > bytes.size()) continue;
    // Only there: a file may be one long line.
    const std::size_t newline = bytes.substr(least - 1, most - least + 1).rfind('\n');
    if (newline == std::string_view::npos) continue;
    first.end = least + newline;
    second.begin = least + newline;
  }
}

std::uint64_t DropRepeats(std::vector<PlannedRun>* runs) {
  std::vector<bool> owns(runs->size());
  for (Side side : {Side::kA, Side::kB}) {
    for (const Stretch& stretch : CoverSide(*runs, side, {}).stretches) owns[stretch.run - 1] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < runs->size(); ++i) {
    if (owns[i]) (*runs)[kept++] = (*runs)[i];
  }
  const std::uint64_t dropped = runs->size() - kept;
  runs->resize(kept);
  return dropped;
}

}  // namespace

RunPlan PlanRuns(const SideBySide& files) {
  RunPlan plan;
  plan.runs = SortedRuns(files);
  ChooseChain(&plan.runs);
  plan.repeats = DropRepeats(&plan.runs);
  plan.a = CoverSide(plan.runs, Side::kA, files.bytes_a);
  plan.b = CoverSide(plan.runs, Side::kB, files.bytes_b);
  for (Side side : {Side::kA, Side::kB}) {
    for (const RunStart& start : (side == Side::kA ? plan.a : plan.b).starts) {
      PlannedRun& run = plan.runs[start.run - 1];
      run.lead = std::max(run.lead, start.offset - run.At(side));
    }
  }
  return plan;
}

SideCover CoverSide(const std::vector<PlannedRun>& runs, Side side, std::string_view bytes) {
  SideCover cover;
  struct Edge {
    std::uint64_t offset;
    bool begins;
    std::uint32_t run;
  };
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < runs.size(); ++i) {
    edges.push_back({runs[i].At(side), true, i + 1});
    edges.push_back({runs[i].At(side) + runs[i].length, false, i + 1});
  }
  auto by_offset = [](const auto& x, const auto& y) { return x.offset < y.offset; };
  std::stable_sort(edges.begin(), edges.end(), by_offset);

  auto comes_first = [&](std::uint32_t x, std::uint32_t y) {
    auto rank = [&](std::uint32_t run) {
      const PlannedRun& planned = runs[run - 1];
      return std::tuple(!planned.in_order, ~planned.length, run);
    };
    return rank(x) < rank(y);
  };
  std::set<std::uint32_t, decltype(comes_first)> open(comes_first);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    if (edges[i].begins) {
      open.insert(edges[i].run);
    } else {
      open.erase(edges[i].run);
    }
    if (open.empty() || edges[i].offset == edges[i + 1].offset) continue;
    const std::uint32_t run = *open.begin();
    std::vector<Stretch>& stretches = cover.stretches;
    if (!stretches.empty() && stretches.back().run == run && stretches.back().end == edges[i].offset) {
      stretches.back().end = edges[i + 1].offset;
    } else {
      stretches.push_back({edges[i].offset, edges[i + 1].offset, run});
    }
  }
  CutAtLines(runs, side, bytes, &cover.stretches);

  for (std::uint32_t i = 0; i < runs.size(); ++i) cover.starts.push_back({runs[i].At(side), i + 1});
  for (auto stretch = cover.stretches.rbegin(); stretch != cover.stretches.rend(); ++stretch) {
    cover.starts[stretch->run - 1].offset = stretch->begin;
  }
  std::stable_sort(cover.starts.begin(), cover.starts.end(), by_offset);
  return cover;
}

CoverCursor::CoverCursor(const SideCover& cover, std::uint64_t from) : stretches_(cover.stretches) {
  auto ends_after = [](std::uint64_t offset, const Stretch& stretch) { return offset < stretch.end; };
  next_ = static_cast<std::size_t>(std::upper_bound(stretches_.begin(), stretches_.end(), from, ends_after) -
                                   stretches_.begin());
}

std::uint32_t CoverCursor::RunAt(std::uint64_t offset) {
  while (next_ < stretches_.size() && stretches_[next_].end <= offset) ++next_;
  const bool inside = next_ < stretches_.size() && stretches_[next_].begin <= offset;
  return inside ? stretches_[next_].run : 0;
}

}  // namespace kindred::report

// See near_pairs.h. Tested against all pairs in near_pairs_test.cc.
#include "tally/near_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/parallel.h"
#include "kindred/error.h"

namespace kindred {

namespace {

constexpr std::size_t kLeaf = 16;                // items that are compared one by one
constexpr std::size_t kCoordinates = kTags + 2;  // key, size, counts
constexpr std::size_t kKey = 0;
constexpr std::size_t kSize = 1;

std::int64_t CoordinateOf(const NearItem& item, std::size_t which) {
  if (which == kKey) return item.key;
  return static_cast<std::int64_t>(which == kSize ? item.size : item.counts[which - 2]);
}

double Largest(const NearItem& a, const NearItem& b) { return static_cast<double>(std::max(a.size, b.size)); }

// A stretch of the sorted items and what surrounds them.
struct Box {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint32_t low_half = 0;  // 0: a leaf
  std::uint32_t high_half = 0;
  std::array<std::int64_t, kCoordinates> low{};
  std::array<std::int64_t, kCoordinates> high{};
  double reach = 0;  // of any item in it to any smaller one
  double key_reach = 0;

  bool is_leaf() const { return low_half == 0; }
  std::size_t size() const { return last - first; }
};

class Boxes {
 public:
  explicit Boxes(std::span<const NearItem> items) : items_(items), order_(items.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    // Sorted by key first of all; the halving below keeps that as long as keys tell most.
    std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
      return std::tie(items_[a].key, a) < std::tie(items_[b].key, b);
    });
    if (!items.empty()) Make(0, items.size());
    sorted_.reserve(items.size());
    for (std::uint32_t item : order_) sorted_.push_back(items[item]);
  }

  const Box& operator[](std::uint32_t box) const { return boxes_[box]; }
  // By place in the boxes' order: neighbours stand side by side in memory.
  const NearItem& ItemAt(std::size_t place) const { return sorted_[place]; }
  std::uint32_t NumberAt(std::size_t place) const { return order_[place]; }

 private:
  std::uint32_t Make(std::size_t first, std::size_t last) {
    const auto number = static_cast<std::uint32_t>(boxes_.size());
    boxes_.push_back(Surround(first, last));
    if (last - first <= kLeaf) return number;
    const std::size_t widest = Widest(boxes_[number]);
    const std::size_t middle = first + (last - first) / 2;
    auto at = [&](std::size_t place) { return order_.begin() + static_cast<std::ptrdiff_t>(place); };
    std::nth_element(at(first), at(middle), at(last), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair(CoordinateOf(items_[a], widest), a) < std::pair(CoordinateOf(items_[b], widest), b);
    });
    const std::uint32_t low_half = Make(first, middle);
    const std::uint32_t high_half = Make(middle, last);
    boxes_[number].low_half = low_half;
    boxes_[number].high_half = high_half;
    return number;
  }

  Box Surround(std::size_t first, std::size_t last) const {
    Box box{.first = first, .last = last};
    for (std::size_t which = 0; which < kCoordinates; ++which)
      box.low[which] = box.high[which] = CoordinateOf(items_[order_[first]], which);
    for (std::size_t place = first; place < last; ++place) {
      const NearItem& item = items_[order_[place]];
      for (std::size_t which = 0; which < kCoordinates; ++which) {
        const std::int64_t value = CoordinateOf(item, which);
        box.low[which] = std::min(box.low[which], value);
        box.high[which] = std::max(box.high[which], value);
      }
      box.reach = std::max(box.reach, item.tolerance * static_cast<double>(item.size));
      box.key_reach = std::max(box.key_reach, item.key_tolerance * static_cast<double>(item.size));
    }
    return box;
  }

  // By extent; that of keys is weighed by how much further they may be apart.
  static std::size_t Widest(const Box& box) {
    auto extent = [&](std::size_t which) {
      const double width = static_cast<double>(box.high[which] - box.low[which]);
      return which == kKey && box.key_reach > box.reach && box.reach > 0 ? width * box.reach / box.key_reach
                                                                         : width;
    };
    std::size_t widest = kKey;
    for (std::size_t which = 1; which < kCoordinates; ++which) {
      if (extent(which) > extent(widest)) widest = which;
    }
    return widest;
  }

  std::span<const NearItem> items_;
  std::vector<std::uint32_t> order_;
  std::vector<NearItem> sorted_;
  std::vector<Box> boxes_;
};

// No item of one can be near an item of the other. A larger item's reach is its own tolerance at most times
// its size, so no pair reaches further than the larger of the boxes' reaches.
bool OutOfReach(const Box& a, const Box& b) {
  auto gap = [&](std::size_t which) {
    return static_cast<double>(
        std::max({a.low[which] - b.high[which], b.low[which] - a.high[which], std::int64_t{0}}));
  };
  if (gap(kKey) > std::max(a.key_reach, b.key_reach)) return true;
  const double reach = std::max(a.reach, b.reach);
  if (gap(kSize) > reach) return true;
  double distance = 0;
  for (std::size_t which = 2; which < kCoordinates; ++which) distance += gap(which);
  return distance > reach;
}

// The same for one item and a box: much is told apart here that two boxes are too wide to tell apart.
bool OutOfReach(const NearItem& item, const Box& box) {
  auto gap = [&](std::size_t which) {
    const std::int64_t value = CoordinateOf(item, which);
    return static_cast<double>(std::max({box.low[which] - value, value - box.high[which], std::int64_t{0}}));
  };
  const auto size = static_cast<double>(item.size);
  if (gap(kKey) > std::max(item.key_tolerance * size, box.key_reach)) return true;
  const double reach = std::max(item.tolerance * size, box.reach);
  if (gap(kSize) > reach) return true;
  double distance = 0;
  for (std::size_t which = 2; which < kCoordinates; ++which) distance += gap(which);
  return distance > reach;
}

struct Task {
  std::uint32_t a = 0;
  std::uint32_t b = 0;  // a: within one box
};

// The pairs of boxes that have to be looked at instead of `task`; none for two leaves.
void Divide(const Boxes& boxes, const Task& task, std::vector<Task>* to) {
  const Box& a = boxes[task.a];
  const Box& b = boxes[task.b];
  auto add = [&](std::uint32_t x, std::uint32_t y) {
    if (x == y || !OutOfReach(boxes[x], boxes[y])) to->push_back({x, y});
  };
  if (task.a == task.b) {
    add(a.low_half, a.low_half);
    add(a.high_half, a.high_half);
    add(a.low_half, a.high_half);
  } else if (b.is_leaf() || (!a.is_leaf() && a.size() >= b.size())) {
    add(a.low_half, task.b);
    add(a.high_half, task.b);
  } else {
    add(task.a, b.low_half);
    add(task.a, b.high_half);
  }
}

bool Nearer(const NearEdge& x, const NearEdge& y) {
  return std::tie(x.relative, x.a, x.b) < std::tie(y.relative, y.a, y.b);
}

// One thread's answers.
class Collector {
 public:
  Collector(const Boxes& boxes, std::uint64_t limit, std::atomic<std::uint64_t>* room)
      : boxes_(boxes), limit_(limit), room_(room) {}

  void Run(const Task& start) {
    std::vector<Task> open = {start};
    while (!open.empty()) {
      const Task task = open.back();
      open.pop_back();
      if (boxes_[task.a].is_leaf() && boxes_[task.b].is_leaf()) {
        Compare(task);
      } else {
        Divide(boxes_, task, &open);
      }
    }
  }

  NearEdges& found() { return found_; }

 private:
  void Compare(const Task& task) {
    const Box& a = boxes_[task.a];
    const Box& b = boxes_[task.b];
    if (task.a == task.b) {
      for (std::size_t i = a.first; i < a.last; ++i) {
        for (std::size_t j = i + 1; j < a.last; ++j) Look(i, j);
      }
      return;
    }
    candidates_.clear();
    for (std::size_t j = b.first; j < b.last; ++j) {
      if (!OutOfReach(boxes_.ItemAt(j), a)) candidates_.push_back(j);
    }
    if (candidates_.empty()) return;
    for (std::size_t i = a.first; i < a.last; ++i) {
      if (OutOfReach(boxes_.ItemAt(i), b)) continue;
      for (std::size_t j : candidates_) Look(i, j);
    }
  }

  void Look(std::size_t place_a, std::size_t place_b) {
    ++found_.compared;
    const NearItem& item_a = boxes_.ItemAt(place_a);
    const NearItem& item_b = boxes_.ItemAt(place_b);
    if (!IsNear(item_a, item_b)) return;
    ++found_.total;
    const double distance = static_cast<double>(SumDistance(item_a.counts, item_b.counts));
    const std::uint32_t a = boxes_.NumberAt(place_a);
    const std::uint32_t b = boxes_.NumberAt(place_b);
    Keep({std::min(a, b), std::max(a, b),
          static_cast<float>(distance / std::max(1.0, Largest(item_a, item_b)))});
  }

  void Keep(const NearEdge& edge) {
    std::vector<NearEdge>& edges = found_.edges;
    if (limit_ == 0) {
      if (room_->fetch_sub(1, std::memory_order_relaxed) == 0) Overflow();
      edges.push_back(edge);
    } else if (edges.size() < limit_) {
      edges.push_back(edge);
      std::ranges::push_heap(edges, Nearer);
    } else if (Nearer(edge, edges.front())) {
      std::ranges::pop_heap(edges, Nearer);
      edges.back() = edge;
      std::ranges::push_heap(edges, Nearer);
    }
  }

  [[noreturn]] void Overflow() {
    room_->store(0);
    throw Error(ErrorKind::kFailed, "there are more near pairs than fit into the memory", "--memory",
                "lower --tolerance, raise --memory, or ask for the nearest only with --limit N");
  }

  const Boxes& boxes_;
  std::vector<std::size_t> candidates_;
  std::uint64_t limit_;
  std::atomic<std::uint64_t>* room_;
  NearEdges found_;
};

// Enough pieces of the work for all threads.
std::vector<Task> CutWork(const Boxes& boxes, unsigned threads) {
  std::vector<Task> tasks = {{0, 0}};
  for (bool divided = true; divided && tasks.size() < 64 * std::size_t{threads};) {
    divided = false;
    std::vector<Task> next;
    for (const Task& task : tasks) {
      if (boxes[task.a].is_leaf() && boxes[task.b].is_leaf()) {
        next.push_back(task);
      } else {
        Divide(boxes, task, &next);
        divided = true;
      }
    }
    tasks = std::move(next);
  }
  return tasks;
}

}  // namespace

std::uint64_t Reach(const NearItem& a, const NearItem& b) {
  return static_cast<std::uint64_t>(std::min(a.tolerance, b.tolerance) * Largest(a, b));
}

std::uint64_t KeyReach(const NearItem& a, const NearItem& b) {
  return static_cast<std::uint64_t>(std::min(a.key_tolerance, b.key_tolerance) * Largest(a, b));
}

bool IsNear(const NearItem& a, const NearItem& b) {
  if (a.content != 0 && a.content == b.content) return false;
  if (KeyDistance(a.key, b.key) > KeyReach(a, b)) return false;
  const std::uint64_t reach = Reach(a, b);
  const std::uint64_t size_distance = a.size > b.size ? a.size - b.size : b.size - a.size;
  return size_distance <= reach && SumDistance(a.counts, b.counts) <= reach;
}

NearEdges FindNearPairs(std::span<const NearItem> items, std::uint64_t limit, std::uint64_t memory,
                        unsigned threads) {
  NearEdges all;
  if (items.size() < 2) return all;
  const Boxes boxes(items);
  // Sorting needs no second copy; joining the threads' answers does for a moment.
  std::atomic<std::uint64_t> room = std::max<std::uint64_t>(memory / (2 * sizeof(NearEdge)), 1024);
  const std::vector<Task> tasks = CutWork(boxes, threads);
  std::vector<Collector> collectors(threads, Collector(boxes, limit, &room));
  ParallelFor(threads, tasks.size(),
              [&](std::size_t task, unsigned thread) { collectors[thread].Run(tasks[task]); });
  for (Collector& collector : collectors) {
    NearEdges& found = collector.found();
    all.total += found.total;
    all.compared += found.compared;
    all.edges.insert(all.edges.end(), found.edges.begin(), found.edges.end());
    found.edges = {};
  }
  std::ranges::sort(all.edges, Nearer);
  if (limit != 0 && all.edges.size() > limit) all.edges.resize(limit);
  return all;
}

}  // namespace kindred

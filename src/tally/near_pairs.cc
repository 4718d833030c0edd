// See near_pairs.h. Tested against all pairs in near_pairs_test.cc.
#include "tally/near_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/parallel.h"
#include "base/release_memory.h"
#include "kindred/error.h"

namespace kindred::tally {

namespace {

constexpr std::size_t kLeaf = 16;  // items that are compared one by one
// Which tags count with a minus in a mixed number; the first is the plain sum. Eight separate nearly as well
// as sixteen would, and leave the boxes less wide in each.
constexpr std::array<unsigned, 8> kSigns = {0x0000, 0xAAAA, 0xCCCC, 0xF0F0, 0xFF00, 0x3C3C, 0x55AA, 0x6996};
constexpr std::size_t kCoordinates = kSigns.size() + 2;  // key, size, mixed counts
constexpr std::size_t kKey = 0;
constexpr std::size_t kSize = 1;

using Coordinates = std::array<std::int64_t, kCoordinates>;

// A mixed number is the sum of all counts with different signs (rows of a Hadamard matrix). It differs by no
// more than the distance of the sum tables, and spreads four times as far as a single count: so a few mixed
// numbers separate boxes that the sixteen single counts would not separate.
Coordinates CoordinatesOf(const NearItem& item) {
  Coordinates all{};
  all[kKey] = item.key;
  all[kSize] = static_cast<std::int64_t>(item.size);
  for (std::size_t i = 0; i < kSigns.size(); ++i) {
    for (std::size_t tag = 0; tag < kTags; ++tag) {
      const auto count = static_cast<std::int64_t>(item.counts[tag]);
      all[2 + i] += (kSigns[i] >> tag & 1) != 0 ? -count : count;
    }
  }
  return all;
}

double Largest(const NearItem& a, const NearItem& b) { return static_cast<double>(std::max(a.size, b.size)); }

// A range of the items, in the boxes' order, and the smallest box around their coordinates.
struct Box {
  std::size_t first = 0;
  std::size_t last = 0;
  std::uint32_t low_half = 0;  // 0: a leaf
  std::uint32_t high_half = 0;
  Coordinates low{};
  Coordinates high{};
  double reach = 0;  // of any item in it to any smaller one
  double key_reach = 0;

  bool is_leaf() const { return low_half == 0; }
  std::size_t size() const { return last - first; }
};

// One item as a point.
struct Row {
  Coordinates values;
  double reach = 0;
  double key_reach = 0;
};

Row RowOf(const NearItem& item) {
  const auto size = static_cast<double>(item.size);
  return {CoordinatesOf(item), item.tolerance * size, item.key_tolerance * size};
}

// Halves a list of rows again and again, down to `least` rows.
class Halving {
 public:
  Halving(std::span<const Row> rows, std::size_t least) : rows_(rows), least_(least), order_(rows.size()) {
    std::iota(order_.begin(), order_.end(), 0u);
    Make(0, rows.size());
  }

  std::vector<Box>& boxes() { return boxes_; }  // the whole first
  const std::vector<std::uint32_t>& order() const { return order_; }

 private:
  std::uint32_t Make(std::size_t first, std::size_t last) {
    const auto number = static_cast<std::uint32_t>(boxes_.size());
    boxes_.push_back(Surround(first, last));
    if (last - first <= least_) return number;
    const std::size_t middle = first + (last - first) / 2;
    Part(first, middle, last, Widest(boxes_[number]));
    const std::uint32_t low_half = Make(first, middle);
    const std::uint32_t high_half = Make(middle, last);
    boxes_[number].low_half = low_half;
    boxes_[number].high_half = high_half;
    return number;
  }

  // Moves the smaller half of the values to the front. They are fetched first: rows are far apart in memory.
  void Part(std::size_t first, std::size_t middle, std::size_t last, std::size_t which) {
    values_.clear();
    for (std::size_t place = first; place < last; ++place)
      values_.emplace_back(rows_[order_[place]].values[which], order_[place]);
    std::ranges::nth_element(values_, values_.begin() + static_cast<std::ptrdiff_t>(middle - first));
    for (std::size_t place = first; place < last; ++place) order_[place] = values_[place - first].second;
  }

  Box Surround(std::size_t first, std::size_t last) const {
    Box box{.first = first, .last = last};
    box.low = box.high = rows_[order_[first]].values;
    for (std::size_t place = first; place < last; ++place) {
      const Row& row = rows_[order_[place]];
      for (std::size_t which = 0; which < kCoordinates; ++which) {
        box.low[which] = std::min(box.low[which], row.values[which]);
        box.high[which] = std::max(box.high[which], row.values[which]);
      }
      box.reach = std::max(box.reach, row.reach);
      box.key_reach = std::max(box.key_reach, row.key_reach);
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

  std::span<const Row> rows_;
  std::size_t least_;
  std::vector<std::uint32_t> order_;
  std::vector<Box> boxes_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> values_;
};

// All boxes of the items. Made in two steps: blocks that fit into a core's cache, and then each block by
// itself, so that threads share the work and memory is read sequentially.
class Boxes {
 public:
  Boxes(std::span<const NearItem> items, unsigned threads) {
    rows_.resize(items.size());
    base::ParallelFor(threads, Parts(items.size()), [&](std::size_t part, unsigned) {
      for (std::size_t i = part * kBlock; i < std::min(items.size(), (part + 1) * kBlock); ++i)
        rows_[i] = RowOf(items[i]);
    });
    Halving whole(rows_, kBlock);
    order_ = whole.order();
    boxes_ = std::move(whole.boxes());
    HalveBlocks(threads);
    Arrange(items, threads);
  }

  const Box& operator[](std::uint32_t box) const { return boxes_[box]; }
  // By position in the boxes' order: neighbours are adjacent in memory.
  const NearItem& ItemAt(std::size_t place) const { return items_[place]; }
  const Row& RowAt(std::size_t place) const { return rows_[place]; }
  std::uint32_t NumberAt(std::size_t place) const { return order_[place]; }

 private:
  static constexpr std::size_t kBlock = 8192;

  static std::size_t Parts(std::size_t size) { return (size + kBlock - 1) / kBlock; }

  void HalveBlocks(unsigned threads) {
    std::vector<std::uint32_t> blocks;
    for (std::uint32_t box = 0; box < boxes_.size(); ++box) {
      if (boxes_[box].is_leaf()) blocks.push_back(box);
    }
    std::vector<std::vector<Box>> made(blocks.size());
    base::ParallelFor(threads, blocks.size(),
                      [&](std::size_t i, unsigned) { made[i] = HalveBlock(boxes_[blocks[i]]); });
    for (std::size_t i = 0; i < blocks.size(); ++i) Append(blocks[i], made[i]);
  }

  // The boxes of one block, the whole first. Puts its part of the order right.
  std::vector<Box> HalveBlock(const Box& block) {
    const auto order = std::span(order_).subspan(block.first, block.size());
    std::vector<Row> rows;
    rows.reserve(block.size());
    for (std::uint32_t item : order) rows.push_back(rows_[item]);
    Halving halving(rows, kLeaf);
    const std::vector<std::uint32_t> before(order.begin(), order.end());
    for (std::size_t i = 0; i < before.size(); ++i) order[i] = before[halving.order()[i]];
    for (Box& box : halving.boxes()) {
      box.first += block.first;
      box.last += block.first;
    }
    return std::move(halving.boxes());
  }

  // Replaces a leaf by `made`: its first box takes the leaf's index, the others are appended.
  void Append(std::uint32_t leaf, const std::vector<Box>& made) {
    const auto shift = static_cast<std::uint32_t>(boxes_.size() - 1);
    for (std::size_t i = 0; i < made.size(); ++i) {
      Box box = made[i];
      if (!box.is_leaf()) {
        box.low_half += shift;
        box.high_half += shift;
      }
      if (i == 0) {
        boxes_[leaf] = box;
      } else {
        boxes_.push_back(box);
      }
    }
  }

  void Arrange(std::span<const NearItem> items, unsigned threads) {
    std::vector<Row> rows(items.size());
    items_.resize(items.size());
    base::ParallelFor(threads, Parts(items.size()), [&](std::size_t part, unsigned) {
      for (std::size_t i = part * kBlock; i < std::min(items.size(), (part + 1) * kBlock); ++i) {
        rows[i] = rows_[order_[i]];
        items_[i] = items[order_[i]];
      }
    });
    rows_ = std::move(rows);
  }

  std::vector<Row> rows_;  // by item; once the boxes are made, in the boxes' order
  std::vector<NearItem> items_;
  std::vector<std::uint32_t> order_;
  std::vector<Box> boxes_;
};

// No item of one can be near an item of the other. A larger item's reach is its own tolerance at most times
// its size, so no pair reaches further than the larger of the boxes' reaches.
bool OutOfReach(const Box& a, const Box& b) {
  auto gap = [&](std::size_t which) {
    return static_cast<double>(std::max(a.low[which] - b.high[which], b.low[which] - a.high[which]));
  };
  if (gap(kKey) > std::max(a.key_reach, b.key_reach)) return true;
  const double reach = std::max(a.reach, b.reach);
  for (std::size_t which = kSize; which < kCoordinates; ++which) {
    if (gap(which) > reach) return true;
  }
  return false;
}

// The same for one item and a box: rules out much that two boxes are too wide to rule out.
bool OutOfReach(const Row& row, const Box& box) {
  auto gap = [&](std::size_t which) {
    return static_cast<double>(
        std::max(box.low[which] - row.values[which], row.values[which] - box.high[which]));
  };
  if (gap(kKey) > std::max(row.key_reach, box.key_reach)) return true;
  const double reach = std::max(row.reach, box.reach);
  for (std::size_t which = kSize; which < kCoordinates; ++which) {
    if (gap(which) > reach) return true;
  }
  return false;
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
      if (!OutOfReach(boxes_.RowAt(j), a)) candidates_.push_back(j);
    }
    if (candidates_.empty()) return;
    for (std::size_t i = a.first; i < a.last; ++i) {
      if (OutOfReach(boxes_.RowAt(i), b)) continue;
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
    throw Error(ErrorKind::kFailed, "there are more near pairs than fit into the memory",
                OptionName{"memory"},
                "lower `tolerance`, raise `memory`, or ask for the nearest only with `limit`");
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
  if (!a.asked && !b.asked) return false;
  if (KeyDistance(a.key, b.key) > KeyReach(a, b)) return false;
  const std::uint64_t reach = Reach(a, b);
  const std::uint64_t size_distance = a.size > b.size ? a.size - b.size : b.size - a.size;
  return size_distance <= reach && SumDistance(a.counts, b.counts) <= reach;
}

NearEdges FindNearPairs(std::span<const NearItem> items, std::uint64_t limit, std::uint64_t memory,
                        unsigned threads) {
  NearEdges all;
  if (items.size() < 2) return all;
  const Boxes boxes(items, threads);
  // Sorting needs no second copy; joining the threads' answers does for a moment.
  std::atomic<std::uint64_t> room = std::max<std::uint64_t>(memory / (2 * sizeof(NearEdge)), 1024);
  const std::vector<Task> tasks = CutWork(boxes, threads);
  std::vector<Collector> collectors(threads, Collector(boxes, limit, &room));
  base::ParallelFor(threads, tasks.size(),
                    [&](std::size_t task, unsigned thread) { collectors[thread].Run(tasks[task]); });
  for (Collector& collector : collectors) {
    NearEdges& found = collector.found();
    all.total += found.total;
    all.compared += found.compared;
    all.edges.insert(all.edges.end(), found.edges.begin(), found.edges.end());
    base::Free(&found.edges);
  }
  std::ranges::sort(all.edges, Nearer);
  if (limit != 0 && all.edges.size() > limit) all.edges.resize(limit);
  return all;
}

}  // namespace kindred::tally

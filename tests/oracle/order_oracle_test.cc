// order on seeded random trees: every file once, stretches together, more sharing between neighbours than by
// name, and the same whatever the threads and the memory. What files share is found by brute force over all
// windows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>
#include <unordered_set>

#include "kindred/kindred.h"
#include "tests/oracle/brute_force.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred {
namespace {

using namespace testing_support;
using Files = std::map<std::string, std::string>;  // path below the root -> bytes

// Versions of some texts, copies, quotes and texts of their own, under names that say nothing of it.
Files MakeFiles(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::string> texts;
  for (unsigned i = 0; i < 6; ++i) texts.push_back(RandomText(2000 + random() % 8000, seed * 100 + i));
  Files files;
  while (files.size() < 40) {
    const std::string& text = texts[random() % texts.size()];
    const std::string fresh = RandomText(500 + random() % 3000, static_cast<unsigned>(random()));
    const std::size_t cut = random() % text.size();
    std::string bytes;
    switch (random() % 5) {
      case 0:
        bytes = text;
        break;
      case 1:
        bytes = text.substr(0, cut) + fresh + text.substr(cut);
        break;
      case 2:
        bytes = text.substr(cut / 2) + fresh;
        break;
      case 3:
        bytes = fresh;
        break;
      case 4:
        bytes = text + texts[random() % texts.size()];
        break;
    }
    const char* suffixes[] = {".txt", ".c", ""};
    files["d" + std::to_string(random() % 5) + "/" + std::to_string(random() % 100'000) +
          suffixes[random() % 3]] = bytes;
  }
  return files;
}

struct Told : RecordingSink {
  bool On(const Record& record) override { return Receive(Into(&order), Into(&files)).On(record); }
  OrderSummary order;
  std::vector<OrderedFile> files;
};

Told OrderOf(const TempTree& tree, unsigned threads, std::uint64_t memory) {
  OrderOptions options;
  options.scan.walk.roots = {tree.root()};
  options.scan.run = {.threads = threads, .memory = memory};
  Told told;
  SilentObserver silent;
  Index(tree.index()).Order(options, told, silent);
  return told;
}

using Windows = std::unordered_set<std::string_view>;

// Bytes of `text` in windows that the other has.
std::uint64_t SharedBytes(const std::string& text, const Windows& windows) {
  std::vector<bool> covered(text.size(), false);
  for (std::size_t at = 0; at + kWindow <= text.size(); ++at) {
    if (!windows.contains(std::string_view(text).substr(at, kWindow))) continue;
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), kWindow, true);
  }
  return static_cast<std::uint64_t>(std::ranges::count(covered, true));
}

class OrderOracle : public testing::TestWithParam<unsigned> {
 protected:
  void SetUp() override {
    files_ = MakeFiles(GetParam());
    for (const auto& [name, bytes] : files_) {
      tree_.Write(name, bytes);
      windows_[name] = WindowsOf(files_.at(name));
    }
    told_ = OrderOf(tree_, 2, 0);
  }
  std::string Below(const std::string& path) const { return path.substr(tree_.root().size() + 1); }
  std::uint64_t Shared(const std::string& name, const std::string& before) const {
    return SharedBytes(files_.at(name), windows_.at(before));
  }
  // What each file shares with the one before it.
  std::uint64_t AdjacentBytes(const std::vector<std::string>& names) const {
    std::uint64_t bytes = 0;
    for (std::size_t i = 1; i < names.size(); ++i) bytes += Shared(names[i], names[i - 1]);
    return bytes;
  }

  TempTree tree_;
  Files files_;
  std::map<std::string, Windows> windows_;
  Told told_;
};

TEST_P(OrderOracle, EveryFileOnceAndStretchesTogether) {
  std::set<std::string> names;
  std::set<std::uint64_t> closed;
  std::uint64_t open = 0;
  for (const OrderedFile& file : told_.files) {
    EXPECT_TRUE(names.insert(Below(file.path)).second) << file.path;
    EXPECT_TRUE(file.like.empty() || names.contains(Below(file.like))) << file.path;
    EXPECT_EQ(file.size, files_.at(Below(file.path)).size());
    if (file.stretch != open) closed.insert(open), open = file.stretch;
    EXPECT_TRUE(open == 0 || !closed.contains(open)) << "stretch " << open << " in two places";
  }
  EXPECT_EQ(names.size(), files_.size());
  EXPECT_EQ(told_.order.files, files_.size());
}

TEST_P(OrderOracle, NeighboursShareMoreThanByName) {
  std::vector<std::string> by_name, in_order;
  for (const auto& [name, bytes] : files_) by_name.push_back(name);
  for (const OrderedFile& file : told_.files) in_order.push_back(Below(file.path));
  EXPECT_GE(AdjacentBytes(in_order), AdjacentBytes(by_name));
}

TEST_P(OrderOracle, SharesAreTrue) {
  double errors = 0;
  std::size_t estimates = 0;
  for (const OrderedFile& file : told_.files) {
    if (file.like.empty()) continue;
    const auto size = static_cast<double>(file.size);
    const double truth = static_cast<double>(Shared(Below(file.path), Below(file.like))) / size;
    EXPECT_NEAR(file.share, truth, 0.4) << file.path << " behind " << file.like;
    EXPECT_EQ(file.copy, files_.at(Below(file.path)) == files_.at(Below(file.like)));
    if (!file.copy) errors += std::abs(file.share - truth), ++estimates;
  }
  ASSERT_GT(estimates, 0u);
  EXPECT_LT(errors / static_cast<double>(estimates), 0.12);
}

TEST_P(OrderOracle, TheSameForAnyThreadsAndMemory) {
  auto paths = [](const Told& told) {
    std::vector<std::string> list;
    for (const OrderedFile& file : told.files) list.push_back(file.path + " < " + file.like);
    return list;
  };
  EXPECT_EQ(paths(OrderOf(tree_, 1, 0)), paths(told_));
  EXPECT_EQ(paths(OrderOf(tree_, 5, 32 << 20)), paths(told_));
}

INSTANTIATE_TEST_SUITE_P(Seeds, OrderOracle, testing::Range(1u, 7u));

}  // namespace
}  // namespace kindred

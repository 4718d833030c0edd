// The chain against all chains, and the bytes of each side against a byte-by-byte reckoning.
#include "report/side/run_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace kindred::report {
namespace {

RunPlan Plan(std::vector<SideBySide::Run> runs, std::size_t size = 10000) {
  const std::string bytes(size, 'x');
  SideBySide files;
  files.bytes_a = bytes;
  files.bytes_b = bytes;
  files.runs = std::move(runs);
  return PlanRuns(files);
}

std::uint64_t WeightInOrder(const std::vector<PlannedRun>& runs) {
  std::uint64_t weight = 0;
  for (const PlannedRun& run : runs) weight += run.in_order ? run.length : 0;
  return weight;
}

TEST(RunPlan, HeavierOfTwoThatCrossIsInOrder) {
  RunPlan plan = Plan({{0, 5000, 100}, {1000, 0, 200}});
  EXPECT_FALSE(plan.runs[0].in_order);
  EXPECT_TRUE(plan.runs[1].in_order);
}

TEST(RunPlan, NeighboursMayOverlapALittle) {
  RunPlan plan = Plan({{0, 0, 1000}, {980, 1500, 1000}});
  EXPECT_TRUE(plan.runs[0].in_order && plan.runs[1].in_order);
  // Both are 1000 long, so the overlap belongs to the first, and the second is named where it begins to own.
  EXPECT_EQ(plan.a.starts[1].offset, 1000u);
  EXPECT_EQ(plan.b.starts[1].offset, 1500u);
}

TEST(RunPlan, NeighboursPartAtALineIfTheyCan) {
  const std::string a = "one\ntwo\nthree\nfour";
  const std::string b = "one\ntwo\nthr.o\nthree\nfour";
  SideBySide files;
  files.bytes_a = a;
  files.bytes_b = b;
  files.runs = {{0, 0, 11}, {6, 12, 12}};  // they overlap in A by "o\nthr"
  RunPlan plan = PlanRuns(files);
  ASSERT_TRUE(plan.runs[0].in_order && plan.runs[1].in_order);
  ASSERT_EQ(plan.a.stretches.size(), 2u);
  EXPECT_EQ(plan.a.stretches[0].end, 8u);
  EXPECT_EQ(plan.a.stretches[1].begin, 8u);
  EXPECT_EQ(plan.a.starts[1].offset, 8u);
  EXPECT_EQ(plan.b.stretches[0].end, 11u);
}

TEST(RunPlan, SortedCutAndNoneTwice) {
  RunPlan plan =
      Plan({{50, 0, 10}, {0, 50, 10}, {0, 50, 10}, {95, 90, 100}, {100, 0, 1}, {0, 100, 1}, {3, 3, 0}}, 100);
  ASSERT_EQ(plan.runs.size(), 3u);
  EXPECT_EQ(plan.runs[0].a, 0u);
  EXPECT_EQ(plan.runs[1].a, 50u);
  EXPECT_EQ(plan.runs[2].length, 5u);
}

TEST(RunPlan, RepeatsInsideOthersAreLeftOut) {
  RunPlan plan = Plan({{0, 0, 1000}, {100, 500, 60}, {0, 5000, 60}});
  EXPECT_EQ(plan.repeats, 1u);
  ASSERT_EQ(plan.runs.size(), 2u);  // the last owns its bytes in B
  EXPECT_EQ(plan.runs[1].b, 5000u);
}

// All subsets in which the cores follow one another, for few runs: the same weight.
std::uint64_t HeaviestChain(const std::vector<PlannedRun>& runs) {
  auto follows = [](const PlannedRun& x, const PlannedRun& y) {
    const std::uint64_t soft_x = std::min<std::uint64_t>(x.length / 4, 128);
    const std::uint64_t soft_y = std::min<std::uint64_t>(y.length / 4, 128);
    return x.a + x.length - soft_x <= y.a + soft_y && x.b + x.length - soft_x <= y.b + soft_y;
  };
  std::uint64_t heaviest = 0;
  for (std::uint32_t set = 0; set < (1u << runs.size()); ++set) {
    std::uint64_t weight = 0;
    bool chain = true;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if ((set >> i & 1) == 0) continue;
      weight += runs[i].length;
      for (std::size_t j = 0; j < i; ++j) {
        if (set >> j & 1) chain = chain && (follows(runs[j], runs[i]) || follows(runs[i], runs[j]));
      }
    }
    if (chain) heaviest = std::max(heaviest, weight);
  }
  return heaviest;
}

TEST(RunPlan, ChainIsTheHeaviestOfAll) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::vector<SideBySide::Run> runs;
    for (auto i = random() % 10; i > 0; --i)
      runs.push_back({random() % 600, random() % 600, 1 + random() % 200});
    RunPlan plan = Plan(runs, 1000);
    // Without those left out: a run in the chain owns all bytes but those of others in the chain.
    std::vector<PlannedRun> all;
    for (const SideBySide::Run& run : runs) {
      auto same = [&](const PlannedRun& known) { return known.a == run.a && known.b == run.b; };
      if (std::none_of(all.begin(), all.end(), same)) all.push_back({run.a, run.b, run.length});
    }
    if (plan.repeats == 0 && all.size() == runs.size()) {
      EXPECT_EQ(WeightInOrder(plan.runs), HeaviestChain(all)) << "round " << round;
    }
  }
}

TEST(RunPlan, EveryByteBelongsToTheRunThatComesFirst) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<SideBySide::Run> runs;
    for (auto i = random() % 12; i > 0; --i)
      runs.push_back({random() % 90, random() % 90, 1 + random() % 40});
    RunPlan plan = Plan(runs, 100);
    for (Side side : {Side::kA, Side::kB}) {
      const SideCover& cover = side == Side::kA ? plan.a : plan.b;
      CoverCursor cursor(cover, 0);
      for (std::uint64_t at = 0; at < 100; ++at) {
        std::uint32_t owner = 0;
        for (std::uint32_t i = 0; i < plan.runs.size(); ++i) {
          const PlannedRun& run = plan.runs[i];
          if (at < run.At(side) || at >= run.At(side) + run.length) continue;
          const PlannedRun* best = owner == 0 ? nullptr : &plan.runs[owner - 1];
          const bool better = best == nullptr || (run.in_order && !best->in_order) ||
                              (run.in_order == best->in_order && run.length > best->length);
          if (better) owner = i + 1;
        }
        ASSERT_EQ(cursor.RunAt(at), owner) << at;
        ASSERT_EQ(CoverCursor(cover, at).RunAt(at), owner) << at;
      }
      ASSERT_EQ(cover.starts.size(), plan.runs.size());
      ASSERT_TRUE(std::is_sorted(cover.starts.begin(), cover.starts.end(),
                                 [](const RunStart& x, const RunStart& y) { return x.offset < y.offset; }));
    }
  }
}

}  // namespace
}  // namespace kindred::report

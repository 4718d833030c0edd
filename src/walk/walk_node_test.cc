// Paths of nodes, and how many directories stay open for those below them.
#include "walk/walk_node.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <vector>

namespace kindred::walk {
namespace {

TEST(PlaceTest, Paths) {
  const WalkNode top{.above = nullptr, .name = "/", .depth = 0, .through_link = false, .root_device = 0};
  const WalkNode a{.above = &top, .name = "a", .depth = 1, .through_link = false, .root_device = 0};
  const WalkNode b{.above = &a, .name = "b", .depth = 2, .through_link = false, .root_device = 0};
  EXPECT_EQ(PathOf(top), "/");
  EXPECT_EQ(PathOf(a), "/a");
  EXPECT_EQ(PathOf(b), "/a/b");
  const WalkNode root{.above = nullptr, .name = "/r/s", .depth = 0, .through_link = false, .root_device = 0};
  const WalkNode c{.above = &root, .name = "c", .depth = 1, .through_link = false, .root_device = 0};
  EXPECT_EQ(PathOf(root), "/r/s");
  EXPECT_EQ(PathOf(c), "/r/s/c");
}

// A comb: at every depth a directory keeps waiting, and with it its anchor.
TEST(PlaceTest, AnchorsStayFewInADeepComb) {
  constexpr int kLimit = 8;
  for (const std::uint32_t depth : {100u, 10'000u, 1'000'000u}) {
    std::atomic<int> held = 0;
    std::deque<WalkNode> nodes;
    std::vector<std::shared_ptr<const Anchor>> waiting;
    std::uint32_t longest = 0;
    PendingDirectory pending;
    for (std::uint32_t i = 0; i < depth; ++i) {
      nodes.push_back({.above = nullptr, .name = "d", .depth = i, .through_link = false, .root_device = 0});
      pending.node = &nodes.back();
      pending.anchor = AnchorFor(pending, Descriptor(), kLimit, &held);
      if (waiting.empty() || waiting.back() != pending.anchor) waiting.push_back(pending.anchor);
      longest = std::max(longest, i - pending.anchor->node.depth);
    }
    EXPECT_LE(held, 6 * kLimit) << depth;
    EXPECT_GE(held, kLimit) << depth;
    EXPECT_LE(longest, 6 * std::max(64u, depth / kLimit)) << depth;
    pending.anchor.reset();
    waiting.clear();
    EXPECT_EQ(held, 0);
  }
}

}  // namespace
}  // namespace kindred::walk

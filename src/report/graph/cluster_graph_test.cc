// Pictures of clusters: every file has its own place inside the picture, and what is left out is told.
#include "report/graph/cluster_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// Every file linked with every other.
Cluster Complete(std::size_t files) {
  Cluster cluster;
  for (std::uint32_t i = 0; i < files; ++i) {
    cluster.files.push_back({.path = "/u1/file" + std::to_string(i), .size = 1000ull * (i + 1)});
    for (std::uint32_t j = 0; j < i; ++j) {
      cluster.links.push_back({.a = j, .b = i, .of_a = 0.8, .of_b = 0.7, .similarity = 0.8});
    }
  }
  return cluster;
}

TEST(ClusterGraph, NodesLieInsideAndApart) {
  for (std::size_t count : {1u, 2u, 3u, 8u, 9u, 30u, 60u}) {
    const ClusterGraph graph = LayOut(Complete(count));
    ASSERT_EQ(graph.nodes.size(), count);
    std::set<std::size_t> files;
    for (const ClusterGraph::Node& node : graph.nodes) {
      files.insert(node.file);
      EXPECT_GT(node.x - node.radius, 0);
      EXPECT_LT(node.x + node.radius, graph.width);
      EXPECT_GT(node.y - node.radius, 0);
      EXPECT_LT(node.y + node.radius, graph.height);
      for (const ClusterGraph::Node& other : graph.nodes) {
        if (&other == &node) continue;
        EXPECT_GT(std::hypot(node.x - other.x, node.y - other.y), 15) << count;
      }
    }
    EXPECT_EQ(files.size(), count);
  }
}

TEST(ClusterGraph, EdgesJoinTheFilesOfTheirLinks) {
  const Cluster cluster = Complete(12);
  const ClusterGraph graph = LayOut(cluster);
  ASSERT_EQ(graph.edges.size(), 66u);
  for (const ClusterGraph::Edge& edge : graph.edges) {
    EXPECT_EQ(graph.nodes[edge.a].file, cluster.links[edge.link].a);
    EXPECT_EQ(graph.nodes[edge.b].file, cluster.links[edge.link].b);
  }
}

// A chain is drawn as a ring: each file beside the next.
TEST(ClusterGraph, NeighboursOnTheCircleAreLinked) {
  Cluster cluster = Complete(1);
  for (std::uint32_t i = 1; i < 10; ++i) {
    cluster.files.push_back({.path = "f", .size = 1});
    cluster.links.push_back({.a = i - 1, .b = i, .similarity = 0.9});
  }
  const ClusterGraph graph = LayOut(cluster);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) EXPECT_EQ(graph.nodes[i].file, i);
}

TEST(ClusterGraph, ALargeClusterIsCutAndSaysSo) {
  Cluster cluster = Complete(100);
  cluster.total_files = 5000;
  cluster.total_links = 70000;
  const std::string svg = ClusterSvg(cluster);
  EXPECT_THAT(svg, HasSubstr("first 60 of 5,000 files, strongest 240 of 70,000 links"));
  EXPECT_THAT(ClusterSvg(Complete(60)), Not(HasSubstr("first 60")));
  EXPECT_THAT(ClusterSvg(Complete(5)), Not(HasSubstr("figcaption")));
}

TEST(ClusterGraph, ContainmentHasADirection) {
  EXPECT_EQ(HoldingOf({.of_a = 0.95, .of_b = 0.1}), Holding::kAInB);
  EXPECT_EQ(HoldingOf({.of_a = 0.1, .of_b = 1}), Holding::kBInA);
  EXPECT_EQ(HoldingOf({.of_a = 0.95, .of_b = 0.9}), Holding::kNeither);
  EXPECT_EQ(HoldingOf({.of_a = 0.6, .of_b = 0.1}), Holding::kNeither);
}

TEST(ClusterGraph, NothingIsDrawnOfNothing) { EXPECT_TRUE(LayOut(Cluster()).nodes.empty()); }

}  // namespace
}  // namespace kindred::report

// Pictures of families: every file has its own place inside the picture, and what is left out is reported.
#include "report/graph/family_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "report/graph/share_matrix.h"

namespace kindred::report {
namespace {

using testing::HasSubstr;
using testing::Not;

// Every file linked with every other.
Family Complete(std::size_t files) {
  Family family;
  for (std::uint32_t i = 0; i < files; ++i) {
    family.files.push_back({.path = "/u1/file" + std::to_string(i), .size = 1000ull * (i + 1)});
    for (std::uint32_t j = 0; j < i; ++j) {
      family.links.push_back({.a = j, .b = i, .of_a = 0.8, .of_b = 0.7, .similarity = 0.8});
    }
  }
  return family;
}

TEST(FamilyGraph, NodesLieInsideAndApart) {
  for (std::size_t count : {2u, 3u, 8u, 9u, 30u}) {
    const FamilyGraph graph = LayOut(Complete(count));
    ASSERT_EQ(graph.nodes.size(), count);
    std::set<std::size_t> files;
    for (const FamilyGraph::Node& node : graph.nodes) {
      files.insert(node.file);
      EXPECT_GT(node.x - node.radius, 0);
      EXPECT_LT(node.x + node.radius, graph.width);
      EXPECT_GT(node.y - node.radius, 0);
      EXPECT_LT(node.y + node.radius, graph.height);
      for (const FamilyGraph::Node& other : graph.nodes) {
        if (&other == &node) continue;
        EXPECT_GT(std::hypot(node.x - other.x, node.y - other.y), 15) << count;
      }
    }
    EXPECT_EQ(files.size(), count);
  }
}

TEST(FamilyGraph, EdgesJoinTheFilesOfTheirLinks) {
  const Family family = Complete(12);
  const FamilyGraph graph = LayOut(family);
  ASSERT_EQ(graph.edges.size(), 66u);
  for (const FamilyGraph::Edge& edge : graph.edges) {
    EXPECT_EQ(graph.nodes[edge.a].file, family.links[edge.link].a);
    EXPECT_EQ(graph.nodes[edge.b].file, family.links[edge.link].b);
  }
}

// A chain is drawn as a ring: each file beside the next.
TEST(FamilyGraph, NeighboursOnTheCircleAreLinked) {
  Family family = Complete(1);
  for (std::uint32_t i = 1; i < 10; ++i) {
    family.files.push_back({.path = "f", .size = 1});
    family.links.push_back({.a = i - 1, .b = i, .similarity = 0.9});
  }
  const FamilyGraph graph = LayOut(family);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) EXPECT_EQ(graph.nodes[i].file, i);
}

TEST(FamilyGraph, ALargeFamilyIsCutAndSaysSo) {
  Family family = Complete(100);
  family.total_files = 5000;
  family.total_links = 70000;
  const std::string svg = FamilySvg(family);
  EXPECT_THAT(svg, HasSubstr("30 of 5,000 files, the strongest 90 of 70,000 links"));
  EXPECT_THAT(FamilySvg(Complete(30)), Not(HasSubstr("30 of")));
  EXPECT_THAT(FamilySvg(Complete(5)), Not(HasSubstr("figcaption")));
}

// Whatever is cut: what is drawn has links.
TEST(FamilyGraph, FilesWithoutLinksAreNotDrawn) {
  Family family;
  for (std::uint32_t i = 0; i < 200; ++i) family.files.push_back({.path = "f", .size = 1});
  for (std::uint32_t i = 100; i < 200; ++i) family.links.push_back({.a = i - 1, .b = i, .similarity = 0.9});
  const FamilyGraph graph = LayOut(family);
  ASSERT_EQ(graph.nodes.size(), kMostNodes);
  std::set<std::size_t> linked;
  for (const FamilyGraph::Edge& edge : graph.edges) linked.insert({edge.a, edge.b});
  EXPECT_EQ(linked.size(), graph.nodes.size());
  family.links.clear();
  EXPECT_EQ(FamilySvg(family), "");
}

TEST(ShareMatrix, OfADenseFamily) {
  EXPECT_EQ(ShareMatrix(Complete(2)), "") << "one link says it";
  const std::string matrix = ShareMatrix(Complete(4));
  EXPECT_THAT(matrix, HasSubstr("<td class=\"q q8\">80"));  // of the first file in the second
  EXPECT_THAT(matrix, HasSubstr("<td class=\"q q7\">70"));
  EXPECT_THAT(matrix, HasSubstr("file3"));
  Family chain = Complete(1);
  for (std::uint32_t i = 1; i < 10; ++i) {
    chain.files.push_back({.path = "f", .size = 1});
    chain.links.push_back({.a = i - 1, .b = i, .similarity = 0.9});
  }
  EXPECT_EQ(ShareMatrix(chain), "") << "a picture shows it better";
  Family large = Complete(40);
  large.total_files = 900;
  EXPECT_THAT(ShareMatrix(large), HasSubstr("12 of 900 files"));
}

TEST(FamilyGraph, ContainmentHasADirection) {
  EXPECT_EQ(HoldingOf({.of_a = 0.95, .of_b = 0.1}), Holding::kAInB);
  EXPECT_EQ(HoldingOf({.of_a = 0.1, .of_b = 1}), Holding::kBInA);
  EXPECT_EQ(HoldingOf({.of_a = 0.95, .of_b = 0.9}), Holding::kNeither);
  EXPECT_EQ(HoldingOf({.of_a = 0.6, .of_b = 0.1}), Holding::kNeither);
}

TEST(FamilyGraph, NothingIsDrawnOfNothing) { EXPECT_TRUE(LayOut(Family()).nodes.empty()); }

}  // namespace
}  // namespace kindred::report

// See family_graph.h. svg.cc draws what is laid out here. Tested in family_graph_test.cc.
#include "report/graph/family_graph.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "report/html/html_text.h"

namespace kindred::report {

namespace {

constexpr double kNearlyAll = 0.9;
constexpr double kMostly = 0.5;

constexpr double kArc = 24;          // from node to node along the circle, at least
constexpr double kLeastRadius = 70;  // of the circle
constexpr double kLetter = 6.8;      // width of a letter of a label
constexpr std::size_t kLabelCharacters = 26;
constexpr double kLeastNode = 4;
constexpr double kLargestNode = 11;

// A depth-first walk without recursion; neighbours are strongest first.
std::vector<std::size_t> Walk(const std::vector<std::size_t>& files,
                              const std::vector<std::vector<std::size_t>>& neighbours) {
  std::vector<std::size_t> order;
  std::vector<bool> seen(neighbours.size(), false);
  for (std::size_t start : files) {
    std::vector<std::size_t> stack = {start};
    while (!stack.empty()) {
      const std::size_t file = stack.back();
      stack.pop_back();
      if (seen[file]) continue;
      seen[file] = true;
      order.push_back(file);
      for (auto next = neighbours[file].rbegin(); next != neighbours[file].rend(); ++next) {
        if (!seen[*next]) stack.push_back(*next);
      }
    }
  }
  return order;
}

// A file a thousand times larger has a node twice as wide.
double NodeRadius(std::uint64_t size) {
  const double radius = kLeastNode + std::log10(static_cast<double>(size) + 1);
  return std::min(radius, kLargestNode);
}

// Space for the longest label.
double LabelSpace(const Family& family, const std::vector<std::size_t>& files) {
  std::ptrdiff_t longest = 0;
  for (std::size_t file : files) {
    const std::string label = NodeLabel(family, file);
    longest = std::max(longest, std::ranges::count_if(label, [](char c) { return (c & 0xC0) != 0x80; }));
  }
  return 2 * kLargestNode + kLetter * static_cast<double>(longest);
}

}  // namespace

std::string NodeLabel(const Family& family, std::size_t file) {
  return std::to_string(file + 1) + " " + ShortName(family.files[file].path, kLabelCharacters);
}

Holding HoldingOf(const Family::Link& link) {
  if (link.of_a >= kNearlyAll && link.of_b < kMostly) return Holding::kAInB;
  if (link.of_b >= kNearlyAll && link.of_a < kMostly) return Holding::kBInA;
  return Holding::kNeither;
}

std::vector<std::size_t> OrderByLinks(const Family& family, std::size_t most) {
  std::vector<std::size_t> chosen;
  std::vector<bool> drawn(family.files.size(), false);
  std::vector<std::vector<std::size_t>> neighbours(family.files.size());
  for (const Family::Link& link : family.links) {
    if (link.a >= family.files.size() || link.b >= family.files.size()) continue;
    const std::size_t more = (drawn[link.a] ? 0u : 1u) + (drawn[link.b] ? 0u : 1u);
    if (chosen.size() + more > most) continue;
    for (const std::uint32_t file : {link.a, link.b}) {
      if (!drawn[file]) chosen.push_back(file);
      drawn[file] = true;
    }
    neighbours[link.a].push_back(link.b);
    neighbours[link.b].push_back(link.a);
  }
  std::ranges::sort(chosen);
  return Walk(chosen, neighbours);
}

FamilyGraph LayOut(const Family& family) {
  FamilyGraph graph;
  const std::vector<std::size_t> order = OrderByLinks(family, kMostNodes);
  const std::size_t count = order.size();
  if (count == 0) return graph;
  constexpr std::size_t kNotDrawn = ~std::size_t{0};
  std::vector<std::size_t> place(family.files.size(), kNotDrawn);
  for (std::size_t i = 0; i < count; ++i) place[order[i]] = i;
  const double circle = std::max(kLeastRadius, kArc * static_cast<double>(count) / (2 * std::numbers::pi));
  graph.width = 2 * (circle + LabelSpace(family, order));
  // Up to 8 names are horizontal; more are radial and need as much space above as beside.
  graph.height = count > 8 ? graph.width : 2 * (circle + 30);
  for (std::size_t i = 0; i < count; ++i) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    const double angle = turn - (count == 2 ? std::numbers::pi : std::numbers::pi / 2);
    graph.nodes.push_back({.file = order[i],
                           .x = graph.width / 2 + circle * std::cos(angle),
                           .y = graph.height / 2 + circle * std::sin(angle),
                           .radius = NodeRadius(family.files[order[i]].size),
                           .angle = angle});
  }
  for (std::size_t i = 0; i < family.links.size() && graph.edges.size() < kMostEdges; ++i) {
    const Family::Link& link = family.links[i];
    if (link.a >= place.size() || link.b >= place.size()) continue;
    if (place[link.a] == kNotDrawn || place[link.b] == kNotDrawn) continue;
    graph.edges.push_back({place[link.a], place[link.b], i});
  }
  return graph;
}

}  // namespace kindred::report

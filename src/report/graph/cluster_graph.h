// A cluster as a picture: files on a circle, links as lines between them, strongest first. Neighbours on the
// circle are files with strong links, so that few lines cross it. The layout is computed in one pass and
// deterministic. Cost: O(links shown + files shown).
// Only the first files and the strongest links of a large cluster are drawn; a picture of a thousand files is
// unreadable.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/values.h"

namespace kindred::report {

inline constexpr std::size_t kMostNodes = 60;
inline constexpr std::size_t kMostEdges = 240;

// Whether one file of a link is almost entirely contained in the other, which is much larger: the rule of
// compare (src/match/groups/relations.h).
enum class Holding { kNeither, kAInB, kBInA };
Holding HoldingOf(const Cluster::Link& link);

struct ClusterGraph {
  struct Node {
    std::size_t file = 0;  // place in Cluster::files
    double x = 0;
    double y = 0;
    double radius = 0;
    double angle = 0;  // its position on the circle, in radians; 0 is right, clockwise
  };
  struct Edge {
    std::size_t a = 0;  // places in `nodes`
    std::size_t b = 0;
    std::size_t link = 0;  // place in Cluster::links
  };
  double width = 0;
  double height = 0;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

ClusterGraph LayOut(const Cluster& cluster);
// What is written beside a node: the number and the name of the file, not escaped for HTML.
std::string NodeLabel(const Cluster& cluster, std::size_t file);

// The picture as an <svg> element for an HTML page: styled by its classes, with the names escaped. Says below
// itself what was left out.
std::string ClusterSvg(const Cluster& cluster);

}  // namespace kindred::report

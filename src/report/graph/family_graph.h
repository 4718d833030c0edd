// A family as a picture: files on a circle, links as lines between them, strongest first. Neighbours on the
// circle are files with strong links, so that few lines cross it. The layout is computed in one pass and
// deterministic. Cost: O(links shown + files shown).
// Of a large family the strongest links are drawn, and the files that these join: a picture of a thousand
// files is unreadable, and one of files without links shows nothing. Dense families have a matrix instead
// (share_matrix.h).
#pragma once

#include <string>
#include <vector>

#include "kindred/values.h"

namespace kindred::report {

inline constexpr std::size_t kMostNodes = 30;
inline constexpr std::size_t kMostEdges = 90;

// Whether one file of a link is almost entirely contained in the other, which is much larger: the rule of
// compare (src/match/groups/relations.h).
enum class Holding { kNeither, kAInB, kBInA };
Holding HoldingOf(const Family::Link& link);

struct FamilyGraph {
  struct Node {
    std::size_t file = 0;  // place in Family::files
    double x = 0;
    double y = 0;
    double radius = 0;
    double angle = 0;  // its position on the circle, in radians; 0 is right, clockwise
  };
  struct Edge {
    std::size_t a = 0;  // places in `nodes`
    std::size_t b = 0;
    std::size_t link = 0;  // place in Family::links
  };
  double width = 0;
  double height = 0;
  std::vector<Node> nodes;
  std::vector<Edge> edges;
};

// Without links there are no nodes.
FamilyGraph LayOut(const Family& family);
// Files of strong links follow each other: from each file on to the unseen file with the strongest link to
// it. At most `most` of them; those without a link are left out. Places in Family::files.
std::vector<std::size_t> OrderByLinks(const Family& family, std::size_t most);
// What is written beside a node: the number and the name of the file, not escaped for HTML.
std::string NodeLabel(const Family& family, std::size_t file);

// The picture as an <svg> element for an HTML page: styled by its classes, with the names escaped. A caption
// names what was left out. Empty if there is nothing to see: fewer than three files, or no links.
std::string FamilySvg(const Family& family);

}  // namespace kindred::report

// Draws a laid out family. No ids and no inline styles: a page holds many of these, and its
// Content-Security-Policy allows only the page's own style sheet.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>

#include "kindred/report.h"
#include "report/graph/family_graph.h"
#include "report/html/html_text.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

// By the numbers of the labels: names here would make pages twice as long.
std::string EdgeTitle(const Family::Link& link) {
  return fmt::format("{} – {}: {}% ({}% of {}, {}% of {})", link.a + 1, link.b + 1,
                     PercentText(link.similarity), PercentText(link.of_a), link.a + 1, PercentText(link.of_b),
                     link.b + 1);
}

// A line from rim to rim; one with a head at `to` if `arrow`.
std::string EdgeLine(const FamilyGraph::Node& from, const FamilyGraph::Node& to, bool arrow) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const double length = std::max(std::hypot(dx, dy), 1e-6);
  const double ux = dx / length;
  const double uy = dy / length;
  const double tip_x = to.x - ux * (to.radius + 1);
  const double tip_y = to.y - uy * (to.radius + 1);
  std::string path = fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", from.x + ux * from.radius,
                                 from.y + uy * from.radius, tip_x, tip_y);
  if (arrow) {
    constexpr double kHead = 8;
    constexpr double kHalf = 3.5;
    const double base_x = tip_x - ux * kHead;
    const double base_y = tip_y - uy * kHead;
    path += fmt::format("L{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}", base_x - uy * kHalf,
                        base_y + ux * kHalf, base_x + uy * kHalf, base_y - ux * kHalf, tip_x, tip_y);
  }
  return path;
}

// e1 to e5: stronger links are darker and wider.
int Strength(double similarity) { return std::clamp(static_cast<int>(similarity * 5) + 1, 1, 5); }

std::string Label(const Family& family, const FamilyGraph& graph, const FamilyGraph::Node& node) {
  const bool left = std::cos(node.angle) < -1e-9;
  const double away = node.radius + 5;
  const double x = node.x + away * std::cos(node.angle);
  const double y = node.y + away * std::sin(node.angle);
  std::string turn;
  if (graph.nodes.size() > 8) {
    double degrees = node.angle * 180 / std::numbers::pi + (left ? 180 : 0);
    if (degrees < 0) degrees += 360;
    turn = fmt::format(" transform=\"rotate({:.1f} {:.1f} {:.1f})\"", degrees, x, y);
  }
  // Names above and below the circle are centred on their node.
  const bool upright = turn.empty() && std::abs(std::cos(node.angle)) < 0.1;
  const double lift = upright ? (std::sin(node.angle) < 0 ? -2.0 : 12.0) : 4.0;
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>", x, y + lift,
                     upright ? " class=\"m\""
                     : left  ? " class=\"l\""
                             : "",
                     turn, HtmlText(NodeLabel(family, node.file)));
}

std::string Caption(const Family& family, const FamilyGraph& graph) {
  const std::uint64_t files = std::max<std::uint64_t>(family.total_files, family.files.size());
  const std::uint64_t links = std::max<std::uint64_t>(family.total_links, family.links.size());
  std::string text;
  if (graph.nodes.size() < files) text += fmt::format("{} of {} files", graph.nodes.size(), CountText(files));
  if (graph.edges.size() < links) {
    text += fmt::format("{}the strongest {} of {} links", text.empty() ? "" : ", ", graph.edges.size(),
                        CountText(links));
  }
  return text.empty() ? "" : fmt::format("<figcaption>The picture has {}.</figcaption>", text);
}

}  // namespace

std::string FamilySvg(const Family& family) {
  const FamilyGraph graph = LayOut(family);
  if (graph.nodes.size() < 3) return "";
  std::string svg = fmt::format(
      "<figure><svg class=\"graph\" viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "role=\"img\" aria-label=\"{2} files and the links between them\">\n",
      graph.width, graph.height, graph.nodes.size());
  // Strong links are drawn last and lie on top.
  for (auto edge = graph.edges.rbegin(); edge != graph.edges.rend(); ++edge) {
    const Family::Link& link = family.links[edge->link];
    const Holding holding = HoldingOf(link);
    const bool turned = holding == Holding::kBInA;
    fmt::format_to(std::back_inserter(svg), "<path class=\"e e{}{}\" d=\"{}\"><title>{}</title></path>\n",
                   Strength(link.similarity), holding == Holding::kNeither ? "" : " in",
                   EdgeLine(graph.nodes[turned ? edge->b : edge->a], graph.nodes[turned ? edge->a : edge->b],
                            holding != Holding::kNeither),
                   EdgeTitle(link));
  }
  for (const FamilyGraph::Node& node : graph.nodes) {
    const Family::File& file = family.files[node.file];
    fmt::format_to(std::back_inserter(svg),
                   "<g><circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>{}<title>{} ({})</title></g>\n",
                   node.x, node.y, node.radius, Label(family, graph, node), HtmlName(file.path),
                   SizeText(file.size));
  }
  return svg + "</svg>" + Caption(family, graph) + "</figure>\n";
}

}  // namespace kindred::report

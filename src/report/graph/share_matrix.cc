// See share_matrix.h. Tested in family_graph_test.cc.
#include "report/graph/share_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "kindred/report.h"
#include "report/graph/family_graph.h"
#include "report/html/html_text.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

constexpr std::size_t kLeastFiles = 3;

bool IsDense(std::size_t files, std::size_t links) {
  return 3 * links >= files * (files - 1);
}  // 2/3 of half

// q0 to q10: the larger the share, the stronger the colour behind it.
int Shade(double share) { return static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * 10)); }

}  // namespace

std::string ShareMatrix(const Family& family) {
  const std::vector<std::size_t> files = OrderByLinks(family, kMostInMatrix);
  const std::size_t count = files.size();
  if (count < kLeastFiles) return "";
  std::vector<std::size_t> place(family.files.size(), count);
  for (std::size_t i = 0; i < count; ++i) place[files[i]] = i;
  std::vector<const Family::Link*> linked(count * count, nullptr);
  std::size_t links = 0;
  for (const Family::Link& link : family.links) {
    if (link.a >= place.size() || link.b >= place.size()) continue;
    const std::size_t a = place[link.a];
    const std::size_t b = place[link.b];
    if (a == count || b == count) continue;
    linked[a * count + b] = linked[b * count + a] = &link;
    ++links;
  }
  if (!IsDense(count, links)) return "";

  std::string table = "<figure><div class=\"box\"><table class=\"mx\"><thead><tr><th>% of the file in</th>";
  for (std::size_t file : files) table += fmt::format("<th>{}</th>", file + 1);
  table += "</tr></thead><tbody>\n";
  for (std::size_t row = 0; row < count; ++row) {
    table += "<tr><th>" + HtmlText(NodeLabel(family, files[row])) + "</th>";
    for (std::size_t column = 0; column < count; ++column) {
      const Family::Link* link = linked[row * count + column];
      if (link == nullptr) {
        table += "<td>";
        continue;
      }
      const double share = link->a == files[row] ? link->of_a : link->of_b;
      fmt::format_to(std::back_inserter(table), "<td class=\"q q{}\">{}", Shade(share), PercentText(share));
    }
    table += '\n';
  }
  table += "</table></div>";
  const std::uint64_t all = std::max<std::uint64_t>(family.total_files, family.files.size());
  if (count < all)
    table += fmt::format("<figcaption>The matrix has {} of {} files.</figcaption>", count, CountText(all));
  return table + "</figure>\n";
}

}  // namespace kindred::report

// Graphviz: one graph for each family, one after another in one file; `dot -Tsvg -O` draws each. Files are
// nodes, links are edges with their similarity. An arrow leads from a file to the one that holds nearly all
// of it; other edges have no direction.
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "report/formats/dispatch.h"
#include "report/formats/formats.h"
#include "report/graph/family_graph.h"
#include "report/wording/number_text.h"
#include "report/wording/path_text.h"

namespace kindred::report {

namespace {

// Graphviz interprets \ and & in a label, so they are escaped in names.
std::string DotText(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
    if (c == '&') quoted += "amp;";
  }
  return quoted + "\"";
}

std::string DotName(std::string_view name) { return DotText(EscapedName(name)); }

class DotReport : public Report {
 public:
  DotReport(const ReportOptions& options, std::ostream& stream)
      : line_(options.command_line), stream_(stream) {}

  // Only families are graphs.
  bool On(const Record& record) override {
    Dispatch<Summary, Family>(record, [this](const auto& value) { Write(value); });
    return true;
  }

  void End() override {
    NoteCut("families", shown_, families_);
    EndStream(stream_);
  }

 private:
  void Write(const Summary& summary) {
    families_ = summary.families;
    stream_ << fmt::format("// kindred {}\n", OneLineText(line_));
    stream_ << fmt::format("// files: {}, families: {}, skips: {}\n", summary.files, summary.families,
                           summary.skips);
  }

  void Write(const Family& family) {
    ++shown_;
    stream_ << fmt::format("digraph {} {{\n", DotText("family " + family.id));
    stream_ << "  graph [overlap=false, rankdir=LR];\n  node [shape=box, style=rounded, "
               "fontname=\"sans-serif\"];\n"
               "  edge [fontname=\"sans-serif\", fontsize=10];\n";
    for (std::size_t i = 0; i < family.files.size(); ++i) {
      const Family::File& file = family.files[i];
      stream_ << fmt::format("  f{} [label={}, tooltip={}];\n", i + 1, DotName(LabelOf(file.path)),
                             DotName(file.path));
    }
    for (const Family::Link& link : family.links) WriteLink(link);
    NoteCut("files", family.files.size(), family.total_files);
    NoteCut("links", family.links.size(), family.total_links);
    stream_ << "}\n";
  }

  static std::string_view LabelOf(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
  }

  void WriteLink(const Family::Link& link) {
    const Holding holding = HoldingOf(link);
    const bool turned = holding == Holding::kBInA;
    stream_ << fmt::format(
        "  f{} -> f{} [label=\"{}%\", weight={}, penwidth={:.1f}{}];\n", (turned ? link.b : link.a) + 1,
        (turned ? link.a : link.b) + 1, PercentText(link.similarity), PercentText(link.similarity),
        0.5 + 2 * std::min(link.similarity, 1.0), holding == Holding::kNeither ? ", dir=none" : "");
  }

  void NoteCut(const char* what, std::uint64_t shown, std::uint64_t all) {
    if (shown < all) stream_ << fmt::format("// {} of {} {} shown (--limit 0 shows all)\n", shown, all, what);
  }

  const std::string line_;
  std::ostream& stream_;
  std::uint64_t families_ = 0;
  std::uint64_t shown_ = 0;
};

}  // namespace

std::unique_ptr<Report> MakeDotReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<DotReport>(options, stream);
}

}  // namespace kindred::report

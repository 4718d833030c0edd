// See side_html.h.
#include "report/side/side_html.h"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "report/html/file_link.h"
#include "report/html/html_page.h"
#include "report/html/html_text.h"
#include "report/side/side_layout.h"
#include "report/wording/glyph.h"
#include "report/wording/number_text.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

namespace {

constexpr std::size_t kColumns = 500;  // a longer line takes several rows; shorter ones a browser wraps
constexpr std::size_t kRowBytes = 16;  // of hexadecimal
constexpr std::uint32_t kColours = 6;

std::string ColourOf(std::uint32_t run) { return fmt::format("r{}", (run - 1) % kColours); }

class PageWriter {
 public:
  PageWriter(const SideBySide& files, const ReportOptions& options, std::ostream& stream)
      : files_(files), options_(options), stream_(stream), side_(files, options.stop) {}

  void Write() {
    const std::string title = HtmlText(OneLineText("kindred " + options_.command_line));
    stream_ << HtmlHead(title) << "<header><h1>Kindred</h1>\n<p>" << title << "</p></header>\n<main>\n";
    WriteFacts();
    if (!files_.bytes_a.empty() || !files_.bytes_b.empty()) WriteTable();
    stream_ << "</main>\n</body>\n</html>\n";
  }

 private:
  void WriteFacts() {
    auto file = [&](const char* label, const std::string& name, Side side) {
      stream_ << fmt::format("<div><dt>{}</dt><dd><span class=\"f\">{}</span><br>{}</dd></div>\n", label,
                             LinkedName(name, options_.directory), HtmlText(side_.FileText(side)));
    };
    stream_ << "<dl class=\"facts\">\n";
    file("A", files_.comparison.a, Side::kA);
    file("B", files_.comparison.b, Side::kB);
    stream_ << "<div><dt>Shared</dt><dd>" << HtmlText(side_.SharedText()) << "</dd></div>\n</dl>\n";
  }

  void WriteTable() {
    side_.Cut(kColumns, kRowBytes, {options_.fold, options_.context});
    stream_ << "<table class=\"side\"><colgroup><col class=\"k\"><col><col class=\"k\"><col></colgroup>\n"
               "<thead><tr><th colspan=\"2\">A</th><th colspan=\"2\">B</th></tr></thead><tbody>\n";
    std::size_t written = 0;
    for (const SideRow& row : side_.rows()) {
      if (written++ % kRowsPerQuestion == 0) side_.StopIfAsked();
      line_ = "<tr>";
      AddCells(Side::kA, row.a);
      AddCells(Side::kB, row.b);
      stream_ << line_ << '\n';
    }
    stream_ << "</table>\n";
  }

  void AddCells(Side side, const SideItem& item) {
    if (item.folded) return AddFold(item);
    if (item.piece == kNoPiece) {
      line_ += "<td><td>";
      return;
    }
    const Piece& piece = side_.pieces(side)[item.piece];
    const bool text = files_.text;
    const std::string place = !text             ? fmt::format("{:x}", piece.begin)
                              : piece.line == 0 ? ""
                                                : CountText(piece.line);
    line_ += "<td class=\"k\">" + place + "<td class=\"t\">";
    if (text) {
      AddText(side, piece);
    } else {
      AddBytes(side, piece);
    }
  }

  void AddFold(const SideItem& item) {
    const bool lines = files_.text && item.hidden_lines > 0;
    const std::string unit = lines ? "line" : "byte";
    line_ += fmt::format("<td class=\"k\"><td class=\"o\">\u2026 {}",
                         Counted(lines ? item.hidden_lines : item.hidden_bytes,
                                 item.hidden_run != 0 ? "more shared " + unit : unit));
  }

  // The number of a run, a link to where it is in the other file.
  void AddNumber(Side side, std::uint32_t run) {
    const SideView& view = side_.view(side);
    const char here = side == Side::kA ? 'a' : 'b';
    const char there = side == Side::kA ? 'b' : 'a';
    std::string number = LabelText(view, run);  // "[3]", or "[3 -> line 12] " of one that was moved
    while (number.ends_with(' ')) number.pop_back();
    Switch("");
    line_ +=
        fmt::format("<a id=\"{}{}\" class=\"no {}\" href=\"#{}{}\" title=\"{}\">{}</a>", here, run,
                    ColourOf(run), there, run, Counted(view.runs[run - 1].length, "byte"), HtmlText(number));
  }

  // Those of the runs that start at `at` or before.
  void AddNumbers(Side side, const Piece& piece, std::uint64_t at, std::uint32_t* start) {
    const std::vector<RunStart>& starts = side_.view(side).cover.starts;
    for (; *start < piece.end_start && starts[*start].offset <= at; ++*start)
      AddNumber(side, starts[*start].run);
  }

  // From now on text has this class.
  void Switch(const std::string& style) {
    if (style == style_) return;
    if (!style_.empty()) line_ += "</span>";
    if (!style.empty()) line_ += "<span class=\"" + style + "\">";
    style_ = style;
  }

  void AddText(Side side, const Piece& piece) {
    const SideView& view = side_.view(side);
    CoverCursor cover(view.cover, piece.begin);
    GlyphReader reader(view.bytes.substr(piece.begin, piece.end - piece.begin), piece.column);
    std::uint32_t start = piece.first_start;
    for (std::uint64_t at = piece.begin; !reader.AtEnd();) {
      AddNumbers(side, piece, at, &start);
      const Glyph glyph = reader.Next();
      const std::uint32_t run = cover.RunAt(at);
      Switch((run == 0 ? "" : ColourOf(run)) + (glyph.escaped ? " x" : ""));
      line_ += HtmlText(glyph.text);
      at += glyph.bytes;
    }
    AddNumbers(side, piece, view.bytes.size(), &start);
    Switch("");
  }

  void AddBytes(Side side, const Piece& piece) {
    const SideView& view = side_.view(side);
    std::uint32_t start = piece.first_start;
    AddNumbers(side, piece, view.bytes.size(), &start);
    if (piece.begin == piece.end) return;  // a row of numbers only
    if (piece.run_starts) AddNumber(side, piece.run);
    std::string characters;
    std::string hex;
    for (std::uint64_t at = piece.begin; at < piece.end; ++at) {
      const auto byte = static_cast<unsigned char>(view.bytes[at]);
      hex += fmt::format("{:02x}{}", byte, (at - piece.begin) % 2 == 1 ? " " : "");
      characters += byte >= ' ' && byte <= '~' ? static_cast<char>(byte) : '.';
    }
    hex.resize(kRowBytes * 2 + kRowBytes / 2, ' ');
    Switch(piece.run == 0 ? "" : ColourOf(piece.run));
    line_ += hex + HtmlText(characters);
    Switch("");
  }

  const SideBySide& files_;
  const ReportOptions& options_;
  std::ostream& stream_;
  SideLayout side_;
  std::string line_;
  std::string style_;
};

}  // namespace

void WriteSideHtml(const SideBySide& files, const ReportOptions& options, std::ostream& stream) {
  PageWriter(files, options, stream).Write();
}

}  // namespace kindred::report

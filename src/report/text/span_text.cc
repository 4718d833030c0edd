// Every sentence that can be read alone names what it counts: bytes or bits, files or contents.
#include "report/text/span_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/wording/glyph.h"
#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

std::string Units(std::uint64_t count, bool bits) { return Counted(count, bits ? "bit" : "byte"); }

std::string Copies(const Span::Place& place) {
  return place.copies > 1 ? fmt::format(" ({} copies)", CountText(place.copies)) : "";
}

// "79% is in B: 8,502 of 10,763 bytes"
std::string ShareOfOther(double share, std::uint64_t shared, std::uint64_t size, const char* other) {
  if (size == 0) return "is empty";
  if (shared == 0) return fmt::format("nothing is in {}", other);
  return fmt::format("{}% is in {}: {} of {}", PercentText(share), other, CountText(shared),
                     Counted(size, "byte"));
}

std::uint64_t TotalPlaces(const Span& span) {
  return std::max<std::uint64_t>(span.total_places, span.places.size());
}

// "a.c:12:5", as compilers write it and editors open it.
std::string PlaceText(const Span::Place& place) {
  std::string text = QuotePath(place.path);
  if (place.line > 0) text += fmt::format(":{}:{}", place.line, place.column);
  if (place.page > 0) text += fmt::format(" (page {})", place.page);
  return text + Copies(place);
}

// Any other line of a report than a place: indented, cut to a width that a terminal has.
void WriteRow(std::string_view row, std::size_t indent, TextLayout* layout) {
  constexpr std::size_t kMost = 100;
  std::string shown;
  std::size_t width = 0;
  for (GlyphReader glyphs(row, 0); !glyphs.AtEnd();) {
    const Glyph glyph = glyphs.Next();
    if (width + glyph.width > kMost) {
      shown += "...";
      break;
    }
    shown += glyph.text;
    width += glyph.width;
  }
  shown.insert(0, indent, ' ');
  shown.erase(shown.find_last_not_of(' ') + 1);
  layout->Line(shown);
}

void WriteLines(std::string_view text, std::size_t indent, TextLayout* layout) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    WriteRow(line, indent, layout);
  }
}

void WriteBytes(std::string_view bytes, std::size_t indent, TextLayout* layout) {
  constexpr std::size_t kRow = 16;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kRow, bytes.size()))) {
    std::string hex;
    std::string characters;
    for (char byte : bytes.substr(0, kRow)) {
      hex += fmt::format("{:02x}{}", static_cast<unsigned char>(byte), characters.size() % 2 == 1 ? " " : "");
      characters += byte >= ' ' && byte <= '~' ? byte : '.';
    }
    layout->Line(fmt::format("{:{}}{:<41}{}", "", indent, hex, characters));
  }
}

// Then the words are shown at each place.
bool HasContext(const Span& span) {
  return std::ranges::any_of(
      span.places, [](const Span::Place& place) { return !place.before.empty() || !place.after.empty(); });
}

// What is before a place, the run itself behind a bar, and what is after it.
void WriteAround(const Span& span, const Span::Place& place, std::size_t indent, TextLayout* layout) {
  if (place.before.empty() && place.after.empty()) return;
  const auto write = place.line > 0 ? WriteLines : WriteBytes;
  std::string_view after = place.after;
  // The end of the run's last line.
  if (place.line > 0 && after.starts_with("\r\n")) after.remove_prefix(2);
  if (place.line > 0 && after.starts_with('\n')) after.remove_prefix(1);
  write(place.before, indent + 2, layout);
  WriteRow("| " + (span.text.empty() ? Units(span.length, span.bits) : span.text + " ..."), indent, layout);
  write(after, indent + 2, layout);
}

// A place in one of two files.
struct PlaceWords {
  std::string offset;
  std::string line;
};

std::string TwoPlacesRow(const std::string& length, const PlaceWords& a, const PlaceWords& b) {
  std::string row =
      fmt::format("  {:>12}  {:>12} {:<12} {:>12} {:<12}", length, a.offset, a.line, b.offset, b.line);
  row.erase(row.find_last_not_of(' ') + 1);
  return row;
}

std::string OrderInWords(const std::string& order, std::uint64_t widespread) {
  if (order == "places") return "most places first";
  if (order != "rare" || widespread == 0) return "longest first";
  return fmt::format("longest first, those in more than {} files last", kManyFiles);
}

std::string NothingShared(const SpanSummary& summary) {
  if (summary.files == 0) return "There are no files to search.";
  return fmt::format("Nothing shared: no run of {} or more was found in two places.",
                     Counted(summary.min_length, "byte"));
}

std::string NothingShared(const FileComparison& comparison) {
  std::string length = Counted(comparison.min_length, "byte");
  if (comparison.identical) return fmt::format("They are shorter than {}.", length);
  if (comparison.shared_a == 0 && comparison.shared_b == 0) {
    return fmt::format("Nothing shared: no common run of {} or more.", length);
  }
  return fmt::format("No common run of {} or more; only shorter ones.", length);
}

}  // namespace

std::uint64_t PeriodOf(const Span& span) {
  std::uint64_t period = 0;
  for (std::size_t i = 1; i < span.places.size(); ++i) {
    const Span::Place& before = span.places[i - 1];
    const Span::Place& place = span.places[i];
    if (before.path != place.path || place.offset <= before.offset) continue;
    const std::uint64_t distance = place.offset - before.offset;
    if (distance < span.length && (period == 0 || distance < period)) period = distance;
  }
  return period;
}

void WriteSpanSummary(const SpanSummary& summary, const ReportOptions& options, TextLayout* layout) {
  layout->Title("Kindred " + summary.version, options.command_line);
  layout->Roots(summary.roots);
  layout->Field("files", fmt::format("{}, {}; {}", Counted(summary.files, "file"), SizeText(summary.bytes),
                                     Counted(summary.contents, "distinct content")));
  layout->Field("searched", fmt::format("{} by {}", SizeText(summary.read_bytes), summary.seeds));
  layout->Field("runs", fmt::format("of {} or more, {}", Counted(summary.min_length, "byte"),
                                    summary.bits ? "at any bit" : "at any byte"));
  if (!summary.guarantee.empty()) {
    const bool to_add =
        summary.crowded_keys > 0 && summary.guarantee.find("but for crowds") == std::string::npos;
    layout->WrappedField("certain", summary.guarantee + (to_add ? ", but for crowds" : ""));
  }
  layout->Time(summary.seconds);
  if (summary.spans == 0) {
    layout->Line("");
    layout->Line(NothingShared(summary));
    return;
  }
  layout->Heading(
      "Spans", fmt::format("{}, {}; {} of the contents lie in at least one", CountText(summary.spans),
                           OrderInWords(summary.order, summary.widespread), SizeText(summary.shared_bytes)));
  layout->Line(fmt::format("  offset in {}, then the file, of a text with line:column",
                           summary.bits ? "bits" : "bytes"));
}

void WriteSpanNotes(const SpanSummary& summary, TextLayout* layout) {
  layout->Skips(summary.skip_counts, summary.hidden, summary.filtered);
  if (summary.order == "rare" && summary.widespread > 0) {
    layout->Closing(fmt::format("In more than {} files: {}, listed last; --order places lists them first.",
                                kManyFiles, Counted(summary.widespread, "span")));
  }
  if (summary.crowded_keys > 0) {
    layout->Closing(
        fmt::format("Crowds: {} occurred in so many places that some runs may be missing; "
                    "--every-run reports more.",
                    Counted(summary.crowded_keys, "seed")));
  }
}

bool IsFolded(const SpanSummary& summary, const Span& span) {
  return summary.order == "rare" && span.files > kManyFiles;
}

void WriteSpan(const Span& span, const SpanSummary& summary, std::uint64_t limit, TextLayout* layout) {
  const bool folded = IsFolded(summary, span);
  const std::uint64_t period = PeriodOf(span);
  std::string more = period == 0 ? "" : ", repeats every " + Units(period, span.bits);
  if (folded) more += fmt::format(", in {}", Counted(span.files, "file"));
  layout->Line("");
  layout->Line(
      fmt::format("  {} in {}{}", Units(span.length, span.bits), Counted(TotalPlaces(span), "place"), more));
  if (!span.text.empty() && !HasContext(span)) layout->Line("    | " + OneLineText(span.text));
  // Of a run in many files one place is enough.
  std::size_t count = limit == 0 ? span.places.size() : std::min<std::size_t>(span.places.size(), limit);
  if (folded) count = std::min<std::size_t>(count, 1);
  std::size_t width = 8;
  for (std::size_t i = 0; i < count; ++i) {
    width = std::max(width, fmt::format("{}", span.places[i].offset).size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Span::Place& place = span.places[i];
    layout->Line(fmt::format("    {:>{}}  {}", place.offset, width, PlaceText(place)));
    WriteAround(span, place, width + 6, layout);
  }
  if (folded) {
    layout->Line(
        fmt::format("    and {} (--order length lists them)", Counted(TotalPlaces(span) - 1, "other place")));
    return;
  }
  layout->Shown(count, TotalPlaces(span), "places", 4);
}

void WriteComparison(const FileComparison& comparison, const ReportOptions& options, TextLayout* layout) {
  layout->Title("Kindred", options.command_line);
  layout->Field("A", fmt::format("{}, {}", QuotePath(comparison.a), SizeText(comparison.size_a)));
  layout->Field("B", fmt::format("{}, {}", QuotePath(comparison.b), SizeText(comparison.size_b)));
  layout->Field("of A", ShareOfOther(comparison.of_a, comparison.shared_a, comparison.size_a, "B"));
  layout->Field("of B", ShareOfOther(comparison.of_b, comparison.shared_b, comparison.size_b, "A"));
  layout->Field("counted", fmt::format("exactly, in shared runs of {} or more{}", Counted(kRunLength, "byte"),
                                       comparison.bits ? ", at whole bytes" : ""));
  layout->Line("");
  if (comparison.same_file) {
    layout->Line("A and B are two names (hard links) of one file: nothing is there twice.");
    return;
  }
  if (comparison.identical) layout->Line("The two files are identical.");
  if (comparison.spans == 0) {
    if (comparison.size_a > 0 || comparison.size_b > 0) layout->Line(NothingShared(comparison));
    return;
  }
  if (comparison.identical) layout->Line("");
  layout->Line(fmt::format("Spans: {} of {} or more, {}; offsets and lengths in {}",
                           CountText(comparison.spans), Counted(comparison.min_length, "byte"),
                           OrderInWords(comparison.order, 0), comparison.bits ? "bits" : "bytes"));
  layout->Line(TwoPlacesRow("length", {"offset in A", "line:column"}, {"offset in B", "line:column"}));
}

void WriteSpanOfTwo(const FileComparison& comparison, const Span& span, TextLayout* layout) {
  // A span may occur in a file several times; a file may also be compared with itself.
  std::vector<const Span::Place*> a;
  std::vector<const Span::Place*> b;
  for (const Span::Place& place : span.places) {
    const bool in_a = place.path == comparison.a && (comparison.a != comparison.b || a.empty());
    (in_a ? a : b).push_back(&place);
  }
  auto words = [](const std::vector<const Span::Place*>& list, std::size_t i) -> PlaceWords {
    if (i >= list.size()) return {};
    const Span::Place& place = *list[i];
    return {fmt::format("{}", place.offset),
            place.line > 0 ? fmt::format("{}:{}{}", place.line, place.column,
                                         place.page > 0 ? fmt::format(" p.{}", place.page) : "")
                           : ""};
  };
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    layout->Line(TwoPlacesRow(i == 0 ? fmt::format("{}", span.length) : "", words(a, i), words(b, i)));
  }
  if (!span.text.empty() && !HasContext(span)) layout->Line("                | " + OneLineText(span.text));
  for (const auto& [name, list] : {std::pair("A", &a), std::pair("B", &b)}) {
    for (const Span::Place* place : *list) {
      if (place->before.empty() && place->after.empty()) continue;
      layout->Line(fmt::format("      {} at {}", name, place->offset));
      WriteAround(span, *place, 8, layout);
    }
  }
  if (TotalPlaces(span) > span.places.size()) {
    layout->Shown(span.places.size(), TotalPlaces(span), "places", 4);
  }
}

}  // namespace kindred::report

// Every sentence that can be read alone says what it counts: bytes or bits, files or contents.
#include "report/text/span_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/number_text.h"

namespace kindred::report {

namespace {

std::string Units(std::uint64_t count, bool bits) { return Counted(count, bits ? "bit" : "byte"); }

std::string Copies(const Span::Place& place) {
  return place.copies > 1 ? fmt::format(" ({} copies)", CountText(place.copies)) : "";
}

// "79% stands in B: 8,502 of 10,763 bytes"
std::string ShareOfOther(double share, std::uint64_t shared, std::uint64_t size, const char* other) {
  if (size == 0) return "is empty";
  if (shared == 0) return fmt::format("nothing stands in {}", other);
  return fmt::format("{}% stands in {}: {} of {}", PercentText(share), other, CountText(shared),
                     Counted(size, "byte"));
}

std::uint64_t TotalPlaces(const Span& span) {
  return std::max<std::uint64_t>(span.total_places, span.places.size());
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
    return fmt::format("Nothing shared: no run of {} or more stands in both.", length);
  }
  return fmt::format("No run of {} or more stands in both; what they share stands in shorter runs.", length);
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
  layout->Heading("Spans", fmt::format("{}, longest first; {} of the contents stands in one",
                                       CountText(summary.spans), SizeText(summary.shared_bytes)));
  layout->Line(fmt::format("  offset in {}, then the file", summary.bits ? "bits" : "bytes"));
}

void WriteSpanNotes(const SpanSummary& summary, TextLayout* layout) {
  layout->Skips(summary.skip_counts, summary.hidden, summary.filtered);
  if (summary.crowded_keys > 0) {
    layout->Closing(
        fmt::format("Crowds: {} stood in so many places that not every run which only some of them "
                    "share is told; --every-run tells more.",
                    Counted(summary.crowded_keys, "seed")));
  }
}

void WriteSpan(const Span& span, std::uint64_t limit, TextLayout* layout) {
  const std::uint64_t period = PeriodOf(span);
  std::string repeats = period == 0 ? "" : ", repeats every " + Units(period, span.bits);
  layout->Line("");
  layout->Line(fmt::format("  {} in {}{}", Units(span.length, span.bits), Counted(TotalPlaces(span), "place"),
                           repeats));
  const std::size_t count =
      limit == 0 ? span.places.size() : std::min<std::size_t>(span.places.size(), limit);
  std::size_t width = 8;
  for (std::size_t i = 0; i < count; ++i) {
    width = std::max(width, fmt::format("{}", span.places[i].offset).size());
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Span::Place& place = span.places[i];
    layout->Line(fmt::format("    {:>{}}  {}{}", place.offset, width, QuotePath(place.path), Copies(place)));
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
  layout->Line(fmt::format("Spans: {} of {} or more, longest first; offsets and lengths in {}",
                           CountText(comparison.spans), Counted(comparison.min_length, "byte"),
                           comparison.bits ? "bits" : "bytes"));
  layout->Line(fmt::format("  {:>14}  {:>14}  {:>14}", "length", "offset in A", "offset in B"));
}

void WriteSpanOfTwo(const FileComparison& comparison, const Span& span, TextLayout* layout) {
  // A span may occur in a file several times; a file may also be compared with itself.
  std::vector<std::uint64_t> a;
  std::vector<std::uint64_t> b;
  for (const Span::Place& place : span.places) {
    const bool in_a = place.path == comparison.a && (comparison.a != comparison.b || a.empty());
    (in_a ? a : b).push_back(place.offset);
  }
  auto offset = [](const std::vector<std::uint64_t>& list, std::size_t i) {
    return i < list.size() ? fmt::format("{}", list[i]) : std::string();
  };
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    std::string line = fmt::format("  {:>14}  {:>14}  {:>14}", i == 0 ? fmt::format("{}", span.length) : "",
                                   offset(a, i), offset(b, i));
    line.erase(line.find_last_not_of(' ') + 1);
    layout->Line(line);
  }
  if (TotalPlaces(span) > span.places.size()) {
    layout->Shown(span.places.size(), TotalPlaces(span), "places", 4);
  }
}

}  // namespace kindred::report

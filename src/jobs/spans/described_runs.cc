// See described_runs.h.
#include "jobs/spans/described_runs.h"

#include <algorithm>

#include "kindred/values.h"
#include "run/stop.h"

namespace kindred::jobs {

std::string OrderText(SpanOrder order) {
  switch (order) {
    case SpanOrder::kRare:
      return "rare";
    case SpanOrder::kLength:
      return "length";
    case SpanOrder::kPlaces:
      return "places";
  }
  return "";
}

void OrderRuns(SpanOrder order, const RunCounts& counts, std::vector<span::Run>* runs) {
  if (order == SpanOrder::kRare) {
    std::stable_partition(runs->begin(), runs->end(),
                          [&](const span::Run& run) { return counts.files(run) <= kManyFiles; });
  } else if (order == SpanOrder::kPlaces) {
    std::ranges::stable_sort(*runs, std::greater<>(), counts.places);
  }
}

DescribedRuns::DescribedRuns(span::Source& source, std::span<const span::Run> runs, const Settings& settings,
                             Observer& observer) {
  std::vector<span::ByteRange> ranges;
  for (const span::Run& run : runs) {
    first_.push_back(ranges.size());
    const std::size_t count =
        settings.places == 0 ? run.places.size() : std::min<std::size_t>(run.places.size(), settings.places);
    bool words = true;
    for (const span::Place& place : std::span(run.places).first(count)) {
      const std::uint64_t end = (place.offset + run.length + settings.units - 1) / settings.units;
      ranges.push_back({settings.in_source(place.content), place.offset / settings.units, end});
      // A run that begins inside a byte has no words there.
      if (words && place.offset % settings.units == 0 && settings.is_text(ranges.back().content)) {
        ranges.back().words = true;
        words = false;
      }
    }
  }
  first_.push_back(ranges.size());
  places_ = span::ReadTextPlaces(source, ranges,
                                 {.is_text = settings.is_text, .context = settings.context, .stop = [&] {
                                    return observer.StopRequested();
                                  }});
  run::StopIfAsked(observer);
}

void DescribedRuns::Describe(std::size_t run, std::size_t place, Span::Place* to) const {
  const std::size_t at = first_[run] + place;
  if (at >= first_[run + 1]) return;
  to->line = places_[at].line;
  to->column = places_[at].column;
  if (!places_[at].texts) return;
  to->before = places_[at].texts->before;
  to->after = places_[at].texts->after;
}

std::string DescribedRuns::WordsOf(std::size_t run) const {
  for (std::size_t at = first_[run]; at < first_[run + 1]; ++at) {
    if (places_[at].texts && !places_[at].texts->words.empty()) return places_[at].texts->words;
  }
  return "";
}

}  // namespace kindred::jobs

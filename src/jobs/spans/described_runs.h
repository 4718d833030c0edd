// The runs of a report as people read them: in the order that was asked for, and with line, column, first
// words and context of their places. For trees and for two files.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"
#include "span/runs/runs.h"
#include "span/source.h"
#include "span/text_places.h"

namespace kindred::jobs {

std::string OrderText(SpanOrder order);

// How much a run counts for in an order.
struct RunCounts {
  std::function<std::uint64_t(const span::Run&)> files;
  std::function<std::uint64_t(const span::Run&)> places;
};

// `runs` are longest first.
void OrderRuns(SpanOrder order, const RunCounts& counts, std::vector<span::Run>* runs);

class DescribedRuns {
 public:
  struct Settings {
    std::uint64_t places = 0;  // of each run that are described; 0: all
    std::uint64_t units = 1;   // in a byte
    std::uint64_t context = 0;
    std::function<bool(std::uint32_t content)> is_text;  // of a content of the source
    std::function<std::uint32_t(std::uint32_t content)> in_source = [](std::uint32_t same) { return same; };
  };

  // Reads the places of the runs. Throws Error(kCancelled) when the observer asks to stop.
  DescribedRuns(span::Source& source, std::span<const span::Run> runs, const Settings& settings,
                Observer& observer);

  // Line, column and context of a run's place, if it was described.
  void Describe(std::size_t run, std::size_t place, Span::Place* to) const;
  std::string WordsOf(std::size_t run) const;

 private:
  std::vector<std::size_t> first_;  // of each run in places_
  std::vector<span::TextPlace> places_;
};

}  // namespace kindred::jobs

// A sink that remembers everything, and an observer that says nothing.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kindred/sink.h"

namespace kindred::testing_support {

class RecordingSink : public ResultSink {
 public:
  void OnSummary(const Summary& value) override { summary = value; }
  void OnIdentical(const IdenticalSet& value) override { identical.push_back(value); }
  void OnCluster(const Cluster& value) override { clusters.push_back(value); }
  void OnGroup(const Group& value) override { groups.push_back(value); }
  void OnPair(const FilePair& value) override { pairs[{value.a, value.b}] = value; }
  void OnSkip(const Skip& value) override { skips.push_back(value); }
  void OnQuery(const QueryHeader& value) override { query = value; }
  void OnMatch(const Match& value) override { matches.push_back(value); }
  void OnSpans(const SpanSummary& value) override { span_summary = value; }
  void OnComparison(const Comparison& value) override { comparison = value; }
  void OnSpan(const Span& value) override { spans.push_back(value); }
  void OnScan(const ScanSummary& value) override { scan = value; }

  Summary summary;
  std::vector<IdenticalSet> identical;
  std::vector<Cluster> clusters;
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, FilePair> pairs;
  std::vector<Skip> skips;
  QueryHeader query;
  std::vector<Match> matches;
  SpanSummary span_summary;
  Comparison comparison;
  std::vector<Span> spans;
  ScanSummary scan;
};

class SilentObserver : public Observer {};

}  // namespace kindred::testing_support

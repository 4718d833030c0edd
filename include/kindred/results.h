// The results of calls as values. Each list has the records that the call pushes into a sink, in their order.
#pragma once

#include <optional>
#include <vector>

#include "kindred/template_values.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

struct FindResult {
  Summary summary;
  std::vector<CopiedFolders> folders;
  std::vector<IdenticalSet> identical;
  std::vector<SameInside> inside;
  std::vector<Family> families;
  std::vector<ContainedFile> contained;
  std::vector<Group> groups;
  std::vector<DirectoryPair> directories;  // with FindOptions::directories
  std::vector<InterestingSet> sets;        // with FindOptions::sets
  std::vector<FilePair> pairs;             // with FindOptions::pairs
  std::vector<TemplateSuggestion> suggestions;
  std::optional<NearSummary> near_summary;  // with FindOptions::near_stage
  std::vector<NearSet> near_sets;
  std::vector<NearPair> near_pairs;
  std::vector<Skip> skips;
};

struct QueryResult {
  std::vector<QueryHeader> queries;  // the input, then its parts that have matches
  std::vector<Match> matches;        // Match::query names which of them it belongs to
  std::vector<Skip> skips;
};

struct CompareResult {
  TreeComparison summary;
  std::vector<FileRelation> relations;
  std::vector<Skip> skips;
};

struct SpansResult {
  SpanSummary summary;
  std::vector<Span> spans;
  std::vector<Skip> skips;
};

}  // namespace kindred::inline v0

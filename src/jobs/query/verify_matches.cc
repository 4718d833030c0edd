// See verify_matches.h.
#include "jobs/query/verify_matches.h"

#include "jobs/match/pairs/measure_stage.h"
#include "run/stop.h"
#include "tree/bytes/scanned_contents.h"

namespace kindred::jobs {

namespace {

// The query as content 0, and the files of its matches behind it.
class QueryAndMatches : public tree::WholeContents {
 public:
  QueryAndMatches(std::span<const std::uint8_t> query, tree::ContentSource& matches)
      : query_(query), matches_(matches) {}
  std::optional<span::Source::Piece> Whole(std::uint32_t content) override {
    if (content == 0) return span::Source::Piece{query_, 0, nullptr};
    return matches_.Whole(content - 1);
  }

 private:
  std::span<const std::uint8_t> query_;
  tree::ScannedContents matches_;
};

// The file of a match, or its container.
std::vector<tree::ContentFile> FilesAt(index::CatalogReader& catalog, const JudgedMatch& match) {
  const std::size_t slashes = match.path.find("//");
  const std::string path = match.path.substr(0, slashes);
  std::vector<tree::ContentFile> files;
  for (const index::StoredDirectory& directory : catalog.DirectoriesUnder({path})) {
    for (const index::StoredEntry& stored : directory.entries) {
      if (slashes == std::string::npos) {
        files.push_back({directory.path, stored.entry, match.path});
        continue;
      }
      Entry part = stored.entry;
      part.name = match.path.substr(slashes + 2);
      part.size = match.size;
      files.push_back({PartPath(path, ""), std::move(part), match.path, stored});
    }
  }
  return files;
}

}  // namespace

VerifiedMatches VerifyMatches(std::span<const std::uint8_t> query, Ignore ignore, const QueryOptions& options,
                              index::CatalogReader& catalog, inside::PartSpool& parts, Observer& observer,
                              std::vector<JudgedMatch> matches) {
  std::vector<std::vector<tree::ContentFile>> files(matches.size());
  std::vector<std::uint64_t> sizes;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    files[i] = FilesAt(catalog, matches[i]);
    sizes.push_back(matches[i].size);
  }
  tree::ContentSource source(
      sizes, [&](std::uint32_t number) { return files[number]; }, true, 0, observer);
  source.ReadPartsFrom(&parts);
  std::vector<tree::ContentPair> pairs;
  for (std::uint32_t number = 0; number < matches.size(); ++number) pairs.push_back({0, number + 1});
  QueryAndMatches contents(query, source);
  // One thread: it holds one file beside the query, which may be large.
  const std::vector<tree::PairMeasurement> measured = tree::MeasurePairs(pairs, contents,
                                                                         {.measure = options.match.measure,
                                                                          .ignore = ignore,
                                                                          .run = options.match.run,
                                                                          .threads = 1,
                                                                          .total = pairs.size(),
                                                                          .when_stopped = run::kRunAgain},
                                                                         observer);
  VerifiedMatches verified;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (!measured[i].read && options.verify) continue;  // it is among the skips
    JudgedMatch& match = matches[i];
    if (!measured[i].read) {  // on a disk that is away: the estimate remains
      verified.matches.push_back(std::move(match));
      continue;
    }
    match.measured = true;
    match.error = 0;
    match.identical = measured[i].identical;
    if (!match.identical) {
      match.of_query = measured[i].shares.of_a;
      match.of_file = measured[i].shares.of_b;
      match.similarity = measured[i].shares.similarity;
    }
    if (match.similarity < static_cast<float>(options.match.minimum)) {
      ++verified.dropped;
    } else {
      verified.matches.push_back(std::move(match));
    }
  }
  if (options.verify) verified.skips = source.Skips();
  return verified;
}

}  // namespace kindred::jobs

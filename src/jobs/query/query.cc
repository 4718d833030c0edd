// One against all: mark the query at the finest level, look its keys up, weigh what was found at each file's
// own level. See query.h.
#include "jobs/query/query.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "index/store/store.h"
#include "index/store/templates.h"
#include "inside/named_part.h"
#include "inside/part_spool.h"
#include "jobs/match/pairs/filter_stage.h"
#include "jobs/match/pairs/match_run.h"
#include "jobs/match/pairs/measure_stage.h"
#include "jobs/match/pools/pools.h"
#include "jobs/query/query_lookup.h"
#include "jobs/query/query_matches.h"
#include "jobs/query/verify_matches.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "match/keys/template_keys.h"
#include "match/measure.h"
#include "match/pairs/pairs.h"
#include "read/files/load_file.h"
#include "read/files/read_input.h"
#include "run/run_limits.h"
#include "run/stage_timer.h"
#include "run/stop.h"
#include "tree/bytes/content_reader.h"
#include "tree/bytes/scanned_contents.h"
#include "tree/entries/summary_facts.h"
#include "tree/entries/tree_parts.h"
#include "tree/entries/type_filter.h"
#include "tree/marks/derived_keys.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred::jobs {

namespace {

// At the finest level, but coarser as the query grows, so that a query of any size has a bounded number of
// marks.
// `keep`, if given, gets all its bytes; if there are too many, that is an error when they are needed.
const tree::ReadContent& ReadQuery(const Input& query, const mark::Method& method,
                                   tree::ContentReader& contents, read::PieceCollector* keep, bool needed,
                                   std::int64_t* mtime, Observer& observer) {
  constexpr std::uint64_t kMany = std::uint64_t{1} << 20;
  int level = method.FinestLevel();
  std::uint64_t read = 0;
  contents.Begin({level});
  auto piece = [&](std::span<const std::uint8_t> bytes) {
    contents.Feed(bytes);
    if (keep != nullptr && !keep->too_large() && !keep->Add(bytes) && needed)
      throw Error(ErrorKind::kFailed, "too large to be verified", query.name(), "leave `verify` out");
    read += bytes.size();
    if (level < kMaxLevel && read >> level > kMany) contents.Coarsen({++level});
    run::StopIfAsked(observer);
    return true;
  };
  const auto outcome = read::ReadInput(
      query,
      [&](const Entry& entry) {
        if (query.kind() == Input::Kind::kFile) *mtime = entry.mtime_ns;
        return true;
      },
      piece);
  if (!outcome.ok) {
    throw Error(read::TypedKind(outcome),
                fmt::format("cannot {} the query file: {}", outcome.stage, read::TypedReason(outcome)),
                query.name());
  }
  return contents.Finish();
}

// The query is A, the file of the index is B.
std::uint64_t FilterMatches(const FilterStage& filters, const std::string& query,
                            const tree::ReadContent& content, std::int64_t mtime, MediaType media,
                            Observer& observer, std::vector<JudgedMatch>* matches) {
  const std::size_t count = matches->size();
  const std::vector<bool> passed = filters.Pass(
      count,
      [&](std::size_t i) -> FilterItem {
        const JudgedMatch& match = (*matches)[i];
        const double bytes = std::min(match.of_query * static_cast<double>(content.size),
                                      match.of_file * static_cast<double>(match.size));
        return {{.a = query,
                 .b = match.path,
                 .size_a = content.size,
                 .size_b = match.size,
                 .of_a = match.of_query,
                 .of_b = match.of_file,
                 .similarity = match.similarity,
                 .shared_bytes = static_cast<std::uint64_t>(bytes + 0.5),
                 .shared_marks = match.shared_marks,
                 .measured = match.measured,
                 .mtime_a = mtime,
                 .mtime_b = match.mtime},
                {content.type, media},
                match.type};
      },
      observer);
  std::size_t number = 0;
  std::erase_if(*matches, [&](const JudgedMatch&) { return !passed[number++]; });
  return count - matches->size();
}

bool ComesBefore(const JudgedMatch& a, const JudgedMatch& b) {
  if (a.identical != b.identical) return a.identical;
  // What is known to be similar before what may be: three marks of three are less than 39 of 40.
  const float sure_a = a.similarity - a.error, sure_b = b.similarity - b.error;
  if (sure_a != sure_b) return sure_a > sure_b;
  return a.path < b.path;
}

// Leaves the matches that a person looks at first, as far as they are soon read, and returns the others.
std::vector<JudgedMatch> BeyondTheFirst(std::vector<JudgedMatch>* matches) {
  constexpr std::size_t kMatches = 16;
  constexpr std::uint64_t kBytes = std::uint64_t{4} << 20;
  std::ranges::sort(*matches, ComesBefore);
  std::vector<JudgedMatch> first, rest;
  std::uint64_t bytes = 0;
  for (JudgedMatch& match : *matches) {
    const bool read = !match.identical && first.size() < kMatches && bytes + match.size <= kBytes;
    if (read) bytes += match.size;
    (read ? first : rest).push_back(std::move(match));
  }
  *matches = std::move(first);
  return rest;
}

Match AsMatch(const std::string& query, std::uint64_t query_size, JudgedMatch&& match) {
  return {.query = query,
          .path = std::move(match.path),
          .size = match.size,
          .similarity = match.similarity,
          .of_query = match.of_query,
          .of_file = match.of_file,
          .identical = match.identical,
          .shared_marks = match.shared_marks,
          .measured = match.measured,
          .digest = match.digest.Hex(),
          .copies = match.copies,
          .query_size = query_size,
          .mtime = match.mtime};
}

// What all parts of a query need.
struct QueryTools {
  index::Snapshot& snapshot;
  std::shared_ptr<const inside::LookInside> look;
  inside::PartSpool& parts;  // of the matches
};

MediaType MediaOf(const Input& input, const tree::ReadContent& content, const tree::ContentReader& reader,
                  const inside::LookInside& look) {
  MediaType media = reader.Media();
  if (input.kind() != Input::Kind::kFile) return media;
  read::FileReader::Visit(AT_FDCWD, input.name(), true,
                          [&](int descriptor) { media = look.MediaOf(descriptor, content.type, media); });
  return media;
}

// With `only_matches` nothing is pushed without a match.
void QueryOne(base::FileSystem& files, const std::string& index_directory, const QueryTools& tools,
              const Input& input, bool only_matches, const QueryOptions& options, ResultSink& sink,
              Observer& observer) {
  run::StopIfAsked(observer);
  const std::string& query = input.name();
  const Measuring measuring = MeasuringFor(options.verify, options.estimate, true, options.pools);
  tree::CheckTypes(options.types);
  const FilterStage filters(options.match);
  const tree::Methods methods = tree::MakeMethods({options.method});
  const index::StoredMethod method = tree::ToStored(*methods[0]);
  const Pools pools(options.pools, method);
  run::StageTimer open(observer, "open");
  index::Snapshot* const snapshot = &tools.snapshot;
  const auto segments = snapshot->SegmentsOf(method);
  if (segments.empty()) tree::ThrowNoMarks(index_directory, *snapshot, method.info);
  const tree::MethodTemplates templates =
      options.match.templates ? tree::TemplatesFor(index::ReadTemplates(files, index_directory), *methods[0])
                              : tree::MethodTemplates();
  open.Done(segments.size(), "segments");

  run::StageTimer read(observer, "read");
  tree::ContentReader contents(methods);
  read::PieceCollector kept(run::MemoryOf({}) / 4);
  const bool measures =
      measuring == Measuring::kEvery ||
      (measuring == Measuring::kUncertain && templates.keys.empty() && options.match.count == Count::kOnce);
  std::int64_t mtime = kNoTime;
  const tree::ReadContent& content =
      ReadQuery(input, *methods[0], contents, measures ? &kept : nullptr, options.verify, &mtime, observer);
  const QueryKeys keys = KeysOf(content, method, templates.keys);
  read.Done(keys.keys.size(), "keys", content.size);

  run::StageTimer look_up(observer, "look up");
  std::vector<Candidate> candidates;
  const std::uint64_t min_shared = LeastShared(options, method.weight);
  for (const auto& segment : segments) {
    run::StopIfAsked(observer);
    LookUp(*segment, keys, min_shared, templates.keys, run::ThreadsOf({}), &candidates);
  }
  // A copy too small for marks, or of another type of index, is still a copy.
  index::CatalogReader& catalog = snapshot->catalog();
  const auto same = catalog.FindDigest(content.digest, content.size);
  if (same && std::ranges::find(candidates, same->id, &Candidate::content) == candidates.end())
    candidates.push_back({same->id, {}});
  std::ranges::sort(candidates, {}, &Candidate::content);
  look_up.Done(candidates.size(), "candidates");

  run::StageTimer judge(observer, "judge");
  const MatchRules rules(query, content, options, method);
  std::vector<JudgedMatch> matches = JudgeAll(candidates, same, options, rules, catalog);
  for (const OpenedPool& pool : pools.opened()) {
    run::StopIfAsked(observer);
    LookIntoPool(pool, pools.key(), keys, templates.keys, content, options, rules, &matches);
  }
  judge.Done(matches.size(), "matches");

  VerifiedMatches verified;
  if (measures && !kept.too_large()) {
    run::StageTimer measure(observer, "measure");
    std::vector<JudgedMatch> rest = options.verify ? std::vector<JudgedMatch>() : BeyondTheFirst(&matches);
    const std::size_t count = matches.size();
    verified = VerifyMatches(kept.bytes(), methods[0]->ignore(), options, catalog, tools.parts, observer,
                             std::move(matches));
    matches = std::move(verified.matches);
    // The others by their estimates: what only may reach the minimum was not worth reading.
    std::erase_if(rest, [&](const JudgedMatch& match) {
      return !match.identical && match.similarity < static_cast<float>(options.match.minimum);
    });
    std::ranges::move(rest, std::back_inserter(matches));
    measure.Done(count, "matches");
  }
  std::uint64_t filtered_out = 0;
  if (!filters.Empty()) {
    std::ranges::sort(matches, ComesBefore);  // a command gets matches in the order of the answer
    filtered_out = FilterMatches(filters, query, content, mtime,
                                 MediaOf(input, content, contents, *tools.look), observer, &matches);
  }

  QueryHeader header{tree::MatchFactsOf(options.match, method.info), query, content.size,
                     content.marks[0].size(), matches.size()};
  if (only_matches && matches.empty()) return;
  header.version = Version();
  header.digest = content.digest.Hex();
  header.identical = static_cast<std::uint64_t>(std::ranges::count_if(matches, &JudgedMatch::identical));
  header.verified = options.verify;
  header.dropped = verified.dropped;
  header.filtered_out = filtered_out;
  header.templates = templates.templates;
  header.template_keys = templates.keys.size();
  header.pools = pools.opened().size();
  header.pool_files = pools.Files();
  sink.On(header);
  const std::size_t shown =
      options.limit == 0 ? matches.size() : std::min<std::size_t>(options.limit, matches.size());
  if (filters.Empty() && shown < matches.size()) {
    std::ranges::partial_sort(matches, matches.begin() + static_cast<std::ptrdiff_t>(shown), ComesBefore);
  } else if (filters.Empty()) {
    std::ranges::sort(matches, ComesBefore);
  }
  for (JudgedMatch& match : std::span(matches).first(shown))
    sink.On(AsMatch(query, content.size, std::move(match)));
  for (const Skip& skip : verified.skips) sink.On(skip);
}

// The parts of a query, in memory: they are looked up when the worker is done with the file.
class QueryParts : public extract::PartSink {
 public:
  struct Part {
    std::string name;
    std::string bytes;
    bool whole = false;
  };
  void BeginPart(const extract::Part& part) override { parts.push_back({part.name, ""}); }
  void Bytes(std::string_view bytes) override { parts.back().bytes.append(bytes); }
  void EndPart() override { parts.back().whole = true; }

  std::vector<Part> parts;
};

// What is inside a query that is a file, each part that there is something like.
void QueryInside(base::FileSystem& files, const std::string& index_directory, const QueryTools& tools,
                 const std::string& file, const QueryOptions& options, ResultSink& sink, Observer& observer) {
  const inside::LookInside& look = *tools.look;
  if (!look.Any()) return;
  extract::Extraction done;
  QueryParts inside;
  const auto outcome = read::FileReader::Visit(AT_FDCWD, file, true, [&](int descriptor) {
    const extract::ContainerType type = inside::TypeOfFile(descriptor, file);
    if (type == extract::ContainerType::kNone || !look.Asks(type)) return;
    done = look.Extract(descriptor, type, inside, [&] { return observer.StopRequested(); });
  });
  run::StopIfAsked(observer);
  for (const QueryParts::Part& part : inside.parts) {
    if (!outcome.ok || !part.whole || part.bytes.empty()) continue;
    QueryOne(files, index_directory, tools, Input::Memory(PartPath(file, part.name), part.bytes), true,
             options, sink, observer);
  }
  if (!done.reason.empty()) sink.On(Skip{file, tree::kInsideStage, done.reason, false});
}

}  // namespace

void QuerySimilar(base::FileSystem& files, const std::string& index_directory, index::Snapshot* opened,
                  const Input& input, const QueryOptions& options, ResultSink& sink, Observer& observer) {
  run::StopIfAsked(observer);
  const inside::ResolvedInput resolved(input, options.inside, run::MemoryOf({}) / 4, observer);
  std::unique_ptr<index::Snapshot> newest;
  if (opened == nullptr) newest = index::OpenSnapshot(files, index_directory);
  const auto look = std::make_shared<const inside::LookInside>(options.inside, 1);
  inside::PartSpool parts(look, run::SpillDirectory(index_directory), true,
                          [&] { return observer.StopRequested(); });
  const QueryTools tools{opened == nullptr ? *newest : *opened, look, parts};
  QueryOne(files, index_directory, tools, resolved.input(), false, options, sink, observer);
  if (resolved.input().kind() == Input::Kind::kFile)
    QueryInside(files, index_directory, tools, input.name(), options, sink, observer);
}

}  // namespace kindred::jobs

// One against all: mark the query at the finest level, look its keys up, weigh what was found at each file's
// own level. See query.h.
#include "engine/query/query.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "engine/find/filter_stage.h"
#include "engine/find/measure_stage.h"
#include "engine/inside/named_part.h"
#include "engine/inside/part_spool.h"
#include "engine/inside/tree_parts.h"
#include "engine/make_method.h"
#include "engine/pool/pools.h"
#include "engine/query/query_lookup.h"
#include "engine/run_limits.h"
#include "engine/scan/content_reader.h"
#include "engine/stage_timer.h"
#include "engine/stop.h"
#include "engine/stored_method.h"
#include "engine/summary_facts.h"
#include "engine/type_filter.h"
#include "engine/verify/scanned_contents.h"
#include "index/store/store.h"
#include "index/store/templates.h"
#include "kindred/error.h"
#include "kindred/kindred.h"
#include "match/measure.h"
#include "match/pairs/pairs.h"
#include "match/template/template_keys.h"
#include "read/load_file.h"
#include "read/read_input.h"

namespace kindred::engine {

namespace {

// At the finest level, but coarser as the query grows, so that a query of any size has a bounded number of
// marks.
// `keep`, if given, gets all its bytes; if there are too many, that is an error when they are needed.
const ReadContent& ReadQuery(const Input& query, const mark::Method& method, ContentReader& contents,
                             read::PieceCollector* keep, bool needed, Observer& observer) {
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
    StopIfAsked(observer);
    return true;
  };
  const auto outcome = read::ReadInput(
      query, [](const Entry&) { return true; }, piece);
  if (!outcome.ok) {
    throw Error(read::TypedKind(outcome),
                fmt::format("cannot {} the query file: {}", outcome.stage, read::TypedReason(outcome)),
                query.name());
  }
  return contents.Finish();
}

// A match as it is sorted and filtered. It becomes a Match, with its texts, when it is shown: most are not.
struct JudgedMatch {
  std::string path = {};
  std::uint64_t size = 0;
  Digest digest;
  std::uint64_t shared_marks = 0;
  std::uint64_t copies = 1;
  float similarity = 0;
  float of_query = 0;
  float of_file = 0;
  float error = 0;  // of the similarity
  FileType type;
  bool identical = false;
  bool measured = false;
};

std::string DigestText(const Digest& digest) {
  return fmt::format("{:016x}{:016x}", digest.high, digest.low);
}

std::string_view NameOf(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// Keys that a match must share with the query.
std::uint64_t LeastShared(const QueryOptions& options, Weight weight) {
  return match::LeastProposed(options.match, weight,
                              options.verify ? match::Judgement::kByReading : match::Judgement::kByEstimate);
}

// The candidates that pass the caller's rules, with paths.
class MatchRules {
 public:
  MatchRules(const std::string& query, const ReadContent& content, const QueryOptions& options,
             const index::StoredMethod& method)
      : query_(query),
        content_(content),
        options_(options.match),
        shares_(match::ShareRulesOf(options.match, method.info)),
        verify_(options.verify),
        min_shared_(LeastShared(options, method.weight)) {}

  // By its shares alone; avoids a lookup in the catalog.
  bool MayMatch(const match::SharedWeight& shared) const {
    if (shared.keys < min_shared_) return false;
    const match::Shares shares = match::MeasureShares(shared, shares_);
    return (verify_ ? std::max(shares.at_most, shares.could_be) : shares.at_most) >=
           static_cast<float>(options_.minimum);
  }

  // A content that passes, with all but its path. `identical`: whether its bytes are the query's.
  std::optional<JudgedMatch> Take(const Content& file, bool identical,
                                  const match::SharedWeight& shared) const {
    match::Shares shares = match::MeasureShares(shared, shares_);
    // A copy without marks is still a copy.
    if (identical && (options_.count == Count::kOnce || shared.total_a == 0)) shares = {1, 1, 1, 0, 1, 1};
    if (!identical) {
      if (!MayMatch(shared)) return std::nullopt;
      if (!options_.types_together && file.type != content_.type) return std::nullopt;
      const auto [smaller, larger] = std::minmax(file.size, content_.size);
      if (static_cast<double>(smaller) < options_.size_ratio * static_cast<double>(larger))
        return std::nullopt;
    }
    return JudgedMatch{.size = file.size,
                       .digest = file.digest,
                       .shared_marks = shared.keys,
                       .similarity = shares.similarity,
                       .of_query = shares.of_a,
                       .of_file = shares.of_b,
                       .error = shares.error,
                       .type = TypeOf(file),
                       .identical = identical};
  }

  bool TakesPath(const std::string& path) const {
    return !options_.same_suffix || SuffixOf(NameOf(path)) == SuffixOf(NameOf(query_));
  }

 private:
  const std::string& query_;
  const ReadContent& content_;
  const MatchOptions& options_;
  match::ShareRules shares_;
  bool verify_;  // all that could match will be read
  std::uint64_t min_shared_;
};

// Two keys may have the same hash, so the same key may come twice.
QueryKeys UnderKey(const QueryKeys& query, const PoolKey& key, int bits) {
  QueryKeys hashed = query;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> sorted;
  for (std::size_t i = 0; i < query.keys.size(); ++i)
    sorted.emplace_back(key.Mark(query.keys[i], bits), query.weights[i]);
  std::ranges::sort(sorted);
  for (std::size_t i = 0; i < sorted.size(); ++i) std::tie(hashed.keys[i], hashed.weights[i]) = sorted[i];
  return hashed;
}

// The same lookup in a pool, whose contents are named by their places.
void LookIntoPool(const OpenedPool& opened, const PoolKey* key, const QueryKeys& query,
                  std::span<const std::uint64_t> ignored, const ReadContent& content,
                  const QueryOptions& options, const MatchRules& rules, std::vector<JudgedMatch>* matches) {
  const index::Pool& pool = opened.pool;
  std::vector<index::CoveredContent> covered;
  for (std::uint32_t place = 0; place < pool.contents.size(); ++place)
    covered.push_back({place, pool.contents[place].level});
  const auto segment = index::MakeMemorySegment(pool.method, covered, pool.postings, opened.label);
  std::vector<std::uint64_t> templates(ignored.begin(), ignored.end());
  if (key != nullptr) {
    for (std::uint64_t& ignored_key : templates) ignored_key = key->Mark(ignored_key, pool.method.key_bits);
    std::ranges::sort(templates);
  }
  const QueryKeys hashed = key == nullptr ? query : UnderKey(query, *key, pool.method.key_bits);
  std::vector<Candidate> candidates;
  LookUp(*segment, hashed, LeastShared(options, pool.method.weight), templates, 1, &candidates);
  const Digest digest = key == nullptr ? content.digest : key->Of(content.digest);
  for (std::uint32_t place = 0; place < pool.contents.size(); ++place) {
    const index::PoolContent& file = pool.contents[place];
    const bool identical = file.digest == digest && file.size == content.size;
    const auto found = std::ranges::lower_bound(candidates, place, {}, &Candidate::content);
    const bool shares = found != candidates.end() && found->content == place;
    if (!identical && !shares) continue;
    const Content known{place, file.size, file.digest, file.type, file.media};
    if (!IsOneOf(options.types, known)) continue;
    const auto match = rules.Take(known, identical, shares ? found->shared : match::SharedWeight{});
    if (!match) continue;
    for (const std::string& path : Pools::PathsOf(opened, place)) {
      if (!rules.TakesPath(path)) continue;
      matches->push_back(*match);
      matches->back().path = path;
      if (pool.anonymous) matches->back().copies = file.copies;
    }
  }
}

struct VerifiedMatches {
  std::vector<JudgedMatch> matches;
  std::uint64_t dropped = 0;  // fell below the minimum
  std::vector<Skip> skips;    // files that are not as they were scanned
};

// The query as content 0, and the files of its matches behind it.
class QueryAndMatches : public WholeContents {
 public:
  QueryAndMatches(std::span<const std::uint8_t> query, ContentSource& matches)
      : query_(query), matches_(matches) {}
  std::optional<span::Source::Piece> Whole(std::uint32_t content) override {
    if (content == 0) return span::Source::Piece{query_, 0, nullptr};
    return matches_.Whole(content - 1);
  }

 private:
  std::span<const std::uint8_t> query_;
  ScannedContents matches_;
};

// The file of a match, or its container.
std::vector<ContentFile> FilesAt(index::CatalogReader& catalog, const JudgedMatch& match) {
  const std::size_t slashes = match.path.find("//");
  const std::string path = match.path.substr(0, slashes);
  std::vector<ContentFile> files;
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

// Measures each match by reading its file.
VerifiedMatches VerifyMatches(std::span<const std::uint8_t> query, Ignore ignore, const QueryOptions& options,
                              index::CatalogReader& catalog, PartSpool& parts, Observer& observer,
                              std::vector<JudgedMatch> matches) {
  std::vector<std::vector<ContentFile>> files(matches.size());
  std::vector<std::uint64_t> sizes;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    files[i] = FilesAt(catalog, matches[i]);
    sizes.push_back(matches[i].size);
  }
  ContentSource source(
      sizes, [&](std::uint32_t number) { return files[number]; }, true, 0, observer);
  source.ReadPartsFrom(&parts);
  std::vector<ContentPair> pairs;
  for (std::uint32_t number = 0; number < matches.size(); ++number) pairs.push_back({0, number + 1});
  QueryAndMatches contents(query, source);
  // One thread: it holds one file beside the query, which may be large.
  const std::vector<PairMeasurement> measured = MeasurePairs(pairs, contents,
                                                             {.measure = options.match.measure,
                                                              .ignore = ignore,
                                                              .run = options.match.run,
                                                              .threads = 1,
                                                              .total = pairs.size(),
                                                              .when_stopped = kRunAgain},
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

// The candidates that pass, once for each path, in no order.
std::vector<JudgedMatch> JudgeAll(std::span<const Candidate> candidates, const std::optional<Content>& same,
                                  const QueryOptions& options, const MatchRules& rules,
                                  index::CatalogReader& catalog) {
  std::vector<ContentId> wanted;
  std::vector<match::SharedWeight> shares;
  for (const Candidate& candidate : candidates) {
    if (!rules.MayMatch(candidate.shared) && !(same && same->id == candidate.content)) continue;
    wanted.push_back(candidate.content);
    shares.push_back(candidate.shared);
  }
  // Contents without files stay in the segments until the next merge.
  std::vector<ContentId> taken;
  std::vector<JudgedMatch> judged;
  judged.reserve(wanted.size());
  for (const Content& file : catalog.FindContents(wanted)) {
    if (!IsOneOf(options.types, file)) continue;
    const auto at = std::ranges::lower_bound(wanted, file.id) - wanted.begin();
    auto match = rules.Take(file, same && same->id == file.id, shares[static_cast<std::size_t>(at)]);
    if (!match) continue;
    taken.push_back(file.id);
    judged.push_back(std::move(*match));
  }
  std::vector<JudgedMatch> matches;
  matches.reserve(judged.size());
  for (index::ContentPath& found : catalog.PathsOfAll(taken)) {
    if (!rules.TakesPath(found.path)) continue;
    const auto at = std::ranges::lower_bound(taken, found.content) - taken.begin();
    matches.push_back(judged[static_cast<std::size_t>(at)]);
    matches.back().path = std::move(found.path);
  }
  return matches;
}

// The query is A, the file of the index is B.
std::uint64_t FilterMatches(const FilterStage& filters, const std::string& query, const ReadContent& content,
                            MediaType media, Observer& observer, std::vector<JudgedMatch>* matches) {
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
                 .measured = match.measured},
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
          .digest = DigestText(match.digest),
          .copies = match.copies,
          .query_size = query_size};
}

// What all parts of a query need.
struct QueryTools {
  index::Snapshot& snapshot;
  std::shared_ptr<const LookInside> look;
  PartSpool& parts;  // of the matches
};

MediaType MediaOf(const Input& input, const ReadContent& content, const ContentReader& reader,
                  const LookInside& look) {
  MediaType media = reader.Media();
  if (input.kind() != Input::Kind::kFile) return media;
  read::FileReader::Visit(AT_FDCWD, input.name(), true,
                          [&](int descriptor) { media = look.MediaOf(descriptor, content.type, media); });
  return media;
}

// With `only_matches` nothing is pushed if there are none.
void QueryOne(base::FileSystem& files, const std::string& index_directory, const QueryTools& tools,
              const Input& input, bool only_matches, const QueryOptions& options, ResultSink& sink,
              Observer& observer) {
  StopIfAsked(observer);
  const std::string& query = input.name();
  RefuseBoth(options.verify, options.estimate);
  CheckTypes(options.types);
  const FilterStage filters(options.match);
  const Methods methods = MakeMethods({options.method});
  const index::StoredMethod method = ToStored(*methods[0]);
  const Pools pools(options.pools, method);
  if (options.verify && !pools.Empty()) {
    throw Error(ErrorKind::kUsage, "the files of a pool cannot be read", OptionName{"verify"},
                "leave it out, or `pools`");
  }
  StageTimer open(observer, "open");
  index::Snapshot* const snapshot = &tools.snapshot;
  const auto segments = snapshot->SegmentsOf(method);
  if (segments.empty()) ThrowNoMarks(index_directory, *snapshot, method.info);
  const index::MethodTemplates templates =
      options.match.templates ? index::TemplatesOf(index::ReadTemplates(files, index_directory), method)
                              : index::MethodTemplates();
  open.Done(segments.size(), "segments");

  StageTimer read(observer, "read");
  ContentReader contents(methods);
  read::PieceCollector kept(MemoryOf({}) / 4);
  const bool measures = options.verify || (!options.estimate && pools.Empty() && templates.keys.empty() &&
                                           options.match.count == Count::kOnce);
  const ReadContent& content =
      ReadQuery(input, *methods[0], contents, measures ? &kept : nullptr, options.verify, observer);
  const QueryKeys keys = KeysOf(content, method, templates.keys);
  read.Done(keys.keys.size(), "keys", content.size);

  StageTimer look_up(observer, "look up");
  std::vector<Candidate> candidates;
  const std::uint64_t min_shared = LeastShared(options, method.weight);
  for (const auto& segment : segments) {
    StopIfAsked(observer);
    LookUp(*segment, keys, min_shared, templates.keys, ThreadsOf({}), &candidates);
  }
  // A copy too small for marks, or of another type of index, is still a copy.
  index::CatalogReader& catalog = snapshot->catalog();
  const auto same = catalog.FindDigest(content.digest, content.size);
  if (same && std::ranges::find(candidates, same->id, &Candidate::content) == candidates.end())
    candidates.push_back({same->id, {}});
  std::ranges::sort(candidates, {}, &Candidate::content);
  look_up.Done(candidates.size(), "candidates");

  StageTimer judge(observer, "judge");
  const MatchRules rules(query, content, options, method);
  std::vector<JudgedMatch> matches = JudgeAll(candidates, same, options, rules, catalog);
  for (const OpenedPool& pool : pools.opened()) {
    StopIfAsked(observer);
    LookIntoPool(pool, pools.key(), keys, templates.keys, content, options, rules, &matches);
  }
  judge.Done(matches.size(), "matches");

  VerifiedMatches verified;
  if (measures && !kept.too_large()) {
    StageTimer measure(observer, "measure");
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
    std::ranges::sort(matches, ComesBefore);  // a command is asked in the order of the answer
    filtered_out = FilterMatches(filters, query, content, MediaOf(input, content, contents, *tools.look),
                                 observer, &matches);
  }

  QueryHeader header{MatchFactsOf(options.match, method.info), query, content.size, content.marks[0].size(),
                     matches.size()};
  if (only_matches && matches.empty()) return;
  header.version = Version();
  header.digest = DigestText(content.digest);
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
  const LookInside& look = *tools.look;
  if (!look.Any()) return;
  extract::Extraction done;
  QueryParts inside;
  const auto outcome = read::FileReader::Visit(AT_FDCWD, file, true, [&](int descriptor) {
    const extract::ContainerType type = TypeOfFile(descriptor, file);
    if (type == extract::ContainerType::kNone || !look.Asks(type)) return;
    done = look.Extract(descriptor, type, inside, [&] { return observer.StopRequested(); });
  });
  StopIfAsked(observer);
  for (const QueryParts::Part& part : inside.parts) {
    if (!outcome.ok || !part.whole || part.bytes.empty()) continue;
    QueryOne(files, index_directory, tools, Input::Memory(PartPath(file, part.name), part.bytes), true,
             options, sink, observer);
  }
  if (!done.reason.empty()) sink.On(Skip{file, kInsideStage, done.reason, false});
}

}  // namespace

void QuerySimilar(base::FileSystem& files, const std::string& index_directory, index::Snapshot* opened,
                  const Input& input, const QueryOptions& options, ResultSink& sink, Observer& observer) {
  StopIfAsked(observer);
  const ResolvedInput resolved(input, options.inside, MemoryOf({}) / 4, observer);
  std::unique_ptr<index::Snapshot> newest;
  if (opened == nullptr) newest = index::OpenSnapshot(files, index_directory);
  const auto look = std::make_shared<const LookInside>(options.inside, 1);
  PartSpool parts(look, SpillDirectory(index_directory), true, [&] { return observer.StopRequested(); });
  const QueryTools tools{opened == nullptr ? *newest : *opened, look, parts};
  QueryOne(files, index_directory, tools, resolved.input(), false, options, sink, observer);
  if (resolved.input().kind() == Input::Kind::kFile)
    QueryInside(files, index_directory, tools, input.name(), options, sink, observer);
}

}  // namespace kindred::engine

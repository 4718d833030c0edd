// One against all: mark the query at the finest level, look its keys up, weigh what was found at each file's
// own level. See query.h.
#include "jobs/query/query.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "index/store/store.h"
#include "index/store/templates.h"
#include "inside/named_part.h"
#include "inside/part_spool.h"
#include "inside/take_parts.h"
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
#include "model/entry.h"
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
  if (!outcome.ok) read::ThrowUnread(outcome, "the query file", query.name());
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

MediaType MediaOf(const Input& input, const tree::ReadContent& content, const tree::ContentReader& reader,
                  const inside::LookInside& look) {
  MediaType media = reader.Media();
  if (input.kind() != Input::Kind::kFile) return media;
  read::FileReader::Visit(AT_FDCWD, input.name(), true,
                          [&](int descriptor) { media = look.MediaOf(descriptor, content.type, media); });
  return media;
}

// A query, or a part of it, while it is answered.
struct OneQuery {
  OneQuery(const Input& asked, const tree::Methods& methods)
      : input(asked), contents(methods), kept(run::MemoryOf({}) / 4) {}

  const Input& input;
  tree::ContentReader contents;
  read::PieceCollector kept;  // its bytes, if matches are measured
  std::int64_t mtime = kNoTime;
  const tree::ReadContent* content = nullptr;
  QueryKeys keys;
  std::optional<Content> same;  // the content of the index that has the same bytes
  VerifiedMatches verified;
  std::uint64_t filtered_out = 0;
};

// What a query and all its parts need is opened once; then each of them goes through the stages.
class QueryRun {
 public:
  QueryRun(base::FileSystem& files, const std::string& index_directory, index::Snapshot& snapshot,
           const QueryOptions& options, ResultSink& sink, Observer& observer)
      : snapshot_(snapshot),
        options_(options),
        sink_(sink),
        observer_(observer),
        look_(std::make_shared<const inside::LookInside>(options.inside, 1)),
        parts_(look_, run::SpillDirectory(index_directory), true,
               [this] { return observer_.StopRequested(); }),
        measuring_(MeasuringFor(options.verify, options.estimate, true, options.pools)),
        filters_(options.match),
        methods_(tree::MakeMethods({options.method})),
        method_(tree::ToStored(*methods_[0])),
        pools_(options.pools, method_) {
    run::StageTimer open(observer, "open");
    segments_ = snapshot.SegmentsOf(method_);
    if (segments_.empty()) tree::ThrowNoMarks(index_directory, snapshot, method_.info);
    if (options.match.templates)
      templates_ = tree::TemplatesFor(index::ReadTemplates(files, index_directory), *methods_[0]);
    open.Done(segments_.size(), "segments");
  }

  // With `only_matches` nothing is pushed without a match.
  void Ask(const Input& input, bool only_matches) {
    run::StopIfAsked(observer_);
    OneQuery question(input, methods_);
    Read(&question);
    std::vector<JudgedMatch> matches = Judge(question, LookUpKeys(question));
    if (Measures() && !question.kept.too_large()) Verify(&question, &matches);
    if (!filters_.Empty()) {
      std::ranges::sort(matches, ComesBefore);  // a command gets matches in the order of the answer
      const MediaType media = MediaOf(input, *question.content, question.contents, *look_);
      question.filtered_out = FilterMatches(filters_, input.name(), *question.content, question.mtime, media,
                                            observer_, &matches);
    }
    if (!only_matches || !matches.empty()) Push(question, std::move(matches));
  }

  // What is inside a query that is a file, each part that there is something like.
  void AskInside(const std::string& file) {
    if (!look_->Any()) return;
    extract::Extraction done;
    // In memory: they are looked up when the worker is done with the file.
    std::vector<std::pair<std::string, std::string>> found;
    std::string name, bytes;
    const auto begin = [&](const extract::Part& part) {
      name = part.name;
      bytes.clear();
      return true;
    };
    inside::TakeParts taken({.begin = begin,
                             .bytes = [&](std::string_view piece) { bytes.append(piece); },
                             .end = [&] { found.emplace_back(PartPath(file, name), std::move(bytes)); }});
    const auto outcome = read::FileReader::Visit(AT_FDCWD, file, true, [&](int descriptor) {
      const extract::ContainerType type = inside::TypeOfFile(descriptor, file);
      if (type == extract::ContainerType::kNone || !look_->Asks(type)) return;
      done = look_->Extract(descriptor, type, taken, [&] { return observer_.StopRequested(); });
    });
    run::StopIfAsked(observer_);
    for (const auto& [path, part] : found) {
      if (outcome.ok && !part.empty()) Ask(Input::Memory(path, part), true);
    }
    if (!done.reason.empty()) sink_.On(Skip{file, tree::kInsideStage, done.reason, false});
  }

 private:
  bool Measures() const {
    return measuring_ == Measuring::kEvery ||
           (measuring_ == Measuring::kUncertain && templates_.keys.empty() &&
            options_.match.count == Count::kOnce);
  }

  void Read(OneQuery* question) const {
    run::StageTimer read(observer_, "read");
    question->content =
        &ReadQuery(question->input, *methods_[0], question->contents, Measures() ? &question->kept : nullptr,
                   options_.verify, &question->mtime, observer_);
    question->keys = KeysOf(*question->content, method_, templates_.keys);
    question->same = snapshot_.catalog().FindDigest(question->content->digest, question->content->size);
    read.Done(question->keys.keys.size(), "keys", question->content->size);
  }

  std::vector<Candidate> LookUpKeys(const OneQuery& question) const {
    run::StageTimer look_up(observer_, "look up");
    std::vector<Candidate> candidates;
    const std::uint64_t min_shared = LeastShared(options_, method_.weight);
    for (const auto& segment : segments_) {
      run::StopIfAsked(observer_);
      LookUp(*segment, question.keys, min_shared, templates_.keys, run::ThreadsOf({}), &candidates);
    }
    // A copy too small for marks, or of another type of index, is still a copy.
    const auto& same = question.same;
    if (same && std::ranges::find(candidates, same->id, &Candidate::content) == candidates.end())
      candidates.push_back({same->id, {}});
    std::ranges::sort(candidates, {}, &Candidate::content);
    look_up.Done(candidates.size(), "candidates");
    return candidates;
  }

  std::vector<JudgedMatch> Judge(const OneQuery& question, const std::vector<Candidate>& candidates) const {
    run::StageTimer judge(observer_, "judge");
    const MatchRules rules(question.input.name(), *question.content, options_, method_);
    std::vector<JudgedMatch> matches =
        JudgeAll(candidates, question.same, options_, rules, snapshot_.catalog());
    for (const OpenedPool& pool : pools_.opened()) {
      run::StopIfAsked(observer_);
      LookIntoPool(pool, pools_.key(), question.keys, templates_.keys, *question.content, options_, rules,
                   &matches);
    }
    judge.Done(matches.size(), "matches");
    return matches;
  }

  void Verify(OneQuery* question, std::vector<JudgedMatch>* matches) {
    run::StageTimer measure(observer_, "measure");
    std::vector<JudgedMatch> rest = options_.verify ? std::vector<JudgedMatch>() : BeyondTheFirst(matches);
    const std::size_t count = matches->size();
    VerifiedMatches& verified = question->verified;
    verified = VerifyMatches(question->kept.bytes(), methods_[0]->ignore(), options_, snapshot_.catalog(),
                             parts_, observer_, std::move(*matches));
    *matches = std::move(verified.matches);
    // The others by their estimates: what only may reach the minimum was not worth reading.
    std::erase_if(rest, [&](const JudgedMatch& match) {
      return !match.identical && match.similarity < static_cast<float>(options_.match.minimum);
    });
    std::ranges::move(rest, std::back_inserter(*matches));
    measure.Done(count, "matches");
  }

  void Push(const OneQuery& question, std::vector<JudgedMatch> matches) const {
    const std::string& query = question.input.name();
    const tree::ReadContent& content = *question.content;
    QueryHeader header{tree::MatchFactsOf(options_.match, method_.info), query, content.size,
                       content.marks[0].size(), matches.size()};
    header.version = Version();
    header.digest = content.digest.Hex();
    header.identical = static_cast<std::uint64_t>(std::ranges::count_if(matches, &JudgedMatch::identical));
    header.verified = options_.verify;
    header.dropped = question.verified.dropped;
    header.filtered_out = question.filtered_out;
    header.templates = templates_.templates;
    header.template_keys = templates_.keys.size();
    header.pools = pools_.opened().size();
    header.pool_files = pools_.Files();
    sink_.On(header);
    const std::size_t shown =
        options_.limit == 0 ? matches.size() : std::min<std::size_t>(options_.limit, matches.size());
    if (filters_.Empty())
      std::ranges::partial_sort(matches, matches.begin() + static_cast<std::ptrdiff_t>(shown), ComesBefore);
    for (JudgedMatch& match : std::span(matches).first(shown))
      sink_.On(AsMatch(query, content.size, std::move(match)));
    for (const Skip& skip : question.verified.skips) sink_.On(skip);
  }

  index::Snapshot& snapshot_;
  const QueryOptions& options_;
  ResultSink& sink_;
  Observer& observer_;
  std::shared_ptr<const inside::LookInside> look_;
  inside::PartSpool parts_;  // of the matches
  const Measuring measuring_;
  const FilterStage filters_;
  const tree::Methods methods_;
  const index::StoredMethod method_;
  const Pools pools_;
  std::vector<std::shared_ptr<const index::Segment>> segments_;
  tree::MethodTemplates templates_;
};

}  // namespace

void QuerySimilar(base::FileSystem& files, const std::string& index_directory, index::Snapshot* opened,
                  const Input& input, const QueryOptions& options, ResultSink& sink, Observer& observer) {
  run::StopIfAsked(observer);
  const inside::ResolvedInput resolved(input, options.inside, run::MemoryOf({}) / 4, observer);
  tree::CheckTypes(options.types);
  std::unique_ptr<index::Snapshot> newest;
  if (opened == nullptr) newest = index::OpenSnapshot(files, index_directory);
  QueryRun query(files, index_directory, opened == nullptr ? *newest : *opened, options, sink, observer);
  query.Ask(resolved.input(), false);
  if (resolved.input().kind() == Input::Kind::kFile) query.AskInside(input.name());
}

}  // namespace kindred::jobs

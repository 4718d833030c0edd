// See mark_documents.h. Documents are marked by all threads, some hundred at a time, and pushed in their
// order: results do not depend on the number of threads, and no more than one such batch is held.
#include "jobs/tables/mark_documents.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "base/coding.h"
#include "base/parallel.h"
#include "kindred/steps.h"
#include "model/media_type.h"
#include "run/run_limits.h"
#include "run/stop.h"
#include "tree/bytes/content_reader.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

namespace {

constexpr std::size_t kBatch = 512;

// Each key once, as an index stores it.
void CollectMarks(std::span<const Mark> marks, const mark::Method& method, MarkedDocument* document) {
  const std::uint64_t kept = ~std::uint64_t{0} << (64 - method.key_bits());
  const bool by_length = method.weight() == Weight::kBytes;
  std::array<std::uint64_t, kMaxLevel + 1> weight_at{};
  std::vector<TableMark>& rows = document->marks;
  rows.reserve(marks.size());
  for (const Mark& mark : marks) {
    const std::uint64_t weight = by_length ? mark.length : 1;
    const auto level = static_cast<std::size_t>(KeyLevel(mark.key & kept));
    rows.push_back({document->document, mark.key & kept, level, 1, weight});
    weight_at[level] += weight;
  }
  std::ranges::sort(rows, {}, &TableMark::key);
  std::size_t last = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].key == rows[last].key) {
      ++rows[last].count;
      rows[last].weight += rows[i].weight;
    } else {
      rows[++last] = rows[i];
    }
  }
  if (!rows.empty()) rows.resize(last + 1);
  for (int level = kMaxLevel; level > 0; --level) weight_at[level - 1] += weight_at[level];
  document->weights = WeightsFrom(static_cast<int>(document->level), weight_at);
}

// What the reader was fed.
MarkedDocument FinishOne(std::uint64_t number, const mark::Method& method, tree::ContentReader& reader) {
  const tree::ReadContent& content = reader.Finish();
  const MediaType media = reader.Media();
  MarkedDocument document;
  document.document = number;
  document.size = content.size;
  document.digest = content.digest.Hex();
  document.text = content.type == ContentType::kText;
  document.type = MediaName(media);
  document.level = static_cast<std::uint64_t>(content.levels[0]);
  document.compared = content.size / static_cast<std::uint64_t>(UnitBytes(media));
  CollectMarks(content.marks[0], method, &document);
  return document;
}

void FeedBytes(std::string_view bytes, tree::ContentReader& reader) { reader.Feed(base::AsBytes(bytes)); }

MarkedDocument MarkOne(std::string_view bytes, std::uint64_t number, const mark::Method& method,
                       tree::ContentReader& reader) {
  reader.BeginSized(bytes.size());
  FeedBytes(bytes, reader);
  return FinishOne(number, method, reader);
}

}  // namespace

std::vector<std::uint64_t> WeightsFrom(int level, std::span<const std::uint64_t> weight_at) {
  std::span weights = weight_at.subspan(static_cast<std::size_t>(level));
  while (!weights.empty() && weights.back() == 0) weights = weights.first(weights.size() - 1);
  return {weights.begin(), weights.end()};
}

void MarkInMemory(std::span<const std::string_view> documents, const MarkOptions& options, ResultSink& sink,
                  Observer& observer) {
  const auto method = tree::MethodFrom(options.method);
  const unsigned threads = run::ThreadsOf(options.run);
  std::vector<std::unique_ptr<tree::ContentReader>> readers(threads);
  Progress progress{.stage = "mark", .total_files = documents.size()};
  for (std::size_t first = 0; first < documents.size(); first += kBatch) {
    run::StopIfAsked(observer);
    const auto batch = documents.subspan(first, std::min(kBatch, documents.size() - first));
    std::vector<MarkedDocument> marked(batch.size());
    base::ParallelFor(threads, batch.size(), [&](std::size_t i, unsigned thread) {
      if (batch[i].data() == nullptr) return;
      if (!readers[thread]) readers[thread] = std::make_unique<tree::ContentReader>(*method);
      marked[i] = MarkOne(batch[i], options.first + first + i, *method, *readers[thread]);
    });
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (batch[i].data() != nullptr) sink.On(marked[i]);
      progress.bytes += batch[i].size();
    }
    progress.files += batch.size();
    observer.OnProgress(progress);
  }
}

}  // namespace kindred::jobs

namespace kindred::inline v0 {

class PieceMarker::State {
 public:
  explicit State(const std::string& text) : method(tree::MethodFrom(text)), reader(*method) {}
  std::unique_ptr<mark::Method> method;
  tree::ContentReader reader;
};

PieceMarker::PieceMarker(const std::string& method) : state_(std::make_unique<State>(method)) {}
PieceMarker::PieceMarker(PieceMarker&&) noexcept = default;
PieceMarker& PieceMarker::operator=(PieceMarker&&) noexcept = default;
PieceMarker::~PieceMarker() = default;

void PieceMarker::Begin(std::uint64_t size) { state_->reader.BeginSized(size); }
void PieceMarker::Feed(std::string_view piece) { jobs::FeedBytes(piece, state_->reader); }
MarkedDocument PieceMarker::Finish(std::uint64_t number) {
  return jobs::FinishOne(number, *state_->method, state_->reader);
}

}  // namespace kindred::inline v0

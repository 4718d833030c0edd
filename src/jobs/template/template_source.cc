// See template_source.h.
#include "jobs/template/template_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/coding.h"
#include "index/store/templates.h"
#include "inside/named_part.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "read/files/load_file.h"
#include "read/files/read_input.h"
#include "tree/marks/marked_bytes.h"

namespace kindred::jobs {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;  // a template is a piece of text
constexpr std::size_t kExampleBytes = 200;

std::vector<std::uint8_t> Load(const Input& input, const TemplateReading& reading) {
  const std::string& file = input.name();
  const inside::ResolvedInput resolved(input, reading.inside, kLargestFile, reading.observer);
  read::LoadedFile loaded = read::LoadInput(resolved.input(), kLargestFile);
  if (!loaded.outcome.ok) {
    const std::string reason = loaded.too_large ? fmt::format("it is larger than {} MB", kLargestFile >> 20)
                                                : read::TypedReason(loaded.outcome);
    throw Error(read::TypedKind(loaded.outcome),
                fmt::format("cannot {} it: {}", loaded.outcome.stage, reason), file);
  }
  return std::move(loaded.bytes);
}

[[noreturn]] void ThrowTooShort(const std::string& what, const std::string& file) {
  throw Error(ErrorKind::kUsage, what + " is too short to have marks of this method", file,
              "take a longer piece, or a `method` with a smaller window");
}

std::string_view BytesOf(std::span<const std::uint8_t> bytes, const tree::ByteRange& range) {
  return {reinterpret_cast<const char*>(bytes.data()) + range.begin, range.size()};
}

// Ascending; those with less than a window between them are one.
std::vector<tree::ByteRange> Bridge(std::vector<tree::ByteRange> ranges, std::uint64_t window) {
  std::ranges::sort(ranges, {}, &tree::ByteRange::begin);
  std::vector<tree::ByteRange> bridged;
  for (const tree::ByteRange& range : ranges) {
    if (!bridged.empty() && range.begin < bridged.back().end + window) {
      bridged.back().end = std::max(bridged.back().end, range.end);
    } else {
      bridged.push_back(range);
    }
  }
  return bridged;
}

// Of the method's marks, or, since chunks have none, of what counts as a shared run at all.
std::uint64_t WindowOf(const tree::MarkedBytes& marked) {
  std::uint64_t window = 0;
  if (marked.weight == Weight::kBytes) return kRunLength;
  for (const Mark& mark : marked.marks) window = std::max(window, marked.RangeOf(mark).size());
  return window;
}

void AddKeysInside(const tree::MarkedBytes& marked, std::span<const tree::ByteRange> ranges,
                   std::vector<std::uint64_t>* keys) {
  for (const Mark& mark : marked.marks) {
    const tree::ByteRange at = marked.RangeOf(mark);
    const bool inside = std::ranges::any_of(
        ranges, [&](const tree::ByteRange& range) { return range.begin <= at.begin && at.end <= range.end; });
    if (inside) keys->push_back(marked.KeyOf(mark));
  }
}

}  // namespace

void KeepPiece(std::string_view piece, std::vector<std::string>* pieces) {
  const std::size_t kept =
      std::accumulate(pieces->begin(), pieces->end(), std::size_t{0},
                      [](std::size_t sum, const std::string& other) { return sum + other.size(); });
  piece = piece.substr(0, index::kMostTemplateText - std::min(kept, index::kMostTemplateText));
  if (piece.empty() || std::ranges::find(*pieces, piece) != pieces->end()) return;
  pieces->emplace_back(piece);
}

TemplateSource SourceFromFile(const std::string& file, const TemplateReading& reading) {
  const std::vector<std::uint8_t> bytes = Load(file, reading);
  const tree::MarkedBytes marked = tree::MarkBytes(bytes, reading.method, tree::MarkLevel::kFinest);
  TemplateSource source;
  for (const Mark& mark : marked.marks) source.keys.push_back(marked.KeyOf(mark));
  if (source.keys.empty()) ThrowTooShort("the file", file);
  source.keys = tree::SortedKeys(std::move(source.keys));
  KeepPiece(BytesOf(bytes, {0, bytes.size()}), &source.pieces);
  return source;
}

TemplateSource SourceFromSpans(std::span<const TemplateOptions::Span> spans, const TemplateReading& reading) {
  struct Ranges {
    Input input;
    std::vector<tree::ByteRange> ranges = {};
  };
  std::map<std::string, Ranges> by_file;
  for (const TemplateOptions::Span& span : spans) {
    by_file.try_emplace(span.file.name(), span.file)
        .first->second.ranges.push_back({span.offset, span.offset + span.length});
  }
  TemplateSource source;
  for (const auto& [file, named] : by_file) {
    const std::vector<tree::ByteRange>& ranges = named.ranges;
    const std::vector<std::uint8_t> bytes = Load(named.input, reading);
    const tree::MarkedBytes marked = tree::MarkBytes(bytes, reading.method, tree::MarkLevel::kFinest);
    for (const tree::ByteRange& range : ranges) {
      if (range.end <= bytes.size() && range.begin < range.end) continue;
      throw Error(ErrorKind::kUsage,
                  fmt::format("has {} bytes, not {} at {}", bytes.size(), range.size(), range.begin), file,
                  "give `spans` inside the file");
    }
    const std::vector<tree::ByteRange> bridged = Bridge(ranges, WindowOf(marked));
    AddKeysInside(marked, bridged, &source.keys);
    for (const tree::ByteRange& range : bridged) KeepPiece(BytesOf(bytes, range), &source.pieces);
  }
  if (source.keys.empty()) ThrowTooShort("the span", spans.empty() ? "" : spans[0].file.name());
  source.keys = tree::SortedKeys(std::move(source.keys));
  return source;
}

std::optional<KeyExample> FindExample(const std::string& file, const mark::Method& method,
                                      std::span<const std::uint64_t> keys) {
  const read::LoadedFile loaded = read::LoadNamedFile(file, kLargestFile);
  if (!loaded.outcome.ok) return std::nullopt;
  tree::ByteRange longest;
  for (const tree::KeyRun& run :
       tree::RunsOfKeys(tree::MarkBytes(loaded.bytes, method, tree::MarkLevel::kAsScanned), keys)) {
    if (run.range.size() > longest.size()) longest = run.range;
  }
  longest.end = std::min<std::uint64_t>(longest.end, loaded.bytes.size());
  if (longest.end <= longest.begin) return std::nullopt;
  const std::string_view text = BytesOf(loaded.bytes, longest);
  return KeyExample{longest.begin, longest.size(), std::string(text.substr(0, kExampleBytes))};
}

}  // namespace kindred::jobs

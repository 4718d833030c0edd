// See template_source.h.
#include "engine/template/template_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "base/coding.h"
#include "engine/inside/named_part.h"
#include "engine/template/marked_bytes.h"
#include "index/store/templates.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "read/load_file.h"
#include "read/read_input.h"

namespace kindred::engine {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;  // a template is a piece of text
constexpr std::size_t kExampleBytes = 200;

std::vector<std::uint8_t> Load(const Input& input, const TemplateReading& reading) {
  const std::string& file = input.name();
  const ResolvedInput resolved(input, reading.inside, kLargestFile, reading.observer);
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

std::string_view BytesOf(std::span<const std::uint8_t> bytes, const ByteRange& range) {
  return {reinterpret_cast<const char*>(bytes.data()) + range.begin, range.size()};
}

// Ascending; those with less than a window between them are one.
std::vector<ByteRange> Bridge(std::vector<ByteRange> ranges, std::uint64_t window) {
  std::ranges::sort(ranges, {}, &ByteRange::begin);
  std::vector<ByteRange> bridged;
  for (const ByteRange& range : ranges) {
    if (!bridged.empty() && range.begin < bridged.back().end + window) {
      bridged.back().end = std::max(bridged.back().end, range.end);
    } else {
      bridged.push_back(range);
    }
  }
  return bridged;
}

// Of the method's marks, or, since chunks have none, of what counts as a shared run at all.
std::uint64_t WindowOf(const MarkedBytes& marked) {
  std::uint64_t window = 0;
  if (marked.weight == Weight::kBytes) return kRunLength;
  for (const Mark& mark : marked.marks) window = std::max(window, marked.RangeOf(mark).size());
  return window;
}

void AddKeysInside(const MarkedBytes& marked, std::span<const ByteRange> ranges,
                   std::vector<std::uint64_t>* keys) {
  for (const Mark& mark : marked.marks) {
    const ByteRange at = marked.RangeOf(mark);
    const bool inside = std::ranges::any_of(
        ranges, [&](const ByteRange& range) { return range.begin <= at.begin && at.end <= range.end; });
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
  const MarkedBytes marked = MarkBytes(bytes, reading.method, MarkLevel::kFinest);
  TemplateSource source;
  for (const Mark& mark : marked.marks) source.keys.push_back(marked.KeyOf(mark));
  if (source.keys.empty()) ThrowTooShort("the file", file);
  source.keys = SortedKeys(std::move(source.keys));
  KeepPiece(BytesOf(bytes, {0, bytes.size()}), &source.pieces);
  return source;
}

TemplateSource SourceFromSpans(std::span<const TemplateOptions::Span> spans, const TemplateReading& reading) {
  struct Ranges {
    Input input;
    std::vector<ByteRange> ranges = {};
  };
  std::map<std::string, Ranges> by_file;
  for (const TemplateOptions::Span& span : spans) {
    by_file.try_emplace(span.file.name(), span.file)
        .first->second.ranges.push_back({span.offset, span.offset + span.length});
  }
  TemplateSource source;
  for (const auto& [file, named] : by_file) {
    const std::vector<ByteRange>& ranges = named.ranges;
    const std::vector<std::uint8_t> bytes = Load(named.input, reading);
    const MarkedBytes marked = MarkBytes(bytes, reading.method, MarkLevel::kFinest);
    for (const ByteRange& range : ranges) {
      if (range.end <= bytes.size() && range.begin < range.end) continue;
      throw Error(ErrorKind::kUsage,
                  fmt::format("has {} bytes, not {} at {}", bytes.size(), range.size(), range.begin), file,
                  "give `spans` inside the file");
    }
    const std::vector<ByteRange> bridged = Bridge(ranges, WindowOf(marked));
    AddKeysInside(marked, bridged, &source.keys);
    for (const ByteRange& range : bridged) KeepPiece(BytesOf(bytes, range), &source.pieces);
  }
  if (source.keys.empty()) ThrowTooShort("the span", spans.empty() ? "" : spans[0].file.name());
  source.keys = SortedKeys(std::move(source.keys));
  return source;
}

std::optional<KeyExample> FindExample(const std::string& file, const mark::Method& method,
                                      std::span<const std::uint64_t> keys) {
  const read::LoadedFile loaded = read::LoadNamedFile(file, kLargestFile);
  if (!loaded.outcome.ok) return std::nullopt;
  ByteRange longest;
  for (const KeyRun& run : RunsOfKeys(MarkBytes(loaded.bytes, method, MarkLevel::kAsScanned), keys)) {
    if (run.range.size() > longest.size()) longest = run.range;
  }
  longest.end = std::min<std::uint64_t>(longest.end, loaded.bytes.size());
  if (longest.end <= longest.begin) return std::nullopt;
  const std::string_view text = BytesOf(loaded.bytes, longest);
  return KeyExample{longest.begin, longest.size(), std::string(text.substr(0, kExampleBytes))};
}

}  // namespace kindred::engine

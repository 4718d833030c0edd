// See template_source.h.
#include "engine/template/template_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "engine/make_method.h"
#include "engine/scan/content_reader.h"
#include "kindred/error.h"
#include "kindred/values.h"
#include "read/load_file.h"

namespace kindred::engine {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{64} << 20;  // a template is a piece of text
constexpr std::size_t kExampleBytes = 200;

// A piece of a file, in bytes.
struct Piece {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// A file in memory with its marks, in order of offset.
struct MarkedFile {
  std::vector<std::uint8_t> bytes;
  std::vector<Mark> marks;
  Unit unit = Unit::kByte;
  Weight weight = Weight::kMarks;
  int key_bits = 64;

  Piece PieceOf(const Mark& mark) const {
    const std::uint64_t scale = unit == Unit::kBit ? 8 : 1;
    return {mark.offset / scale, (mark.offset + mark.length + scale - 1) / scale};
  }
  std::uint64_t KeyOf(const Mark& mark) const { return mark.key & (~std::uint64_t{0} << (64 - key_bits)); }
};

enum class Level { kFinest, kAsScanned };

MarkedFile MarkFile(std::vector<std::uint8_t> bytes, const std::string& method, Level level) {
  const Methods methods = MakeMethods({method});
  ContentReader reader(methods);
  reader.Begin({level == Level::kFinest ? methods[0]->FinestLevel() : methods[0]->LevelFor(bytes.size())});
  reader.Feed(bytes);
  return {std::move(bytes), reader.Finish().marks[0], methods[0]->unit(), methods[0]->weight(),
          methods[0]->key_bits()};
}

MarkedFile LoadAndMark(const std::string& file, const std::string& method) {
  read::LoadedFile loaded = read::LoadNamedFile(file, kLargestFile);
  if (!loaded.outcome.ok) {
    const std::string reason = loaded.too_large ? fmt::format("it is larger than {} MB", kLargestFile >> 20)
                                                : read::TypedReason(loaded.outcome);
    throw Error(read::TypedKind(loaded.outcome),
                fmt::format("cannot {} it: {}", loaded.outcome.stage, reason), file);
  }
  return MarkFile(std::move(loaded.bytes), method, Level::kFinest);
}

std::vector<std::uint64_t> Sorted(std::vector<std::uint64_t> keys) {
  std::ranges::sort(keys);
  keys.erase(std::ranges::unique(keys).begin(), keys.end());
  return keys;
}

[[noreturn]] void ThrowNoMarks(const std::string& what, const std::string& file) {
  throw Error(ErrorKind::kUsage, what + " is too short to have marks of this method", file,
              "take a longer piece, or a `method` with a smaller window");
}

// Ascending; those with less than a window between them are one.
std::vector<Piece> Bridge(std::vector<Piece> pieces, std::uint64_t window) {
  std::ranges::sort(pieces, {}, &Piece::begin);
  std::vector<Piece> bridged;
  for (const Piece& piece : pieces) {
    if (!bridged.empty() && piece.begin < bridged.back().end + window) {
      bridged.back().end = std::max(bridged.back().end, piece.end);
    } else {
      bridged.push_back(piece);
    }
  }
  return bridged;
}

// Of the method's marks, or, since chunks have none, of what counts as a shared run at all.
std::uint64_t WindowOf(const MarkedFile& file) {
  std::uint64_t window = 0;
  if (file.weight == Weight::kBytes) return kRunLength;
  for (const Mark& mark : file.marks) {
    const Piece piece = file.PieceOf(mark);
    window = std::max(window, piece.end - piece.begin);
  }
  return window;
}

void AddKeysInside(const MarkedFile& file, std::span<const Piece> pieces, std::vector<std::uint64_t>* keys) {
  for (const Mark& mark : file.marks) {
    const Piece at = file.PieceOf(mark);
    const bool inside = std::ranges::any_of(
        pieces, [&](const Piece& piece) { return piece.begin <= at.begin && at.end <= piece.end; });
    if (inside) keys->push_back(file.KeyOf(mark));
  }
}

}  // namespace

std::vector<std::uint64_t> KeysOfFile(const std::string& file, const std::string& method) {
  const MarkedFile marked = LoadAndMark(file, method);
  std::vector<std::uint64_t> keys;
  for (const Mark& mark : marked.marks) keys.push_back(marked.KeyOf(mark));
  if (keys.empty()) ThrowNoMarks("the file", file);
  return Sorted(std::move(keys));
}

std::vector<std::uint64_t> KeysOfSpans(std::span<const TemplateOptions::Span> spans,
                                       const std::string& method) {
  std::map<std::string, std::vector<Piece>> by_file;
  for (const TemplateOptions::Span& span : spans)
    by_file[span.file].push_back({span.offset, span.offset + span.length});
  std::vector<std::uint64_t> keys;
  for (const auto& [file, pieces] : by_file) {
    const MarkedFile marked = LoadAndMark(file, method);
    for (const Piece& piece : pieces) {
      if (piece.end <= marked.bytes.size() && piece.begin < piece.end) continue;
      throw Error(ErrorKind::kUsage,
                  fmt::format("has {} bytes, not {} at {}", marked.bytes.size(), piece.end - piece.begin,
                              piece.begin),
                  file, "give `spans` inside the file");
    }
    AddKeysInside(marked, Bridge(pieces, WindowOf(marked)), &keys);
  }
  if (keys.empty()) ThrowNoMarks("the span", spans.empty() ? "" : spans[0].file);
  return Sorted(std::move(keys));
}

std::optional<KeyExample> FindExample(const std::string& file, const std::string& method,
                                      std::span<const std::uint64_t> keys) {
  read::LoadedFile loaded = read::LoadNamedFile(file, kLargestFile);
  if (!loaded.outcome.ok) return std::nullopt;
  const MarkedFile marked = MarkFile(std::move(loaded.bytes), method, Level::kAsScanned);
  Piece longest, current;
  bool open = false;
  for (const Mark& mark : marked.marks) {
    if (!std::ranges::binary_search(keys, marked.KeyOf(mark))) {
      open = false;
      continue;
    }
    const Piece at = marked.PieceOf(mark);
    current = open ? Piece{current.begin, std::max(current.end, at.end)} : at;
    open = true;
    if (current.end - current.begin > longest.end - longest.begin) longest = current;
  }
  longest.end = std::min<std::uint64_t>(longest.end, marked.bytes.size());
  if (longest.end <= longest.begin) return std::nullopt;
  KeyExample example{longest.begin, longest.end - longest.begin, {}};
  const auto first = marked.bytes.begin() + static_cast<std::ptrdiff_t>(longest.begin);
  example.text.assign(
      first, first + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(example.length, kExampleBytes)));
  return example;
}

}  // namespace kindred::engine

// See text_places.h.
#include "span/text_places.h"

#include <algorithm>
#include <numeric>

#include "base/utf8.h"

namespace kindred::span {

namespace {

constexpr std::size_t kWordCharacters = 60;
constexpr std::uint64_t kWordBytes = 1024;  // that are looked through for them
constexpr std::uint64_t kLineBytes = 256;   // of a line of context, on average
constexpr std::uint64_t kRowBytes = 16;     // of context in contents that are not text
constexpr std::uint64_t kStep = 1 << 20;    // bytes between two polls of `stop`
constexpr std::size_t kPlacesPerQuestion = 256;

std::string_view AsText(std::span<const std::uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool ContinuesCharacter(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Walks forward through a content and keeps the line and column of its position.
class LineCounter {
 public:
  LineCounter(Source& source, std::uint32_t content, const std::function<bool()>& stop)
      : source_(source), content_(content), stop_(stop) {}

  // `offset` never descends. False if the content cannot be read, or a stop was asked for.
  bool GoTo(std::uint64_t offset) {
    while (at_ < offset) {
      if (stop_()) return false;
      const Source::Piece piece = source_.PieceAt(content_, at_);
      if (piece.bytes.empty()) return false;
      const std::uint64_t end = std::min({offset, piece.begin + piece.bytes.size(), at_ + kStep});
      Pass(AsText(piece.bytes).substr(at_ - piece.begin, end - at_));
      at_ = end;
    }
    return true;
  }

  std::uint64_t line() const { return line_; }
  std::uint64_t column() const { return column_; }

 private:
  void Pass(std::string_view bytes) {
    const auto newlines = static_cast<std::uint64_t>(std::ranges::count(bytes, '\n'));
    if (newlines > 0) {
      line_ += newlines;
      column_ = 1;
      bytes.remove_prefix(bytes.rfind('\n') + 1);
    }
    column_ += bytes.size() - static_cast<std::uint64_t>(std::ranges::count_if(bytes, ContinuesCharacter));
  }

  Source& source_;
  std::uint32_t content_;
  const std::function<bool()>& stop_;
  std::uint64_t at_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
};

std::string BytesOf(Source& source, std::uint32_t content, std::uint64_t begin, std::uint64_t end) {
  std::string bytes;
  while (begin < end) {
    const Source::Piece piece = source.PieceAt(content, begin);
    if (piece.bytes.empty()) break;
    const std::uint64_t piece_end = std::min(end, piece.begin + piece.bytes.size());
    bytes += AsText(piece.bytes).substr(begin - piece.begin, piece_end - begin);
    begin = piece_end;
  }
  return bytes;
}

// The last lines of a text; the head of a line that goes on behind it counts as one.
void KeepLastLines(std::uint64_t lines, std::string* text) {
  std::size_t begin = text->size() - (text->ends_with('\n') ? 1 : 0);
  for (; lines > 0; --lines) {
    if (begin == 0) return;
    const std::size_t newline = text->rfind('\n', begin - 1);
    if (newline == std::string::npos) return;
    begin = newline;
  }
  text->erase(0, begin + 1);
}

// The first lines of a text; the rest of a line that began before it counts as one, unless it is empty.
void KeepFirstLines(std::uint64_t lines, std::string* text) {
  std::size_t end = text->starts_with("\r\n") ? 2 : text->starts_with('\n') ? 1 : 0;
  for (; lines > 0; --lines) {
    const std::size_t newline = text->find('\n', end);
    if (newline == std::string::npos) return;
    end = newline + 1;
  }
  text->resize(end);
}

void AddContext(Source& source, const ByteRange& range, std::uint64_t context, bool text,
                TextPlace::Texts* texts) {
  const std::uint64_t most = context * (text ? kLineBytes : kRowBytes);
  const std::uint64_t size = source.SizeOf(range.content);
  texts->before = BytesOf(source, range.content, range.begin - std::min(range.begin, most), range.begin);
  texts->after = BytesOf(source, range.content, range.end, range.end + std::min(most, size - range.end));
  if (!text) return;
  KeepLastLines(context, &texts->before);
  KeepFirstLines(context, &texts->after);
}

}  // namespace

std::string FirstWords(std::string_view text) {
  while (!text.empty() && ContinuesCharacter(text.front())) text.remove_prefix(1);
  std::string words;
  std::size_t characters = 0;
  std::size_t last_blank = 0;
  bool blank = false;
  while (!text.empty()) {
    const base::Character next = base::FirstCharacter(text);
    text.remove_prefix(next.bytes.size());
    if (next.valid && (next.code <= ' ' || (next.code >= 0x7F && next.code <= 0xA0))) {
      blank = !words.empty();
      continue;
    }
    if (characters + (blank ? 2 : 1) > kWordCharacters) {
      // Within a word: it goes, unless it is all there is.
      if (!blank && last_blank > 0) words.resize(last_blank);
      return words;
    }
    if (blank) {
      last_blank = words.size();
      words += ' ';
      ++characters;
      blank = false;
    }
    words += next.valid ? next.bytes : std::string_view("\xEF\xBF\xBD");
    ++characters;
  }
  return words;
}

std::vector<TextPlace> ReadTextPlaces(Source& source, const std::vector<ByteRange>& ranges,
                                      const PlaceReading& reading) {
  std::vector<std::size_t> order(ranges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return ranges[a].content != ranges[b].content ? ranges[a].content < ranges[b].content
                                                  : ranges[a].begin < ranges[b].begin;
  });
  std::vector<TextPlace> places(ranges.size());
  for (std::size_t first = 0; first < order.size();) {
    const std::uint32_t content = ranges[order[first]].content;
    const bool text = reading.is_text(content);
    LineCounter lines(source, content, reading.stop);
    bool readable = true;
    for (; first < order.size() && ranges[order[first]].content == content; ++first) {
      if (first % kPlacesPerQuestion == 0 && reading.stop()) return places;
      const ByteRange& range = ranges[order[first]];
      TextPlace& place = places[order[first]];
      if (text) {
        readable = readable && lines.GoTo(range.begin);
        if (!readable) continue;
        place.line = lines.line();
        place.column = lines.column();
        if (range.words) {
          place.texts = std::make_unique<TextPlace::Texts>();
          place.texts->words = FirstWords(
              BytesOf(source, content, range.begin, std::min(range.end, range.begin + kWordBytes)));
        }
      }
      if (reading.context == 0) continue;
      if (!place.texts) place.texts = std::make_unique<TextPlace::Texts>();
      AddContext(source, range, reading.context, text, place.texts.get());
    }
  }
  return places;
}

}  // namespace kindred::span

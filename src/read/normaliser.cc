// See normaliser.h.
#include "read/normaliser.h"

#include <algorithm>
#include <string_view>

#include "base/coding.h"
#include "read/markup.h"
#include "read/text_detector.h"
#include "read/type_detector.h"

namespace kindred::read {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kMostHeader = 256 * 1024;
constexpr std::size_t kPostScriptBytes = 5;  // it takes to tell (IsPostScript)

bool IsBlank(std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Texts of 16-bit characters have zeros: their bytes are not letters.
bool IsBytewiseText(Bytes head) {
  TextDetector detector;
  detector.Feed(head);
  return detector.Decide() == ContentType::kText && std::ranges::find(head, 0) == head.end();
}

// Where the header of a PostScript file ends, if `bytes` hold its end.
std::size_t HeaderEnd(std::string_view bytes) {
  for (std::size_t at = 0; at != std::string_view::npos && at < bytes.size();) {
    const std::string_view line = bytes.substr(at);
    const std::size_t end = line.find_first_of("\r\n");
    if (line.starts_with("%%Page:")) return at;
    if (line.starts_with("%%EndProlog") && end != std::string_view::npos) return at + end + 1;
    if (end == std::string_view::npos) break;
    at += end + 1;
  }
  return std::string_view::npos;
}

}  // namespace

void OffsetMap::Clear() {
  gaps_.clear();
  run_ = 0;
  next_ = 0;
}

void OffsetMap::Add(std::uint64_t offset, std::uint64_t bytes) {
  if (offset != next_) {
    base::PutVarint(&gaps_, run_);
    base::PutVarint(&gaps_, offset - next_);
    run_ = 0;
  }
  run_ += bytes;
  next_ = offset + bytes;
}

void OffsetMap::ToFile(std::span<std::uint64_t* const> offsets) const {
  base::ByteReader in(gaps_);
  std::uint64_t passed = 0;  // bytes up to the next gap
  std::uint64_t skipped = 0;
  std::uint64_t skip = 0;
  bool last = false;
  auto advance = [&] {
    skipped += skip;
    last = in.AtEnd();
    if (last) return;
    passed += in.Varint();
    skip = in.Varint();
  };
  advance();
  for (std::uint64_t* offset : offsets) {
    while (!last && *offset >= passed) advance();
    *offset += skipped;
  }
}

struct Normaliser::State {
  explicit State(Ignore what) : ignore(what) {}

  enum class Mode { kUndecided, kPass, kHeader, kText };

  const Ignore ignore;
  Mode mode = Mode::kUndecided;
  std::vector<std::uint8_t> held;  // the first bytes, until the mode is known; or the header so far
  std::unique_ptr<Markup> markup;
  bool blank = true;  // the last byte passed on was white space, or there was none
  bool changed = false;
  std::uint64_t offset = 0;  // of the next byte of the file that is looked at
  OffsetMap map;
  std::vector<std::uint8_t> out;

  void Decide(const Take& take) {
    const Bytes head = Bytes(held).first(std::min(held.size(), kHeadBytes));
    const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
    std::vector<std::uint8_t> bytes = std::move(held);
    held = {};
    if (IsPostScript(text)) {
      mode = Mode::kHeader;
    } else if (ignore.Any() && IsBytewiseText(head)) {
      mode = Mode::kText;
      changed = true;
      if (ignore.markup) markup = MarkupOf(SniffType(head, ContentType::kText));
    } else {
      mode = Mode::kPass;
    }
    Route(bytes, take);
  }

  void Route(Bytes bytes, const Take& take) {
    if (mode == Mode::kPass) Pass(bytes, take);
    if (mode == Mode::kText) Text(bytes, take);
    if (mode == Mode::kHeader) Header(bytes, take);
  }

  void Pass(Bytes bytes, const Take& take) {
    if (bytes.empty()) return;
    if (changed) map.Add(offset, bytes.size());
    offset += bytes.size();
    take(bytes);
  }

  void Header(Bytes bytes, const Take& take) {
    held.insert(held.end(), bytes.begin(), bytes.end());
    const std::size_t looked_at = std::min(held.size(), kMostHeader);
    // The last line may be cut off anywhere, also within the mark that ends the header.
    const std::size_t end =
        HeaderEnd(std::string_view(reinterpret_cast<const char*>(held.data()), looked_at));
    if (end != std::string_view::npos) {
      changed = true;
      offset = end;
      EndHeader(Bytes(held).subspan(end), take);
    } else if (held.size() >= kMostHeader) {
      EndHeader(held, take);
    }
  }

  // If case or space is ignored, that holds for the rest of a PostScript file, too.
  void EndHeader(Bytes rest, const Take& take) {
    const std::vector<std::uint8_t> bytes(rest.begin(), rest.end());
    held = {};
    const bool as_text = ignore.letter_case || ignore.space;
    mode = as_text ? Mode::kText : Mode::kPass;
    changed |= as_text;
    Route(bytes, take);
  }

  void Put(std::uint8_t c, std::uint64_t at) {
    if (ignore.space && IsBlank(c)) {
      if (blank) return;
      blank = true;
      c = ' ';
    } else {
      blank = false;
      if (ignore.letter_case && c >= 'A' && c <= 'Z') c = static_cast<std::uint8_t>(c + 32);
    }
    map.Add(at);
    out.push_back(c);
  }

  void Text(Bytes bytes, const Take& take) {
    if (markup) {
      const Markup::Out put = [this](std::uint8_t c, std::uint64_t at) { Put(c, at); };
      for (const std::uint8_t c : bytes) markup->Byte(c, offset++, put);
    } else {
      for (const std::uint8_t c : bytes) Put(c, offset++);
    }
    Flush(take);
  }

  void Flush(const Take& take) {
    if (!out.empty()) take(out);
    out.clear();
  }
};

Normaliser::Normaliser(Ignore ignore) : state_(std::make_unique<State>(ignore)) {}
Normaliser::~Normaliser() = default;

void Normaliser::Begin() {
  State& state = *state_;
  state.mode = State::Mode::kUndecided;
  state.held.clear();
  state.markup.reset();
  state.blank = true;
  state.changed = false;
  state.offset = 0;
  state.map.Clear();
  state.out.clear();
}

void Normaliser::Feed(std::span<const std::uint8_t> piece, const Take& take) {
  State& state = *state_;
  if (state.mode != State::Mode::kUndecided) return state.Route(piece, take);
  // Most contents pass as they are, and come in one large piece: that is not copied.
  const std::string_view text(reinterpret_cast<const char*>(piece.data()), piece.size());
  if (state.held.empty() && !state.ignore.Any() && piece.size() >= kPostScriptBytes && !IsPostScript(text)) {
    state.mode = State::Mode::kPass;
    return state.Pass(piece, take);
  }
  state.held.insert(state.held.end(), piece.begin(), piece.end());
  if (state.held.size() >= kHeadBytes) state.Decide(take);
}

void Normaliser::Finish(const Take& take) {
  State& state = *state_;
  if (state.mode == State::Mode::kUndecided) state.Decide(take);
  if (state.mode == State::Mode::kHeader) state.EndHeader(state.held, take);
  if (state.markup) {
    state.markup->Byte(-1, state.offset, [&](std::uint8_t c, std::uint64_t at) { state.Put(c, at); });
    state.Flush(take);
  }
}

bool Normaliser::Changed() const { return state_->changed; }
const OffsetMap& Normaliser::map() const { return state_->map; }

std::vector<std::uint8_t> Normalise(std::span<const std::uint8_t> bytes, Ignore ignore) {
  Normaliser normaliser(ignore);
  std::vector<std::uint8_t> all;
  const Normaliser::Take take = [&](std::span<const std::uint8_t> piece) {
    all.insert(all.end(), piece.begin(), piece.end());
  };
  normaliser.Begin();
  normaliser.Feed(bytes, take);
  normaliser.Finish(take);
  return all;
}

}  // namespace kindred::read

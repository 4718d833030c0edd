// See normaliser.h.
#include "read/text/normaliser.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "read/text/charset.h"
#include "read/text/markup.h"
#include "read/text/offset_map.h"
#include "read/types/type_detector.h"

namespace kindred::read {

namespace {

using Bytes = std::span<const std::uint8_t>;

constexpr std::size_t kMostHeader = 256 * 1024;
constexpr std::size_t kFirstBytes = 5;  // needed to recognise PostScript, UTF-16 and byte order marks
constexpr std::uint8_t kUtf8Mark[] = {0xef, 0xbb, 0xbf};

bool IsBlank(std::uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view AsText(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

// How many bytes come before the first CR.
std::size_t BeforeReturn(Bytes bytes) {
  const void* found = bytes.empty() ? nullptr : std::memchr(bytes.data(), '\r', bytes.size());
  return found == nullptr ? bytes.size()
                          : static_cast<std::size_t>(static_cast<const std::uint8_t*>(found) - bytes.data());
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

struct Normaliser::State {
  State(Ignore what, const TextDetector& of) : ignore(what), type(of) {}

  enum class Mode {
    kFirstBytes,   // too few to decide anything
    kHeader,       // of PostScript
    kDeclaration,  // of a character set: too few bytes to find it
    kPlain,        // passed on as it is: there was no CR so far
    kHeld,         // until it is known whether it is text
    kText,
    kPass,  // passed on as it is, to the end
  };

  const Ignore ignore;
  const TextDetector& type;
  Mode mode = Mode::kFirstBytes;
  std::vector<std::uint8_t> held;  // in the modes kFirstBytes, kHeader and kHeld
  std::optional<WideDecoder> wide;
  std::optional<CharsetDecoder> charset;
  CharsetTables tables;
  std::unique_ptr<Markup> markup;
  const Markup::Out put = [this](std::uint8_t c, std::uint64_t at) { Put(c, at); };
  bool after_return = false;  // the last byte was a CR
  bool blank = true;          // the last byte passed on was white space, or nothing was passed on
  bool changed = false;
  std::uint64_t offset = 0;       // of the next byte of the file that is looked at
  OffsetMap text_map;             // from the text, in UTF-8 with LF, to the file
  std::uint64_t text_offset = 0;  // of the next byte of the text; if something is ignored, with
  OffsetMap kept_map;             // from what is left to the text
  std::vector<std::uint8_t> out;

  // What is held, or the first piece if it is large enough.
  void Start(Bytes bytes, const Take& take) {
    if (IsPostScript(AsText(bytes))) {
      mode = Mode::kHeader;
    } else if (!ignore.raw && type.encoding() == Encoding::kBytes &&
               MayDeclareCharset(bytes.first(std::min(bytes.size(), kFirstBytes)))) {
      if (bytes.size() >= kDeclarationBytes) return Declare(bytes, take);
      mode = Mode::kDeclaration;
    } else {
      return StartText(bytes, take);
    }
    Route(bytes, take);
  }

  void StartText(Bytes bytes, const Take& take) {
    if (ignore.Any() || charset) {
      mode = Mode::kHeld;
    } else if (ignore.raw) {
      mode = Mode::kPass;
    } else {
      const bool marked =
          bytes.size() >= sizeof(kUtf8Mark) && std::ranges::equal(bytes.first(sizeof(kUtf8Mark)), kUtf8Mark);
      mode = marked || type.encoding() != Encoding::kBytes ? Mode::kHeld : Mode::kPlain;
    }
    Route(bytes, take);
  }

  void Route(Bytes bytes, const Take& take) {
    switch (mode) {
      case Mode::kFirstBytes:
        break;
      case Mode::kHeader:
        return Header(bytes, take);
      case Mode::kDeclaration:
        held.insert(held.end(), bytes.begin(), bytes.end());
        if (held.size() >= kDeclarationBytes) EndDeclaration(take);
        return;
      case Mode::kPlain:
        return Plain(bytes, take);
      case Mode::kHeld:
        held.insert(held.end(), bytes.begin(), bytes.end());
        if (const auto known = type.Known()) Decide(*known, take);
        return;
      case Mode::kText:
        return Text(bytes, take);
      case Mode::kPass:
        return Pass(bytes, take);
    }
  }

  void EndDeclaration(const Take& take) {
    const std::vector<std::uint8_t> bytes = std::move(held);
    held = {};
    Declare(bytes, take);
  }

  void Declare(Bytes bytes, const Take& take) {
    if (const auto declared = FindCharset(bytes)) charset.emplace(tables.Of(declared->name), declared->rtf);
    StartText(bytes, take);
  }

  void Pass(Bytes bytes, const Take& take) {
    if (bytes.empty()) return;
    if (changed) text_map.Add(offset, bytes.size());
    offset += bytes.size();
    if (ignore.Any()) kept_map.Add(text_offset, bytes.size());
    text_offset += bytes.size();
    take(bytes);
  }

  void Plain(Bytes bytes, const Take& take) {
    const std::optional<ContentType> known = type.Known();
    if (known == ContentType::kOther) mode = Mode::kPass;
    const std::size_t plain = mode == Mode::kPass ? bytes.size() : BeforeReturn(bytes);
    Pass(bytes.first(plain), take);
    if (plain == bytes.size()) return;
    mode = known ? Mode::kText : Mode::kHeld;
    if (known) Change();
    Route(bytes.subspan(plain), take);
  }

  // From here on, what is passed on is not what is in the file.
  void Change() {
    if (!changed && offset > 0) text_map.Add(0, offset);
    changed = true;
  }

  // What is held is at `offset` of the file.
  void Decide(ContentType known, const Take& take) {
    std::vector<std::uint8_t> bytes = std::move(held);
    held = {};
    const bool is_wide = type.encoding() != Encoding::kBytes;
    if (known != ContentType::kText || (ignore.raw && is_wide)) {
      mode = Mode::kPass;
      return Route(bytes, take);
    }
    mode = Mode::kText;
    Change();
    Bytes rest = bytes;
    if (is_wide) wide.emplace(type.encoding());
    if (ignore.markup && offset == 0) {
      const Bytes head = rest.first(std::min(rest.size(), kHeadBytes));
      markup = MarkupOf(SniffType(head, ContentType::kText));
    }
    if (!ignore.raw && offset == 0 && AsText(rest).starts_with(AsText(kUtf8Mark))) {
      offset = sizeof(kUtf8Mark);
      rest = rest.subspan(offset);
    }
    Route(rest, take);
  }

  void Header(Bytes bytes, const Take& take) {
    held.insert(held.end(), bytes.begin(), bytes.end());
    const std::size_t looked_at = std::min(held.size(), kMostHeader);
    // The last line may be cut off anywhere, also within the mark that ends the header.
    const std::size_t end = HeaderEnd(AsText(Bytes(held).first(looked_at)));
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
    mode = as_text ? Mode::kText : ignore.raw ? Mode::kPass : Mode::kPlain;
    if (as_text) Change();
    Route(bytes, take);
  }

  void Text(Bytes bytes, const Take& take) {
    if (wide) {
      wide->Feed(bytes, [this](char32_t character, std::size_t size) { Character(character, size); });
    } else if (charset) {
      Declared(bytes);
    } else if (ignore.Any()) {
      for (const std::uint8_t c : bytes) Byte(c, offset++);
    } else {
      LineEnds(bytes);
    }
    Flush(take);
  }

  // Most bytes of such a text are ASCII, and stay.
  void Declared(Bytes bytes) {
    while (!bytes.empty()) {
      const std::size_t plain = ignore.Any() ? 0 : charset->Plain(bytes);
      LineEnds(bytes.first(plain));
      bytes = bytes.subspan(plain);
      if (bytes.empty()) return;
      charset->Feed(bytes.first(1),
                    [this](char32_t character, std::size_t size) { Character(character, size); });
      bytes = bytes.subspan(1);
    }
  }

  // Of `size` bytes in the file.
  void Character(char32_t character, std::size_t size) {
    const std::uint64_t at = offset;
    offset += size;
    if (at == 0 && character == kByteOrderMark) return;
    const Utf8 utf8 = ToUtf8(character);
    // Of three bytes for a character of 16 bits, the last two are at its second byte.
    for (std::size_t i = 0; i < utf8.size; ++i) Byte(utf8.bytes[i], at + std::min(i, size - 1));
  }

  void Byte(std::uint8_t c, std::uint64_t at) {
    if (!ignore.raw) {
      const bool second = c == '\n' && after_return;
      after_return = c == '\r';
      if (second) return;
      if (after_return) c = '\n';
    }
    text_map.Add(at);
    if (markup) {
      markup->Byte(c, text_offset++, put);
    } else {
      Put(c, text_offset++);
    }
  }

  // As Byte does if nothing is ignored, line by line.
  void LineEnds(Bytes bytes) {
    while (!bytes.empty()) {
      if (after_return && bytes.front() == '\n') {
        bytes = bytes.subspan(1);
        ++offset;
      }
      const std::size_t line = BeforeReturn(bytes);
      after_return = line < bytes.size();
      const std::size_t all = line + (after_return ? 1 : 0);
      if (all == 0) continue;
      out.insert(out.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(line));
      if (after_return) out.push_back('\n');
      text_map.Add(offset, all);
      offset += all;
      bytes = bytes.subspan(all);
    }
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
    if (ignore.Any()) kept_map.Add(at);
    out.push_back(c);
  }

  void Flush(const Take& take) {
    if (!out.empty()) take(out);
    out.clear();
  }

  void Finish(const Take& take) {
    if (mode == Mode::kFirstBytes) {
      const std::vector<std::uint8_t> bytes = std::move(held);
      held = {};
      Start(bytes, take);
    }
    if (mode == Mode::kHeader) EndHeader(held, take);
    if (mode == Mode::kDeclaration) EndDeclaration(take);
    if (mode == Mode::kHeld) Decide(type.Decide(), take);
    if (wide) wide->Finish([this](char32_t character, std::size_t size) { Character(character, size); });
    if (charset && mode == Mode::kText)
      charset->Finish([this](char32_t character, std::size_t size) { Character(character, size); });
    if (markup) markup->Byte(-1, text_offset, put);
    Flush(take);
  }
};

Normaliser::Normaliser(Ignore ignore, const TextDetector& type)
    : state_(std::make_unique<State>(ignore, type)) {}
Normaliser::~Normaliser() = default;

void Normaliser::Begin() {
  State& state = *state_;
  state.mode = State::Mode::kFirstBytes;
  state.held.clear();
  state.wide.reset();
  state.charset.reset();
  state.markup.reset();
  state.after_return = false;
  state.blank = true;
  state.changed = false;
  state.offset = 0;
  state.text_map.Clear();
  state.text_offset = 0;
  state.kept_map.Clear();
  state.out.clear();
}

void Normaliser::Feed(std::span<const std::uint8_t> piece, const Take& take) {
  State& state = *state_;
  if (state.mode != State::Mode::kFirstBytes) return state.Route(piece, take);
  // Most contents come in one large piece: that is not copied.
  if (state.held.empty() && piece.size() >= kFirstBytes) return state.Start(piece, take);
  state.held.insert(state.held.end(), piece.begin(), piece.end());
  if (state.held.size() < kFirstBytes) return;
  const std::vector<std::uint8_t> bytes = std::move(state.held);
  state.held = {};
  state.Start(bytes, take);
}

void Normaliser::Finish(const Take& take) { state_->Finish(take); }

bool Normaliser::Changed() const { return state_->changed; }

void Normaliser::ToFile(std::span<std::uint64_t* const> offsets) const {
  if (state_->ignore.Any()) state_->kept_map.ToFile(offsets);
  if (state_->changed) state_->text_map.ToFile(offsets);
}

std::optional<std::vector<std::uint8_t>> Normalise(std::span<const std::uint8_t> bytes, Ignore ignore) {
  TextDetector type;
  Normaliser normaliser(ignore, type);
  std::size_t same = 0;  // bytes passed on as they are, and not copied yet
  std::vector<std::uint8_t> all;
  const Normaliser::Take take = [&](std::span<const std::uint8_t> piece) {
    if (all.empty() && piece.data() == bytes.data() + same) {
      same += piece.size();
      return;
    }
    if (all.empty()) all.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(same));
    all.insert(all.end(), piece.begin(), piece.end());
  };
  type.Feed(bytes);
  normaliser.Begin();
  normaliser.Feed(bytes, take);
  normaliser.Finish(take);
  if (!normaliser.Changed()) return std::nullopt;
  if (all.empty()) all.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(same));
  return all;
}

}  // namespace kindred::read

// Character sets that a text declares: HTML by <meta charset=...>, XML by encoding="...", RTF by \ansicpg and
// its escapes. Such texts are compared as UTF-8, so that a page and its copy in another encoding are the same
// text.
//
// Labels mean what browsers take them for (WHATWG, Encoding, section 4.2): latin1 is windows-1252. A set is a
// table, made once by iconv from every byte and, for East Asian sets, every pair of bytes; no byte of a file
// ever goes through iconv. What has no character becomes U+FFFD. Characters of three and four bytes (EUC-JP's
// JIS X 0212, GB 18030's) do, too.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "read/types/wide_text.h"

namespace kindred::read {

// So much of a text is looked at for a declaration, as browsers do.
inline constexpr std::size_t kDeclarationBytes = 1024;

// Whether the first bytes of a content may begin a text that declares its character set.
bool MayDeclareCharset(std::span<const std::uint8_t> first);

struct DeclaredCharset {
  std::string name;  // of iconv
  bool rtf = false;
};
// Nothing: none, an unknown one, or UTF-8 and ASCII, which need no change. An RTF always has one.
std::optional<DeclaredCharset> FindCharset(std::span<const std::uint8_t> head);

class CharsetTable {
 public:
  explicit CharsetTable(const std::string& name);

  // The character of a byte, or kReplacement.
  char32_t Single(std::uint8_t byte) const { return singles_[byte]; }
  // Whether the byte begins a character of two.
  bool IsLead(std::uint8_t byte) const { return !pairs_.empty() && leads_[byte]; }
  char32_t Pair(std::uint8_t lead, std::uint8_t trail) const { return pairs_[lead << 8 | trail]; }

 private:
  char32_t singles_[256];
  bool leads_[256] = {};
  std::vector<char32_t> pairs_;
};

// Tables that were made, by name: a reader of many files makes each once.
class CharsetTables {
 public:
  const CharsetTable& Of(const std::string& name);

 private:
  std::map<std::string, std::unique_ptr<CharsetTable>> made_;
};

// Bytes in pieces of any size to characters, as WideDecoder. In RTF, \'e9 and \u233? are characters, too.
class CharsetDecoder {
 public:
  CharsetDecoder(const CharsetTable& table, bool rtf) : table_(&table), rtf_(rtf) {}

  // How many of the first bytes are themselves and may be copied.
  std::size_t Plain(std::span<const std::uint8_t> bytes) const;

  template <typename Emit>
  void Feed(std::span<const std::uint8_t> bytes, const Emit& emit) {
    for (const std::uint8_t byte : bytes) {
      held_ += static_cast<char>(byte);
      Drain(false, emit);
    }
  }
  template <typename Emit>
  void Finish(const Emit& emit) {
    Drain(true, emit);
  }

 private:
  struct Step {
    std::size_t size = 0;  // bytes of the file; 0: more are needed to decide
    std::optional<char32_t> character;
  };
  // Of the held bytes, at least one. At the end of the text it always takes some.
  Step Next(bool at_end);
  Step NextOfRtf(bool at_end);

  template <typename Emit>
  void Drain(bool at_end, const Emit& emit) {
    while (!held_.empty()) {
      const Step step = Next(at_end);
      if (step.size == 0) return;
      if (step.character) {
        emit(*step.character, step.size);
      } else {
        for (std::size_t i = 0; i < step.size; ++i) emit(static_cast<std::uint8_t>(held_[i]), std::size_t{1});
      }
      held_.erase(0, step.size);
    }
  }

  const CharsetTable* table_;
  bool rtf_;
  std::string held_;
};

}  // namespace kindred::read

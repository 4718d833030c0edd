// Reading and writing anchor sets; see anchor_set.h.
#include "mark/anchors/anchor_set.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <charconv>

#include "base/coding.h"
#include "kindred/error.h"

namespace kindred::mark {

namespace {

constexpr char kFirstLine[] = "kindred anchors 1";
constexpr std::uint64_t kMostEvery = 65536;

[[noreturn]] void Refuse(const std::string& where, const std::string& what) {
  throw Error(ErrorKind::kUsage, what, where, "make an anchor set with `LearnAnchors`");
}

bool IsPlain(char c) { return c > ' ' && c < 0x7f && c != '\\'; }

std::string Escape(const std::string& anchor) {
  std::string text;
  for (std::size_t i = 0; i < anchor.size(); ++i) {
    const bool inner_blank = anchor[i] == ' ' && i > 0 && i + 1 < anchor.size();
    if (IsPlain(anchor[i]) || inner_blank) {
      text += anchor[i];
    } else {
      text += fmt::format("\\x{:02x}", static_cast<unsigned char>(anchor[i]));
    }
  }
  return text;
}

// Appends the anchor that a line encodes; false if an escape is invalid.
bool Unescape(const std::string& line, std::string* anchor) {
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\') {
      *anchor += line[i];
      continue;
    }
    unsigned value = 0;
    if (i + 3 >= line.size() || line[i + 1] != 'x') return false;
    const auto [end, problem] = std::from_chars(&line[i + 2], &line[i + 2] + 2, value, 16);
    if (problem != std::errc() || end != &line[i + 2] + 2) return false;
    *anchor += static_cast<char>(value);
    i += 3;
  }
  return true;
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

// "word VALUE" gives VALUE.
std::string ValueOf(const std::string& line, const std::string& word) {
  return line.starts_with(word + " ") ? line.substr(word.size() + 1) : "";
}

}  // namespace

bool IsAnchorSetName(const std::string& name) {
  return !name.empty() && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

AnchorSet ParseAnchorSet(const std::string& text, const std::string& where) {
  const std::vector<std::string> lines = LinesOf(text);
  if (lines.empty() || lines[0] != kFirstLine) {
    Refuse(where, fmt::format("this is not an anchor set: its first line is not '{}'", kFirstLine));
  }
  AnchorSet set;
  set.name = lines.size() > 1 ? ValueOf(lines[1], "name") : "";
  if (!IsAnchorSetName(set.name))
    Refuse(where, "line 2 is not 'name NAME' with letters, digits, - and _ only");
  const std::string every = lines.size() > 2 ? ValueOf(lines[2], "every") : "";
  if (!base::ParseNumber(every, &set.every) || set.every == 0 || set.every > kMostEvery)
    Refuse(where, fmt::format("line 3 is not 'every N' with a number of bytes from 1 to {}", kMostEvery));
  for (std::size_t i = 3; i < lines.size(); ++i) {
    std::string anchor;
    if (!Unescape(lines[i], &anchor)) Refuse(where, fmt::format("line {} has a bad escape", i + 1));
    if (anchor.size() < kShortestAnchor || anchor.size() > kLongestAnchor) {
      Refuse(where, fmt::format("the anchor in line {} has {} bytes, not {} to {}", i + 1, anchor.size(),
                                kShortestAnchor, kLongestAnchor));
    }
    set.anchors.push_back(std::move(anchor));
  }
  if (set.anchors.empty()) Refuse(where, "the anchor set is empty");
  if (set.anchors.size() > kMostAnchors) {
    Refuse(where, fmt::format("the set has {} anchors, more than {}", set.anchors.size(), kMostAnchors));
  }
  std::ranges::sort(set.anchors);
  const auto twice = std::ranges::adjacent_find(set.anchors);
  if (twice != set.anchors.end())
    Refuse(where, fmt::format("the anchor '{}' is listed twice", Escape(*twice)));
  return set;
}

std::string AnchorSetText(const AnchorSet& set) {
  std::string text = fmt::format("{}\nname {}\nevery {}\n", kFirstLine, set.name, set.every);
  for (const std::string& anchor : set.anchors) text += Escape(anchor) + '\n';
  return text;
}

std::string AnchorSetDigest(const AnchorSet& set) {
  AnchorSet nameless = set;
  nameless.name.clear();
  const std::string text = AnchorSetText(nameless);
  return fmt::format("{:016x}", XXH3_64bits(text.data(), text.size()));
}

}  // namespace kindred::mark

// Values of flags. Numbers are read with from_chars: no locale, no leading blanks, nothing after them.
#include "flags/flag_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "kindred/error.h"

namespace kindred::cli {

namespace {

constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

[[noreturn]] void Refuse(const std::string& flag, const std::string& text, const std::string& wanted) {
  throw Error(ErrorKind::kUsage, fmt::format("cannot use '{}'", text), flag, "give " + wanted);
}

// True if all of `text` is a finite number that is not negative.
bool ReadNumber(std::string_view text, double* number) {
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return problem == std::errc() && end == text.data() + text.size() && std::isfinite(*number) &&
         *number >= 0 && text.front() != '-';
}

bool ReadWhole(std::string_view text, std::uint64_t* number) {
  auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), *number);
  return problem == std::errc() && end == text.data() + text.size() && !text.empty();
}

}  // namespace

double ParseShare(const std::string& flag, const std::string& text) {
  const std::string wanted = "a share such as 25% or 0.25";
  bool percent = text.ends_with('%');
  std::string_view digits(text.data(), text.size() - (percent ? 1 : 0));
  double number = 0;
  if (digits.empty() || !ReadNumber(digits, &number)) Refuse(flag, text, wanted);
  if (percent || number > 1) number /= 100;
  if (number > 1) Refuse(flag, text, "at most 100%");
  return number;
}

double ParseMargin(const std::string& flag, const std::string& text) {
  double number = 0;
  if (text.empty() || !ReadNumber(text, &number))
    Refuse(flag, text, "a number of standard errors, 0 or more");
  return number;
}

std::uint64_t ParseCount(const std::string& flag, const std::string& text) {
  std::uint64_t number = 0;
  if (!ReadWhole(text, &number)) Refuse(flag, text, "a whole number, 0 or more");
  return number;
}

std::uint64_t ParseSize(const std::string& flag, const std::string& text) {
  const std::string wanted = "a size such as 4096, 10K, 1.5M or 2G";
  std::string_view rest = text;
  if (rest.ends_with("iB")) {
    rest.remove_suffix(2);
  } else if (rest.ends_with('B')) {
    rest.remove_suffix(1);
  }
  if (rest.empty()) Refuse(flag, text, wanted);
  int shift = 0;
  switch (rest.back()) {
    case 'k':
    case 'K':
      shift = 10;
      break;
    case 'm':
    case 'M':
      shift = 20;
      break;
    case 'g':
    case 'G':
      shift = 30;
      break;
    case 't':
    case 'T':
      shift = 40;
      break;
    default:
      break;
  }
  if (shift != 0) rest.remove_suffix(1);
  std::uint64_t whole = 0;
  if (ReadWhole(rest, &whole)) {
    if (whole > (kNoLimit >> shift)) Refuse(flag, text, "a size below 2^64");
    return whole << shift;
  }
  double number = 0;
  if (rest.empty() || shift == 0 || !ReadNumber(rest, &number)) Refuse(flag, text, wanted);
  double bytes = std::ldexp(number, shift);
  if (bytes >= 0x1p63) Refuse(flag, text, "a size below 2^63");
  return static_cast<std::uint64_t>(bytes);
}

std::pair<std::uint64_t, std::uint64_t> ParseSizeRange(const std::string& flag, const std::string& text) {
  std::size_t dots = text.find("..");
  if (dots == std::string::npos) {
    std::uint64_t exact = ParseSize(flag, text);
    return {exact, exact};
  }
  std::string low = text.substr(0, dots);
  std::string high = text.substr(dots + 2);
  if (low.empty() && high.empty()) Refuse(flag, text, "a range such as 1K..10M, 1K.. or ..10M");
  std::uint64_t minimum = low.empty() ? 1 : ParseSize(flag, low);
  std::uint64_t maximum = high.empty() ? kNoLimit : ParseSize(flag, high);
  if (minimum > maximum) Refuse(flag, text, "the smaller size first");
  return {minimum, maximum};
}

When ParseWhen(const std::string& flag, const std::string& text) {
  constexpr When kAll[] = {When::kAuto, When::kAlways, When::kNever};
  return kAll[ParseChoice(flag, text, {"auto", "always", "never"})];
}

std::vector<std::string> ParseNames(const std::string& flag, const std::string& text,
                                    const std::string& example) {
  std::vector<std::string> names;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end == begin) throw Error(ErrorKind::kUsage, "an empty name", flag, example);
    names.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return names;
}

std::size_t ParseChoice(const std::string& flag, const std::string& text,
                        const std::vector<std::string>& choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (choices[i] == text) return i;
  }
  if (const std::string now = RenamedTo(text); std::ranges::find(choices, now) != choices.end())
    throw Error(ErrorKind::kUsage, "'" + text + "' was renamed", flag, "give " + now);
  std::string wanted = "one of";
  for (std::size_t i = 0; i < choices.size(); ++i) wanted += (i == 0 ? " " : ", ") + choices[i];
  Refuse(flag, text, wanted);
}

std::string RenamedTo(const std::string& name) {
  static const std::pair<const char*, const char*> kRenamed[] = {
      {"clusters", "families"},  // in 0.2.0, as the next
      {"cluster", "family"},
  };
  for (const auto& [before, now] : kRenamed) {
    if (name == before) return now;
  }
  return "";
}

unsigned ParseTraces(const std::string& flag, const std::string& text) {
  const std::vector<std::string> classes = {"files", "reads", "matches", "faults", "all"};
  unsigned traces = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::size_t chosen = ParseChoice(flag, text.substr(begin, end - begin), classes);
    traces |= chosen == classes.size() - 1 ? (1u << chosen) - 1 : 1u << chosen;
    begin = end + 1;
  }
  return traces;
}

}  // namespace kindred::cli

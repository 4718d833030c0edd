// See times.h.
#include "http/times.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace kindred::server {

namespace {

using Seconds = std::chrono::sys_seconds;
constexpr std::int64_t kBillion = 1'000'000'000;

// The number that the characters at `at` make; nothing if one of them is not a digit.
std::optional<int> Digits(const std::string& text, std::size_t at, std::size_t count) {
  int number = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    if (i >= text.size() || text[i] < '0' || text[i] > '9') return std::nullopt;
    number = number * 10 + (text[i] - '0');
  }
  return number;
}

}  // namespace

std::string TimeText(std::int64_t nanoseconds) {
  const std::int64_t whole = nanoseconds / kBillion - (nanoseconds % kBillion < 0);
  const Seconds time{std::chrono::seconds(whole)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

std::optional<std::int64_t> ParseTime(const std::string& text) {
  const auto year = Digits(text, 0, 4), month = Digits(text, 5, 2), day = Digits(text, 8, 2);
  if (!year || !month || !day || text[4] != '-' || text[7] != '-') return std::nullopt;
  // Nanoseconds of 64 bits end in the year 2262.
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok() || *year < 1700 || *year > 2200) return std::nullopt;
  std::int64_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(std::chrono::sys_days(date).time_since_epoch())
          .count();
  if (text.size() > 10) {
    const auto hour = Digits(text, 11, 2), minute = Digits(text, 14, 2), second = Digits(text, 17, 2);
    if (text.size() != 20 || text[10] != 'T' || text[13] != ':' || text[16] != ':' || text[19] != 'Z' ||
        !hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60) {
      return std::nullopt;
    }
    seconds += *hour * 3600 + *minute * 60 + *second;
  }
  return seconds * kBillion;
}

std::int64_t Now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace kindred::server

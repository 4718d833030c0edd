// fmt is independent of the locale, so the same number is the same text everywhere.
#include "report/wording/number_text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>

#include "kindred/record.h"
#include "kindred/report.h"

namespace kindred::inline v0 {

std::string CountText(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string SizeText(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes == 1) return "1 byte";
  if (bytes < 1000) return fmt::format("{} bytes", bytes);
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  // 999,950 would print as 1000.0 kB.
  while (size >= 999.95 && unit + 1 < std::size(kUnits)) {
    size /= 1000;
    ++unit;
  }
  return fmt::format("{:.1f} {}", size, kUnits[unit]);
}

}  // namespace kindred::inline v0

namespace kindred::report {

std::string ShareText(double share) {
  if (!std::isfinite(share)) return "0";  // JSON has no such number
  // 1 means all of it and 0 nothing: no share is rounded to these.
  if (share > 0 && share < 0.0001) share = 0.0001;
  if (share > 0.9999 && share < 1) share = 0.9999;
  std::string text = fmt::format("{:.4f}", share);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string IsoTime(std::int64_t nanoseconds) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t part = (nanoseconds % kSecond + kSecond) % kSecond;
  std::string decimals;
  if (part != 0) {
    decimals = fmt::format(".{:09}", part);
    decimals.erase(decimals.find_last_not_of('0') + 1);
  }
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}{}Z", fmt::gmtime((nanoseconds - part) / kSecond), decimals);
}

std::string TimeText(std::int64_t nanoseconds) {
  if (nanoseconds == kNoTime) return "-";
  // Rounded down, also before 1970.
  const std::int64_t seconds = nanoseconds / 1'000'000'000 - (nanoseconds % 1'000'000'000 < 0 ? 1 : 0);
  return fmt::format("{:%Y-%m-%d %H:%M}", fmt::localtime(seconds));
}

std::string RealText(double number) { return std::isfinite(number) ? fmt::format("{:.6g}", number) : "0"; }

std::string PercentText(double share) {
  if (!std::isfinite(share)) return "0";
  double percent = std::round(share * 100);
  if (percent >= 100 && share < 1) percent = 99;
  if (percent < 1 && share > 0) percent = 1;
  return fmt::format("{:.0f}", percent);
}

std::string KeyText(std::int64_t key) { return fmt::format("{:016x}", static_cast<std::uint64_t>(key)); }

}  // namespace kindred::report

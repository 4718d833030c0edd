// Numbers as the reports write them. CountText and SizeText (kindred/report.h) are the forms for people.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

namespace kindred::report {

// At most 4 decimals, as short as possible: 0.79, 1, 0.3333. Values below 1 are never rounded to 1, and
// values above 0 never to 0.
std::string ShareText(double share);
// Any other number, with 6 digits.
std::string RealText(double number);
// A whole percentage. Never rounded to 100 or 0, as above.
std::string PercentText(double share);
// The same with its sign.
inline std::string Percent(double share) { return PercentText(share) + "%"; }

// An estimate is marked as one.
inline std::string ShareText(double share, bool measured) { return (measured ? "" : "~") + Percent(share); }

// A moment that is known: "2026-11-17T22:15:03.5Z", with all its decimals, for programs;
std::string IsoTime(std::int64_t nanoseconds);
// "2026-11-17 23:15", of the time zone in force, for people. "-" if it is not known.
std::string TimeText(std::int64_t nanoseconds);

// A key (FieldKind::kKey): 16 hexadecimal digits, since a number of 64 bits is not safe in JSON.
std::string KeyText(std::int64_t key);

// The true number of a result's elements: a large result has it as a field, and only the first elements.
inline std::uint64_t TotalOf(std::uint64_t said, std::size_t held) {
  return std::max<std::uint64_t>(said, held);
}

}  // namespace kindred::report

// Times between the API and its users: nanoseconds since 1970 here, ISO 8601 in UTC there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace kindred::server {

// "2026-11-17T22:13:53Z"
std::string TimeText(std::int64_t nanoseconds);
// Of "2026-11-17" or "2026-11-17T22:13:53Z"; nothing if it is neither.
std::optional<std::int64_t> ParseTime(const std::string& text);
std::int64_t Now();

}  // namespace kindred::server

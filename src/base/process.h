// A description of this process for its lock file, and the clock.
#pragma once

#include <cstdint>
#include <string>

namespace kindred::base {

// "pid 123 on host, since 2026-03-01 12:00:00 UTC, kindred"
std::string DescribeThisProcess();

// Nanoseconds since 1970.
std::int64_t NowNs();

}  // namespace kindred::base

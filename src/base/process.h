// A description of this process for its lock file.
#pragma once

#include <string>

namespace kindred::base {

// "pid 123 on host, since 2026-03-01 12:00:00 UTC, kindred"
std::string DescribeThisProcess();

}  // namespace kindred::base

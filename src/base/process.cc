// Process number, host, time and name.
#include "base/process.h"

#include <errno.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

namespace kindred::base {

std::string DescribeThisProcess() {
  char host[256] = "";
  ::gethostname(host, sizeof host - 1);
  std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char since[64];
  std::strftime(since, sizeof since, "%Y-%m-%d %H:%M:%S UTC", &utc);
  return "pid " + std::to_string(::getpid()) + " on " + host + ", since " + since + ", " +
         ::program_invocation_short_name;
}

std::int64_t NowNs() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

}  // namespace kindred::base

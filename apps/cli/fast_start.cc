// Highway's library measures, whenever a program that uses it starts, how finely a timer ticks: for its own
// benchmarks, which we do not run, and for 4 of the 20 ms that a whole query may take. The linker takes our
// answer instead, since a program's symbols come before those of its libraries.
#include <hwy/nanobenchmark.h>

#include <cstdint>

namespace hwy::platform {

std::uint64_t TimerResolution() { return 1; }

}  // namespace hwy::platform

// How evenly windows are selected: bench_selection FILE... prints for each file and rate, over its different
// windows of 50 bytes, how many are selected, of what should be (1.00), and how unevenly: the variance of
// the number of marks among stretches that should have 64 each, by 64. Chance gives 1. Beside it the same for
// a strong hash of each window, which is chance itself, and for the rolling polynomial of sif (Manber 1993).
#include <fmt/core.h>
#include <xxhash.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <unordered_set>
#include <vector>

#include "mark/scan/fed_windows.h"

namespace kindred {
namespace {

constexpr std::size_t kWindow = 50;
using Bytes = std::vector<std::uint8_t>;
using Values = std::vector<std::uint16_t>;  // of each window

Values ByScan(const Bytes& bytes) {
  Values values;
  mark::FedWindows windows(kWindow);
  windows.Feed(bytes, 0,
               [&](std::uint16_t value, const std::uint8_t*, std::uint64_t) { values.push_back(value); });
  return values;
}

Values ByStrongHash(const Bytes& bytes) {
  Values values;
  for (std::size_t at = 0; at + kWindow <= bytes.size(); ++at)
    values.push_back(static_cast<std::uint16_t>(XXH3_64bits(bytes.data() + at, kWindow) >> 48));
  return values;
}

Values ByPolynomial(const Bytes& bytes) {
  constexpr std::uint16_t kMultiplier = 53173, kOffset = 24000;  // no window of equal bytes is selected
  std::uint16_t leaving = 1, sum = 0;
  for (std::size_t i = 0; i < kWindow; ++i) leaving = static_cast<std::uint16_t>(leaving * kMultiplier);
  Values values;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const unsigned out = i < kWindow ? 0u : unsigned{bytes[i - kWindow]} * leaving;
    sum = static_cast<std::uint16_t>(sum * kMultiplier + bytes[i] - out);
    if (i + 1 >= kWindow) values.push_back(static_cast<std::uint16_t>(sum + kOffset));
  }
  return values;
}

void Print(const char* name, const Values& values, const std::vector<bool>& first) {
  fmt::print("  {:<12}", name);
  for (const int level : {2, 4, 6, 8, 9, 10}) {
    constexpr double kMarks = 64;
    std::size_t windows = 0, selected = 0, here = 0, stretches = 0;
    double squares = 0;
    for (std::size_t at = 0; at < values.size(); ++at) {
      if (!first[at]) continue;
      const bool hit = values[at] < 65536 >> level;
      selected += hit, here += hit;
      if (++windows % (static_cast<std::size_t>(kMarks) << level) != 0) continue;
      squares += (static_cast<double>(here) - kMarks) * (static_cast<double>(here) - kMarks);
      ++stretches, here = 0;
    }
    fmt::print("  {:.2f} {:5.2f}", static_cast<double>(selected << level) / static_cast<double>(windows),
               squares / kMarks / static_cast<double>(stretches));
  }
  fmt::print("\n");
}

void Measure(const char* path) {
  std::ifstream file(path, std::ios::binary);
  const Bytes bytes(std::istreambuf_iterator<char>(file), {});
  std::unordered_set<std::uint64_t> seen;
  std::vector<bool> first;
  for (std::size_t at = 0; at + kWindow <= bytes.size(); ++at)
    first.push_back(seen.insert(XXH3_64bits(bytes.data() + at, kWindow)).second);
  fmt::print("{}: {} bytes, {} different windows\n", path, bytes.size(), seen.size());
  fmt::print("  one in        {:>10}{:>12}{:>12}{:>12}{:>12}{:>12}\n", 4, 16, 64, 256, 512, 1024);
  Print("delays", ByScan(bytes), first);
  Print("polynomial", ByPolynomial(bytes), first);
  Print("strong hash", ByStrongHash(bytes), first);
}

}  // namespace
}  // namespace kindred

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) kindred::Measure(argv[i]);
}

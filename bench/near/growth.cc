// bench_near_growth: how the search for near pairs grows (Sadowski and Levin 2007, figure 9), as CSV.
//   similar   500 to 8,000 contents of 4 KB, each a few bytes away from the one before; by the tolerance
//             each is near its neighbours in the row, as in the paper's set, and at 1 % nearly all are near
//             all
//   mixed     1,000 to 1,000,000 generated tallies: files of many types and sizes, some in several versions;
//             with the skew key, and with the skew key and the suffix
// For each: seconds of FindNearPairs (best of 3; once above 100,000), of a plain sweep over sorted keys (the
// design that was rejected; left out where it would take minutes), pairs found, and pairs compared.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "bench/near/generated.h"
#include "tally/near_pairs.h"

namespace kindred {
namespace {

constexpr std::uint64_t kMemory = std::uint64_t{4} << 30;

double Seconds(const std::function<void()>& act, int rounds) {
  double best = std::numeric_limits<double>::max();
  for (int round = 0; round < rounds; ++round) {
    const auto start = std::chrono::steady_clock::now();
    act();
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return best;
}

tally::NearItem ItemOf(const tally::SumTable& counts, std::uint64_t size, std::string_view name,
                       tally::KeyKind kind, double tolerance) {
  tally::NearItem item;
  item.counts = counts;
  item.size = size;
  item.key = tally::KeysOf(counts, name)[static_cast<std::size_t>(kind)];
  item.tolerance = tolerance;
  item.key_tolerance = tally::KeyTolerance(kind, tolerance);
  return item;
}

std::vector<tally::NearItem> Similar(std::size_t count, double tolerance) {
  std::mt19937 random(1);
  const tally::TagTable table(tally::DefaultTagSet());
  std::vector<std::uint8_t> bytes(4096);
  for (std::uint8_t& byte : bytes)
    byte = static_cast<std::uint8_t>("the quick brown fox jumps\n"[random() % 26]);
  std::vector<tally::NearItem> items;
  for (std::size_t i = 0; i < count; ++i) {
    for (int edit = 0; edit < 3; ++edit)
      bytes[random() % bytes.size()] = static_cast<std::uint8_t>(' ' + random() % 95);
    tally::TagState state;
    tally::CountTags(table, bytes, &state);
    items.push_back(ItemOf(state.counts, bytes.size(), "a.txt", tally::KeyKind::kSkew, tolerance));
  }
  return items;
}

std::uint64_t Sweep(std::vector<tally::NearItem> items) {
  std::ranges::sort(items, {}, &tally::NearItem::key);
  double reach = 0;
  for (const tally::NearItem& item : items)
    reach = std::max(reach, item.key_tolerance * static_cast<double>(item.size));
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    // The paper's range is that of the target file's own size.
    const double own = items[i].key_tolerance * static_cast<double>(items[i].size) / (1 - items[i].tolerance);
    for (std::size_t j = i + 1; j < items.size(); ++j) {
      const double apart = static_cast<double>(items[j].key - items[i].key);
      if (apart > std::min(own, reach)) break;
      pairs += tally::IsNear(items[i], items[j]);
    }
  }
  return pairs;
}

void Measure(const char* set, const std::vector<tally::NearItem>& items, double tolerance, bool sweep,
             unsigned threads) {
  tally::NearEdges found;
  const double seconds = Seconds([&] { found = tally::FindNearPairs(items, 1, kMemory, threads); },
                                 items.size() > 100'000 ? 1 : 3);
  const std::string swept = sweep ? fmt::format("{:.4f}", Seconds([&] { Sweep(items); }, 1)) : "";
  fmt::print("{},{},{},{:.4f},{},{},{}\n", set, items.size(), tolerance, seconds, swept, found.total,
             found.compared);
  std::fflush(stdout);
}

// Bytes a second on one core: noise, text, and what has many zeros.
void MeasureCounting() {
  std::mt19937 random(3);
  const tally::TagTable table(tally::DefaultTagSet());
  std::vector<std::uint8_t> bytes(std::size_t{32} << 20);
  for (int kind = 0; kind < 3; ++kind) {
    constexpr const char* kNames[] = {"count noise", "count text", "count mostly zeros"};
    for (std::uint8_t& byte : bytes) {
      byte = static_cast<std::uint8_t>(random());
      if (kind == 1) byte = static_cast<std::uint8_t>("the quick brown fox jumps\n"[random() % 26]);
      if (kind == 2 && random() % 4 != 0) byte = 0;
    }
    const double seconds = Seconds(
        [&] {
          tally::TagState state;
          tally::CountTags(table, bytes, &state);
        },
        3);
    fmt::print("{},{},,{:.4f},,,\n", kNames[kind], bytes.size(), seconds);
  }
}

}  // namespace
}  // namespace kindred

int main(int count, char** words) {
  using namespace kindred;
  const std::size_t largest = count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000'000;
  const unsigned threads = 2;
  fmt::print("set,tallies,tolerance,seconds,sweep_seconds,pairs,compared\n");
  for (std::size_t files : {500, 1000, 2000, 4000, 8000}) {
    for (double tolerance : {0.002, 0.01})
      Measure("similar", Similar(files, tolerance), tolerance, true, threads);
  }
  for (std::size_t files = 1000; files <= largest; files *= 10) {
    for (std::size_t step : {files, files * 3}) {
      if (step > largest) break;
      const std::vector<tally::Tally> tallies = GenerateTallies(step);
      for (tally::KeyKind kind : {tally::KeyKind::kSkewSuffix, tally::KeyKind::kSkew}) {
        std::vector<tally::NearItem> items;
        for (const tally::Tally& tally : tallies)
          items.push_back(ItemOf(tally.counts, tally.size, tally::FileNameOf(tally.path), kind, 0.01));
        const bool suffix = kind == tally::KeyKind::kSkewSuffix;
        Measure(suffix ? "mixed with suffix" : "mixed", items, 0.01, suffix || step <= 100'000, threads);
      }
    }
  }
  MeasureCounting();
  return 0;
}

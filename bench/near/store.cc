// bench_near_store COUNT URL...: how fast generated tallies go into a database and come back, as CSV.
//   store    into an empty store, in rounds of 32,768 as a scan does, and then the indexes
//   load     all of them back
//   again    a tenth of them once more, scattered, now that the indexes are there
//   query    one range of keys
// A URL is sqlite:FILE, or that of a server (tests/databases/with_servers has private ones).
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "bench/near/generated.h"
#include "tally/keys.h"
#include "tally/tally_store.h"

namespace kindred {
namespace {

constexpr std::size_t kRound = 32768;

void Measure(const std::string& url, const char* what, std::size_t rows, const std::function<void()>& act) {
  const auto start = std::chrono::steady_clock::now();
  act();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print("{},{},{},{:.4f},{:.0f}\n", url.substr(0, url.find(':')), what, rows, seconds,
             static_cast<double>(rows) / seconds);
  std::fflush(stdout);
}

void Store(tally::TallyStore& store, std::span<const tally::Tally> tallies) {
  for (std::size_t first = 0; first < tallies.size(); first += kRound)
    store.Update(tallies.subspan(first, std::min(kRound, tallies.size() - first)), {});
}

void MeasureStore(const std::string& url, const std::vector<tally::Tally>& tallies) {
  tally::TallyStore store(tally::ParseDatabaseUrl(url), tally::DefaultTagSet(), "bench");
  Measure(url, "store", tallies.size(), [&] {
    Store(store, tallies);
    store.MakeIndexes();
  });
  std::size_t loaded = 0;
  Measure(url, "load", tallies.size(), [&] { loaded = store.Below({"/"}).size(); });
  if (loaded != tallies.size()) fmt::print("{} of {} came back\n", loaded, tallies.size());
  std::vector<tally::Tally> changed;
  for (std::size_t i = 0; i < tallies.size(); i += 10) changed.push_back(tallies[i]);
  Measure(url, "again", changed.size(), [&] { Store(store, changed); });
  const tally::Tally& some = tallies[tallies.size() / 2];
  constexpr tally::KeyKind kKind = tally::KeyKind::kSkewSuffix;
  const std::int64_t key =
      tally::KeysOf(some.counts, tally::FileNameOf(some.path))[static_cast<std::size_t>(kKind)];
  const auto reach = static_cast<std::int64_t>(some.size / 12);
  Measure(url, "query", 1, [&] { store.InRange(kKind, key - reach, key + reach, 0, some.size * 2); });
}

}  // namespace
}  // namespace kindred

int main(int count, char** words) {
  using namespace kindred;
  const std::vector<tally::Tally> tallies =
      GenerateTallies(count > 1 ? std::strtoull(words[1], nullptr, 10) : 1'000'000);
  fmt::print("database,what,rows,seconds,rows_a_second\n");
  for (int i = 2; i < count; ++i) MeasureStore(words[i], tallies);
  return 0;
}

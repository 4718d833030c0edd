// Made-up tallies for benchmarks, always the same.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "tally/tally_store.h"

namespace kindred {

// Every third tally is a version of the one before; the others are files of their own, with tags as frequent
// as in noise, more or less, and sizes as on a disk: half of them below 4 KB, some of many megabytes.
inline std::vector<tally::Tally> GenerateTallies(std::size_t count) {
  std::mt19937_64 random(2);
  std::lognormal_distribution<double> sizes(8.3, 2.0);
  std::lognormal_distribution<double> shares(0.0, 0.8);
  std::vector<tally::Tally> tallies;
  for (std::size_t i = 0; i < count; ++i) {
    tally::Tally tally;
    if (i % 3 == 2) {
      tally = tallies.back();
      for (std::uint64_t& tag : tally.counts) tag += random() % (1 + tally.size / 4000);
      tally.size += random() % (1 + tally.size / 1000);
      tally.path.insert(tally.path.rfind('.'), "-2");
    } else {
      tally.size = 64 + static_cast<std::uint64_t>(std::min(sizes(random), 1e9));
      for (std::uint64_t& tag : tally.counts)
        tag = static_cast<std::uint64_t>(static_cast<double>(tally.size) / 32 * shares(random));
      tally.path = fmt::format("/data/{:03}/file-{}.s{}", i % 1000, i, random() % 200);
    }
    tally.mtime_ns = tally.ctime_ns = 1'700'000'000'000'000'000 + static_cast<std::int64_t>(i);
    tally.inode = i;
    tally.digest = {random(), random()};
    tallies.push_back(std::move(tally));
  }
  return tallies;
}

}  // namespace kindred

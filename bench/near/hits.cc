// bench_near_hits TOLERANCE... <NAMES: key hits and sum table hits of all pairs of the files named on
// standard input (Sadowski and Levin 2007, figures 6 to 8), for the four keys at each tolerance, as CSV. A
// key hit is a pair whose keys differ by at most the tolerance times the larger size, as in section 4.2; a
// sum hit is a key hit whose sizes and sum tables do, too. By brute force: for each pair, the least tolerance
// at which it is a hit.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "tally/keys.h"
#include "tally/tag_counter.h"

namespace kindred {
namespace {

struct File {
  std::uint64_t size = 0;
  tally::SumTable counts{};
  tally::Keys keys{};
};

File ReadFile(const std::string& path, const tally::TagTable& table) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    std::cerr << "near_hits: cannot read " << path << "\n";
    std::exit(1);
  }
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  tally::TagState state;
  tally::CountTags(table, {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}, &state);
  return {bytes.size(), state.counts, tally::KeysOf(state.counts, path.substr(path.rfind('/') + 1))};
}

int Main(const std::vector<double>& tolerances) {
  const tally::TagTable table(tally::DefaultTagSet());
  std::vector<File> files;
  for (std::string name; std::getline(std::cin, name);) files.push_back(ReadFile(name, table));

  // Hits by the first tolerance that suffices, for each key; the last place is for none.
  using Counts = std::vector<std::uint64_t>;
  std::array<Counts, tally::kKeys> key_hits;
  std::array<Counts, tally::kKeys> sum_hits;
  key_hits.fill(Counts(tolerances.size() + 1));
  sum_hits.fill(Counts(tolerances.size() + 1));
  auto first_place = [&](double least) {
    return static_cast<std::size_t>(std::ranges::lower_bound(tolerances, least) - tolerances.begin());
  };
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t j = i + 1; j < files.size(); ++j) {
      const File& a = files[i];
      const File& b = files[j];
      const auto larger = static_cast<double>(std::max({a.size, b.size, std::uint64_t{1}}));
      const std::uint64_t sizes = std::max(a.size, b.size) - std::min(a.size, b.size);
      const double sums =
          static_cast<double>(std::max(sizes, tally::SumDistance(a.counts, b.counts))) / larger;
      for (std::size_t key = 0; key < tally::kKeys; ++key) {
        const double keys = static_cast<double>(tally::KeyDistance(a.keys[key], b.keys[key])) / larger;
        ++key_hits[key][first_place(keys)];
        ++sum_hits[key][first_place(std::max(keys, sums))];
      }
    }
  }
  fmt::print("key,tolerance,files,key_hits,sum_hits\n");
  for (std::size_t key = 0; key < tally::kKeys; ++key) {
    std::uint64_t keys = 0;
    std::uint64_t sums = 0;
    for (std::size_t place = 0; place < tolerances.size(); ++place) {
      keys += key_hits[key][place];
      sums += sum_hits[key][place];
      fmt::print("{},{},{},{},{}\n", tally::KeyNames()[key], tolerances[place], files.size(), keys, sums);
    }
  }
  return 0;
}

}  // namespace
}  // namespace kindred

int main(int count, char** words) {
  std::vector<double> tolerances;
  for (int i = 1; i < count; ++i) tolerances.push_back(std::atof(words[i]));
  if (!std::ranges::is_sorted(tolerances) || tolerances.empty()) {
    std::cerr << "usage: near_hits TOLERANCE... <NAMES, tolerances ascending\n";
    return 2;
  }
  return kindred::Main(tolerances);
}

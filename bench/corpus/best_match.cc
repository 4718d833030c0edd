// The best match of some files of a tree, by exact comparison with every other file of it: for each of the
// sample the file B with the largest smaller share, min(of_a, of_b), where of_a is the share of A's bytes in
// runs of 50 bytes or more that occur in B. Independent of Kindred's code, so that bench/corpus/best_match.py
// can check with it whether find lists that pair.
//
// The windows of the sample are held in a table; every file of the tree is then read once and looked up.
// Bytes are compared as they are, trivial ones too, so give it trees of text with few of those. Prints lines
// of sample file, best match, of_a, of_b, separated by tabs; files with the same bytes are no matches.
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

namespace {

constexpr std::size_t kWindow = 50;

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::uint64_t> WindowsOf(const std::string& bytes) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i + kWindow <= bytes.size(); ++i)
    hashes.push_back(XXH3_64bits(bytes.data() + i, kWindow));
  return hashes;
}

// Where a window occurs in the sample.
struct Place {
  std::uint32_t file;
  std::uint32_t offset;
};

// Bytes that windows at these offsets cover.
std::uint64_t Covered(std::vector<std::uint32_t>* offsets) {
  std::sort(offsets->begin(), offsets->end());
  std::uint64_t bytes = 0, end = 0;
  for (const std::uint64_t offset : *offsets) {
    bytes += offset + kWindow - std::max(end, offset);
    end = offset + kWindow;
  }
  return bytes;
}

struct Best {
  std::filesystem::path path;
  double of_a = 0;
  double of_b = 0;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: bench_best_match DIRECTORY FILES [SEED]\n";
    return 2;
  }
  const std::filesystem::path root = argv[1];
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file() && entry.file_size() >= kWindow) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::mt19937 random(argc > 3 ? std::atoi(argv[3]) : 1);
  std::vector<std::filesystem::path> sample;
  std::sample(paths.begin(), paths.end(), std::back_inserter(sample), std::atoi(argv[2]), random);

  std::vector<std::string> bytes;
  std::unordered_map<std::uint64_t, std::vector<Place>> places;
  for (std::uint32_t file = 0; file < sample.size(); ++file) {
    bytes.push_back(ReadAll(sample[file]));
    const std::vector<std::uint64_t> windows = WindowsOf(bytes.back());
    for (std::uint32_t offset = 0; offset < windows.size(); ++offset)
      places[windows[offset]].push_back({file, offset});
  }
  std::vector<Best> best(sample.size());
  for (const std::filesystem::path& path : paths) {
    const std::string other = ReadAll(path);
    // For each file of the sample: which of its windows occur in this one, and which of this one's in it.
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> in_sample, in_other;
    const std::vector<std::uint64_t> windows = WindowsOf(other);
    std::unordered_map<std::uint64_t, bool> seen;
    for (std::uint32_t offset = 0; offset < windows.size(); ++offset) {
      const auto known = places.find(windows[offset]);
      if (known == places.end()) continue;
      const bool first = seen.emplace(windows[offset], true).second;
      std::uint32_t last = ~0u;
      for (const Place& place : known->second) {
        if (first) in_sample[place.file].push_back(place.offset);
        if (place.file != last) in_other[place.file].push_back(offset);
        last = place.file;
      }
    }
    for (auto& [file, offsets] : in_sample) {
      if (other == bytes[file]) continue;
      const double of_a = double(Covered(&offsets)) / double(bytes[file].size());
      const double of_b = double(Covered(&in_other[file])) / double(other.size());
      Best& known = best[file];
      if (std::min(of_a, of_b) > std::min(known.of_a, known.of_b)) known = {path, of_a, of_b};
    }
  }
  for (std::size_t file = 0; file < sample.size(); ++file) {
    std::cout << sample[file].string() << '\t' << best[file].path.string() << '\t' << best[file].of_a << '\t'
              << best[file].of_b << '\n';
  }
}

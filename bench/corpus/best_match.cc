// The best match of some files of a tree, by exact comparison with every other file of it: for each of the
// sample the files B with the largest smaller share, min(of_a, of_b), and those within a point of it, where
// of_a is the share of A's bytes in runs of 50 bytes or more that occur in B. Independent of Kindred's code,
// so that bench/corpus/best_match.py can check with it whether find lists that pair.
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
#include <utility>
#include <vector>

namespace {

constexpr std::size_t kWindow = 50;
constexpr double kTie = 0.01;  // shares that are as good as each other

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

struct Match {
  std::filesystem::path path;
  double of_a = 0;
  double of_b = 0;
  double Both() const { return std::min(of_a, of_b); }
};

// The windows of the sample.
struct Window {
  std::vector<Place> places;
  std::uint32_t seen_in = ~0u;  // the last file of the tree that has it
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
  std::unordered_map<std::uint64_t, Window> windows;
  for (std::uint32_t file = 0; file < sample.size(); ++file) {
    bytes.push_back(ReadAll(sample[file]));
    const std::vector<std::uint64_t> hashes = WindowsOf(bytes.back());
    for (std::uint32_t offset = 0; offset < hashes.size(); ++offset)
      windows[hashes[offset]].places.push_back({file, offset});
  }
  // For each file of the sample: which of its windows occur in the other, and which of the other's in it.
  std::vector<std::vector<std::uint32_t>> in_sample(sample.size()), in_other(sample.size());
  std::vector<std::vector<Match>> matches(sample.size());
  for (std::uint32_t number = 0; number < paths.size(); ++number) {
    const std::string other = ReadAll(paths[number]);
    const std::vector<std::uint64_t> hashes = WindowsOf(other);
    for (std::uint32_t offset = 0; offset < hashes.size(); ++offset) {
      const auto known = windows.find(hashes[offset]);
      if (known == windows.end()) continue;
      const bool first = std::exchange(known->second.seen_in, number) != number;
      std::uint32_t last = ~0u;
      for (const Place& place : known->second.places) {
        if (first) in_sample[place.file].push_back(place.offset);
        if (place.file != last) in_other[place.file].push_back(offset);
        last = place.file;
      }
    }
    for (std::size_t file = 0; file < sample.size(); ++file) {
      if (in_sample[file].empty()) continue;
      Match match{paths[number], double(Covered(&in_sample[file])) / double(bytes[file].size()),
                  double(Covered(&in_other[file])) / double(other.size())};
      in_sample[file].clear();
      in_other[file].clear();
      if (other == bytes[file]) continue;
      std::vector<Match>& known = matches[file];
      if (!known.empty() && match.Both() < known.front().Both() - kTie) continue;
      known.push_back(std::move(match));
      std::sort(known.begin(), known.end(),
                [](const Match& x, const Match& y) { return x.Both() > y.Both(); });
      while (known.back().Both() < known.front().Both() - kTie) known.pop_back();
    }
  }
  for (std::size_t file = 0; file < sample.size(); ++file) {
    for (const Match& match : matches[file]) {
      std::cout << sample[file].string() << '\t' << match.path.string() << '\t' << match.of_a << '\t'
                << match.of_b << '\n';
    }
  }
}

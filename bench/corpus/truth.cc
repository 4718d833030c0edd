// The true containment of every pair of files below a directory, by brute force over all 50-byte windows:
// of_a is the share of A's window positions whose bytes occur anywhere in B. Independent of Kindred's code,
// so that bench/corpus/accuracy.py can check Kindred with it. Cost: sorts all windows of all files (16 bytes
// each), then n^2 per window that n files share: for samples only.
#include <xxhash.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr std::size_t kWindow = 50;
constexpr double kSmallest = 0.05;  // pairs below this in both directions are not printed

// A window's hash, one of the files it occurs in, and at how many positions.
struct Occurrence {
  std::uint64_t hash;
  std::uint32_t file;
  std::uint32_t count;
};

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    std::cerr << "truth: cannot read " << path << "\n";
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Appends the distinct windows of one file and returns its number of positions.
std::uint32_t AddWindows(const std::string& bytes, std::uint32_t file, std::vector<Occurrence>& out) {
  if (bytes.size() < kWindow) return 0;
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i + kWindow <= bytes.size(); ++i) {
    hashes.push_back(XXH3_64bits(bytes.data() + i, kWindow));
  }
  std::sort(hashes.begin(), hashes.end());
  for (auto first = hashes.begin(); first != hashes.end();) {
    const auto last = std::upper_bound(first, hashes.end(), *first);
    out.push_back({*first, file, static_cast<std::uint32_t>(last - first)});
    first = last;
  }
  return static_cast<std::uint32_t>(hashes.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: bench_truth DIRECTORY   (tab-separated lines: a, b, of_a, of_b)\n";
    return 2;
  }
  const std::filesystem::path root = argv[1];
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());

  std::vector<Occurrence> occurrences;
  std::vector<std::uint32_t> positions;
  for (const auto& path : paths) {
    positions.push_back(AddWindows(ReadAll(path), static_cast<std::uint32_t>(positions.size()), occurrences));
  }
  std::sort(occurrences.begin(), occurrences.end(),
            [](const Occurrence& x, const Occurrence& y) { return x.hash < y.hash; });

  // shared[a * n + b]: positions of A whose window occurs in B.
  const std::size_t n = paths.size();
  std::vector<std::uint32_t> shared(n * n);
  for (auto first = occurrences.begin(); first != occurrences.end();) {
    auto last = first;
    while (last != occurrences.end() && last->hash == first->hash) ++last;
    for (auto a = first; a != last; ++a) {
      for (auto b = first; b != last; ++b) shared[a->file * n + b->file] += a->count;
    }
    first = last;
  }

  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      const double of_a = positions[a] ? double(shared[a * n + b]) / positions[a] : 0;
      const double of_b = positions[b] ? double(shared[b * n + a]) / positions[b] : 0;
      if (std::max(of_a, of_b) < kSmallest) continue;
      std::cout << paths[a].lexically_relative(root).string() << '\t'
                << paths[b].lexically_relative(root).string() << '\t' << of_a << '\t' << of_b << '\n';
    }
  }
}

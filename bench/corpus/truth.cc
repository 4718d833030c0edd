// What every two files below a directory truly share, by brute force over all 50-byte windows: of_a is the
// share of A's bytes that lie in runs of 50 bytes or more which occur anywhere in B, but for trivial bytes at
// the ends of such a stretch (docs/inside/matching.md). Independent of Kindred's code, so that
// bench/corpus/accuracy.py can check Kindred with it. Cost: sorts all windows of all files (16 bytes each),
// then n steps for each window of a file that n files share, and n^2 numbers: for samples only.
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

// A window's hash, and a file that it occurs in.
struct Occurrence {
  std::uint64_t hash;
  std::uint32_t file;
  bool operator<(const Occurrence& other) const {
    return hash != other.hash ? hash < other.hash : file < other.file;
  }
  bool operator==(const Occurrence&) const = default;
};

std::string ReadAll(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    std::cerr << "truth: cannot read " << path << "\n";
    std::exit(1);
  }
  return {std::istreambuf_iterator<char>(stream), {}};
}

// By position.
std::vector<std::uint64_t> WindowsOf(const std::string& bytes) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t i = 0; i + kWindow <= bytes.size(); ++i)
    hashes.push_back(XXH3_64bits(bytes.data() + i, kWindow));
  return hashes;
}

// Fewer than a quarter of its bytes differ from those 1, 4 or 8 before.
bool IsTrivial(const char* window) {
  for (const std::size_t period : {1, 4, 8}) {
    std::size_t changes = 0;
    for (std::size_t i = period; i < kWindow; ++i) changes += window[i] != window[i - period];
    if (changes < kWindow / 4) return true;
  }
  return false;
}

// A stretch of A that a file shares, as far as it is known.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::uint64_t first_telling = 0;  // where the first window begins that is not trivial
  std::uint64_t last_telling = 0;   // where the last one ends; 0: there is no such window

  std::uint64_t Counted(std::uint64_t size) const {
    if (last_telling == 0) return 0;
    return (end == size ? end : last_telling) - (begin == 0 ? 0 : first_telling);
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: bench_truth DIRECTORY   (tab-separated lines: a, b, of_a, of_b, shared bytes of a, "
                 "of b)\n";
    return 2;
  }
  const std::filesystem::path root = argv[1];
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());

  const std::size_t n = paths.size();
  std::vector<std::vector<std::uint64_t>> windows;
  std::vector<std::vector<bool>> trivial;
  std::vector<std::uint64_t> sizes;
  std::vector<Occurrence> occurrences;
  for (std::uint32_t file = 0; file < n; ++file) {
    const std::string bytes = ReadAll(paths[file]);
    sizes.push_back(bytes.size());
    windows.push_back(WindowsOf(bytes));
    trivial.emplace_back();
    for (std::size_t at = 0; at + kWindow <= bytes.size(); ++at)
      trivial.back().push_back(IsTrivial(bytes.data() + at));
    std::vector<std::uint64_t> distinct = windows.back();
    std::sort(distinct.begin(), distinct.end());
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    for (std::uint64_t hash : distinct) occurrences.push_back({hash, file});
  }
  std::sort(occurrences.begin(), occurrences.end());

  // shared[a * n + b]: bytes of A in runs that occur in B.
  std::vector<std::uint64_t> shared(n * n);
  for (std::size_t a = 0; a < n; ++a) {
    std::vector<Stretch> stretches(n);
    for (std::size_t at = 0; at < windows[a].size(); ++at) {
      const std::uint64_t hash = windows[a][at];
      auto place = std::lower_bound(occurrences.begin(), occurrences.end(), Occurrence{hash, 0});
      for (; place != occurrences.end() && place->hash == hash; ++place) {
        Stretch& stretch = stretches[place->file];
        if (at > stretch.end) {
          shared[a * n + place->file] += stretch.Counted(sizes[a]);
          stretch = {at, at, 0, 0};
        }
        stretch.end = at + kWindow;
        if (trivial[a][at]) continue;
        if (stretch.last_telling == 0) stretch.first_telling = at;
        stretch.last_telling = at + kWindow;
      }
    }
    for (std::size_t b = 0; b < n; ++b) shared[a * n + b] += stretches[b].Counted(sizes[a]);
  }

  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      const double of_a = sizes[a] ? double(shared[a * n + b]) / double(sizes[a]) : 0;
      const double of_b = sizes[b] ? double(shared[b * n + a]) / double(sizes[b]) : 0;
      if (std::max(of_a, of_b) < kSmallest || windows[a] == windows[b]) continue;
      std::cout << paths[a].lexically_relative(root).string() << '\t'
                << paths[b].lexically_relative(root).string() << '\t' << of_a << '\t' << of_b << '\t'
                << shared[a * n + b] << '\t' << shared[b * n + a] << '\n';
    }
  }
}

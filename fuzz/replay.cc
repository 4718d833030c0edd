// Runs a fuzz target without libFuzzer: over the files named (or in the directories named), and over seeded
// mutations of them, the same in every run. Any crash, sanitizer report or escaped exception is a failure.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes ReadFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// One to four small changes: bits, numbers that parsers trip over, cuts, repeats, pieces of another seed.
Bytes Mutate(Bytes bytes, const std::vector<Bytes>& seeds, std::mt19937_64& random) {
  for (std::uint64_t changes = 1 + random() % 4; changes > 0; --changes) {
    if (bytes.empty()) return bytes;
    const auto at = static_cast<std::ptrdiff_t>(random() % bytes.size());
    const Bytes& other = seeds[random() % seeds.size()];
    switch (random() % 7) {
      case 0:
        bytes[at] ^= static_cast<std::uint8_t>(1 << random() % 8);
        break;
      case 1:
        bytes[at] = static_cast<std::uint8_t>(random() % 2 ? 0xff : random());
        break;
      case 2:
        for (std::ptrdiff_t i = at; i < std::ssize(bytes) && i < at + 8; ++i)
          bytes[i] = random() % 2 ? 0xff : 0;
        break;
      case 3:
        bytes.resize(static_cast<std::size_t>(at));
        break;
      case 4:
        bytes.erase(
            bytes.begin() + at,
            bytes.begin() + std::min(at + 1 + static_cast<std::ptrdiff_t>(random() % 9), std::ssize(bytes)));
        break;
      case 5:
        bytes.insert(bytes.begin() + at, 1 + random() % 9, static_cast<std::uint8_t>(random()));
        break;
      default:
        if (other.empty()) break;
        for (std::size_t i = random() % other.size(), n = 0; i < other.size() && n < 40; ++i, ++n) {
          if (at + static_cast<std::ptrdiff_t>(n) < std::ssize(bytes)) bytes[at + n] = other[i];
        }
    }
  }
  return bytes;
}

}  // namespace

int main(int count, char** arguments) {
  std::uint64_t mutations = 0;
  std::vector<Bytes> seeds;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--mutations" && i + 1 < count) {
      mutations = std::strtoull(arguments[++i], nullptr, 10);
    } else if (std::filesystem::is_directory(argument)) {
      std::set<std::filesystem::path> paths;  // sorted, so that the mutations are the same everywhere
      for (const auto& entry : std::filesystem::directory_iterator(argument)) paths.insert(entry.path());
      for (const auto& path : paths) seeds.push_back(ReadFile(path));
    } else {
      seeds.push_back(ReadFile(argument));
    }
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "usage: %s [--mutations N] FILE_OR_DIRECTORY...\n", arguments[0]);
    return 2;
  }
  for (const Bytes& seed : seeds) LLVMFuzzerTestOneInput(seed.data(), seed.size());
  std::mt19937_64 random(1993);
  for (std::uint64_t i = 0; i < mutations; ++i) {
    Bytes bytes = Mutate(seeds[random() % seeds.size()], seeds, random);
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
  }
  std::printf("%zu seeds, %llu mutations\n", seeds.size(), static_cast<unsigned long long>(mutations));
  return 0;
}

// bench_generate: writes the marks of N made-up files straight into an index, so that large matches
// can be measured without the files. Always the same for the same N and seed.
//
// After HP's repositories (Forman et al. 2005, sections 2.5 and 3): files of some 12 chunks of 1 KB.
//   families  nine of ten documents are unrelated; the others are in families of versions with sizes by a
//   power
//             law. Half of the families are copies of one original with changes of their own, half are rows
//             of versions, each made from the one before. Members, or neighbours, share 30 to 95 %. A
//             family's members lie anywhere in the tree.
//   copies    every twentieth file has the bytes of another (section 2.4)
//   licences  30 texts of one to three chunks. Of files with 12 chunks or more, which a licence alone does
//             not make similar, 5 % have the most common, 5/n % the n-th
//   sites     a third of all stretches of 20,000 files share the one or two chunks of a page frame
//   quotes    two files of a hundred hold a chunk of a passage that some eight files have: these join
//             families that have nothing else to do with each other, as real files do
// Memory: 4 bytes a file, and one round of 2 million files. Written by the index's own writer, one segment a
// round, as a scan writes rounds that fit its memory.
//
// Usage: bench_generate FILES INDEX [SEED]. Root of the tree: /archive. Method: chunks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "index/store/store.h"
#include "tree/methods/make_method.h"
#include "tree/methods/stored_method.h"

namespace kindred {
namespace {

constexpr std::uint64_t kFilesPerRound = std::uint64_t{1} << 21;
constexpr std::uint64_t kFilesPerDirectory = 40;
constexpr std::uint64_t kFilesPerSite = 20'000;
constexpr std::uint64_t kLicences = 30;
constexpr std::uint32_t kLargestFamily = 1000;

// A number that depends on all of these and nothing else.
std::uint64_t Mix(std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0, std::uint64_t d = 0) {
  std::uint64_t x = a;
  for (std::uint64_t next : {b, c, d}) {
    x += 0x9e3779b97f4a7c15 + next;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    x ^= x >> 31;
  }
  return x;
}

double Share(std::uint64_t mixed) { return static_cast<double>(mixed >> 11) * 0x1p-53; }

// What a key is about, so that keys of different things never meet by their numbers.
enum class Of : std::uint64_t { kFamily, kSize, kKind, kChange, kPiece, kLicence, kSite, kQuote, kName };

class Generator {
 public:
  Generator(std::uint64_t files, std::uint64_t seed) : files_(files), seed_(seed) {
    // Neighbours in a family are scattered over the tree by a step that meets every file once.
    step_ = static_cast<std::uint64_t>(static_cast<double>(files) * 0.6180339887) | 1;
    while (std::gcd(step_, files) != 1) step_ += 2;
    family_of_.resize(files);
    for (std::uint64_t first = 0; first < files;) {
      const std::uint64_t size = std::min<std::uint64_t>(FamilySize(first), files - first);
      for (std::uint64_t i = 0; i < size; ++i) family_of_[first + i] = static_cast<std::uint32_t>(first);
      first += size;
    }
  }

  struct Piece {
    std::uint64_t key;
    std::uint32_t length;
  };

  // The chunks of file `file`.
  void PiecesOf(std::uint64_t file, std::vector<Piece>* pieces) const {
    pieces->clear();
    const std::uint64_t position = file * step_ % files_;
    const std::uint64_t family = family_of_[position];
    const std::uint64_t version = position - family;
    // Sizes are log-normal about 10 chunks.
    const double normal = std::sqrt(-2 * std::log(1 - Share(At(Of::kSize, family)))) *
                          std::cos(6.2831853 * Share(At(Of::kSize, family, 1)));
    const auto count = static_cast<std::uint64_t>(std::clamp(10 * std::exp(0.6 * normal), 2.0, 200.0));
    const double alike = 0.3 + 0.65 * Share(At(Of::kKind, family));
    const bool row = At(Of::kKind, family, 1) % 2 == 0;
    for (std::uint64_t i = 0; i < count; ++i)
      pieces->push_back(PieceAt(OriginOf(family, version, i, alike, row), family, i));
    const std::uint64_t name = At(Of::kName, file);
    double share = Share(name);
    for (std::uint64_t licence = 1; count >= 12 && licence <= kLicences; ++licence) {
      if ((share -= 0.05 / static_cast<double>(licence)) >= 0) continue;
      for (std::uint64_t i = 0; i <= licence % 3; ++i)
        pieces->push_back(PieceOf(At(Of::kLicence, licence, i)));
      break;
    }
    const std::uint64_t site = file / kFilesPerSite;
    if (At(Of::kSite, site) % 3 == 0) {
      for (std::uint64_t i = 0; i <= site % 2; ++i) pieces->push_back(PieceOf(At(Of::kSite, site, i + 1)));
    }
    if (Mix(name, 1) % 50 == 0) {
      const std::uint64_t passages = std::max<std::uint64_t>(1, files_ / 50 / 8);
      pieces->push_back(PieceOf(At(Of::kQuote, Mix(name, 2) % passages)));
    }
  }

 private:
  std::uint64_t At(Of what, std::uint64_t a, std::uint64_t b = 0) const {
    return Mix(seed_ << 8 | static_cast<std::uint64_t>(what), a, b);
  }

  std::uint32_t FamilySize(std::uint64_t first) const {
    if (Share(At(Of::kFamily, first)) < 0.9) return 1;
    const double size = 2 * std::pow(1 - Share(At(Of::kFamily, first, 1)), -1 / 2.5);
    return static_cast<std::uint32_t>(std::min<double>(size, kLargestFamily));
  }

  // The version that piece i of a version comes from: in a row of versions the last one that changed it, else
  // itself or the original.
  std::uint64_t OriginOf(std::uint64_t family, std::uint64_t version, std::uint64_t i, double alike,
                         bool row) const {
    const double kept = row ? alike : std::sqrt(alike);
    for (std::uint64_t origin = version; origin > 0; --origin) {
      if (Share(At(Of::kChange, family * 1024 + origin, i)) >= kept) return origin;
      if (!row) return 0;
    }
    return 0;
  }

  Piece PieceAt(std::uint64_t origin, std::uint64_t family, std::uint64_t i) const {
    return PieceOf(At(Of::kPiece, family * 1024 + origin, i));
  }

  // Lengths as TTTD's: 460 to 2,800, 1,015 on average.
  static Piece PieceOf(std::uint64_t key) {
    const double length = std::min(460 - 600 * std::log(1 - Share(Mix(key, 1))), 2800.0);
    return {Mix(key), static_cast<std::uint32_t>(length)};
  }

  std::uint64_t files_;
  std::uint64_t seed_;
  std::uint64_t step_;
  std::vector<std::uint32_t> family_of_;  // by position: where its family begins
};

// Sorted as the files are: a site, its years, their parts.
std::string DirectoryOf(std::uint64_t file) {
  const std::uint64_t directory = file % kFilesPerSite / kFilesPerDirectory;
  return fmt::format("/archive/site-{:04}/{}/part-{:02}", file / kFilesPerSite, 1998 + directory / 25,
                     directory % 25);
}

std::string NameOf(std::uint64_t file) {
  static constexpr const char* kSuffixes[] = {"html", "html", "txt", "pdf", "doc", "html"};
  return fmt::format("document-{:08}.{}", file, kSuffixes[Mix(file) % 6]);
}

// Writes one round of files.
void WriteRound(const Generator& generator, const index::StoredMethod& method, std::uint64_t first,
                std::uint64_t last, index::IndexWriter& writer) {
  std::vector<index::Posting> postings;
  std::vector<index::CoveredContent> covered;
  std::vector<Generator::Piece> pieces;
  std::vector<std::pair<ContentId, std::uint64_t>>
      recent;  // contents with their sizes, for copies to choose from
  for (std::uint64_t file = first; file < last; ++file) {
    const std::int64_t time = 1'000'000'000'000'000'000 + static_cast<std::int64_t>(Mix(file, 3) >> 4);
    index::StoredEntry stored{{NameOf(file), 1, file + 100, 0, time, time}, 0};
    if (file % 20 == 19 && !recent.empty()) {
      std::tie(stored.content, stored.entry.size) = recent[Mix(file, 4) % recent.size()];
    } else {
      stored.content = writer.NewContentId();
      generator.PiecesOf(file, &pieces);
      for (const Generator::Piece& piece : pieces) {
        postings.push_back({piece.key, stored.content, piece.length});
        stored.entry.size += piece.length;
      }
      covered.push_back({stored.content, 0});
      if (recent.size() < 1000) recent.emplace_back();
      recent[file % recent.size()] = {stored.content, stored.entry.size};
      writer.catalog().PutContent({stored.content,
                                   stored.entry.size,
                                   {Mix(file, 5), Mix(file, 6)},
                                   ContentType::kText,
                                   MediaType::kHtml});
    }
    writer.catalog().PutEntry(DirectoryOf(file), stored);
  }
  std::ranges::sort(postings, [](const index::Posting& a, const index::Posting& b) {
    return a.key != b.key ? a.key < b.key : a.content < b.content;
  });
  writer.AddSegment(method, covered, postings);
  fmt::print("{} files, {} marks\n", last, postings.size());
  std::fflush(stdout);
  writer.Commit();
}

int Run(std::uint64_t files, const std::string& index, std::uint64_t seed) {
  const Generator generator(files, seed);
  const index::StoredMethod method = tree::ToStored(*tree::MethodFrom("chunks"));
  const auto writer = index::IndexWriter::Open(base::PosixFileSystem(), index);
  for (std::uint64_t first = 0; first < files; first += kFilesPerRound)
    WriteRound(generator, method, first, std::min(files, first + kFilesPerRound), *writer);
  return 0;
}

}  // namespace
}  // namespace kindred

int main(int count, char** arguments) {
  if (count < 3) {
    fmt::print(stderr, "usage: bench_generate FILES INDEX [SEED]\n");
    return 2;
  }
  return kindred::Run(std::strtoull(arguments[1], nullptr, 10), arguments[2],
                      count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1);
}

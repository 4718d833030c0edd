// An answer made up for tests: one item of each kind, and as many more as asked for.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "answer/answer.h"
#include "http/times.h"

namespace kindred::server {

inline std::int64_t MadeTime(const std::string& date) { return ParseTime(date).value(); }
inline std::string MadeDigest(std::uint64_t number) { return fmt::format("{:032x}", number + 1); }

// What lies below a root as typed, and where that is.
inline TypedPaths PathsBelow(const std::string& typed, const std::string& absolute) {
  return TypedPaths(std::vector<std::pair<std::string, std::string>>{{typed, absolute}});
}

// Items, by value: copies of copy.bin (2000), the family of three reports (720 + 630; the newest is r3), the
// folders x and y (1500), the contained small.md (100), and one inside.
inline std::shared_ptr<const Answer> MadeAnswer(std::size_t more = 0) {
  AnswerBuilder builder(PathsBelow("t", "/made/t"));
  Summary summary;
  summary.roots = {"t"};
  builder.On(summary);
  IdenticalSet copies{.size = 1000, .digest = MadeDigest(1), .files = {}, .total_files = 3};
  copies.files = {{"t/x/copy.bin", MadeTime("2024-01-01")},
                  {"t/y/copy.bin", MadeTime("2024-01-03")},
                  {"t/z/copy.bin", MadeTime("2024-01-02")}};
  builder.On(copies);
  Family family{.id = "0000000f", .files = {}, .links = {}, .centre = {}};
  for (unsigned i = 1; i <= 3; ++i) {
    family.files.push_back({.path = fmt::format("t/docs/r{}.txt", i),
                            .size = 700 + 100 * i,
                            .with_centre = i == 2   ? 1.0
                                           : i == 1 ? 0.9
                                                    : 0.7,
                            .mtime = MadeTime(fmt::format("2025-0{}-01", i)),
                            .digest = MadeDigest(10 + i)});
  }
  family.links = {{.a = 0, .b = 1, .of_a = 0.9, .of_b = 0.8, .similarity = 0.9},
                  {.a = 1, .b = 2, .of_a = 0.7, .of_b = 0.6, .similarity = 0.7}};
  family.total_links = 2;
  family.centre = "t/docs/r2.txt";
  family.average = 0.8;
  family.weakest = 0.7;
  family.redundant = 720 + 630;  // of r1 and r2
  builder.On(family);
  builder.On(ContainedFile{.path = "t/small.md",
                           .in = "t/large.md",
                           .size = 100,
                           .size_in = 5000,
                           .share = 0.99,
                           .mtime = MadeTime("2025-04-01"),
                           .mtime_in = MadeTime("2025-05-01"),
                           .digest = MadeDigest(22),
                           .digest_in = MadeDigest(21)});
  builder.On(DirectoryPair{.a = "t/x",
                           .b = "t/y",
                           .files_a = 2,
                           .files_b = 3,
                           .size_a = 1500,
                           .size_b = 1600,
                           .of_a = 1,
                           .of_b = 0.9,
                           .similarity = 1,
                           .identical_files = 2});
  SameInside inside{.size = 50, .digest = MadeDigest(30), .files = {}, .total_files = 2};
  inside.files = {{"t/a.zip//b.txt"}, {"t/b.txt"}};
  builder.On(inside);
  for (std::size_t i = 0; i < more; ++i) {
    IdenticalSet set{.size = 1, .digest = MadeDigest(1000 + i), .files = {}, .total_files = 2};
    set.files = {{fmt::format("t/m/{}.txt", i)}, {fmt::format("t/n/{}.txt", i)}};
    builder.On(set);
  }
  return builder.Take();
}

}  // namespace kindred::server

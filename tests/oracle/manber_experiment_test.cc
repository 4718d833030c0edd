// Manber's experiment (1993, section 5): a C file of 30 KB, 300 random substitutions of 50 bytes with
// repetition, the one-against-all mode at a threshold of 5 %, among thousands of other files. Fifty times,
// each time the right file and only it. Manber reports similarities from 37 % to 62 %, 52 % on average.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred {
namespace {

using namespace testing_support;

// C-like text: statements from a small grammar, so that short runs repeat everywhere and 50-byte ones hardly.
std::string CText(std::size_t size, std::mt19937& random) {
  static const char* kWords[] = {"buffer", "count", "node",   "length", "state", "index",
                                 "result", "entry", "next",   "table",  "value", "flags",
                                 "offset", "limit", "parent", "child",  "queue", "size"};
  auto word = [&] { return std::string(kWords[random() % std::size(kWords)]); };
  std::string text;
  while (text.size() < size) {
    switch (random() % 6) {
      case 0:
        text += "  if (" + word() + "->" + word() + " < " + std::to_string(random() % 999) + ") {\n";
        break;
      case 1:
        text += "    " + word() + " = " + word() + "_" + word() + "(" + word() + ", " + word() + ");\n";
        break;
      case 2:
        text += "  for (" + word() + " = 0; " + word() + " < " + word() + "; ++" + word() + ")\n";
        break;
      case 3:
        text += "  return " + word() + " + " + word() + ";\n}\n\nstatic int " + word() + "_" + word() +
                "(void)\n{\n";
        break;
      case 4:
        text += "  /* " + word() + " the " + word() + " of the " + word() + " */\n";
        break;
      default:
        text += "    " + word() + "[" + word() + "] += " + std::to_string(random() % 4096) + ";\n  }\n";
        break;
    }
  }
  text.resize(size);
  return text;
}

// Made-up C has so few words that shorter windows occur everywhere.
constexpr const char* kAsSif = "fingerprints:window=50,rate=256";

TEST(ManberExperiment, TheRightFileAndOnlyItEachTime) {
  std::mt19937 random(1993);
  const TempTree tree;
  for (int i = 0; i < 4000; ++i) {
    tree.Write("d" + std::to_string(i / 100) + "/f" + std::to_string(i) + ".c",
               CText(2000 + random() % 26000, random));
  }
  const std::string original = CText(30 * 1024, random);
  tree.Write("d7/original.c", original);
  SilentObserver observer;
  Index index(tree.index());
  {
    RecordingSink sink;
    ScanOptions options;
    options.walk.roots = {tree.root()};
    options.methods = {kAsSif};
    index.Scan(options, sink, observer);
  }
  QueryOptions options;
  options.method = kAsSif;
  options.match.minimum = 0.05;
  double least = 1, most = 0, sum = 0;
  for (int run = 0; run < 50; ++run) {
    std::string changed = original;
    for (int i = 0; i < 300; ++i) {
      std::string noise(50, ' ');
      for (char& c : noise) c = static_cast<char>('!' + random() % 94);
      changed.replace(random() % (changed.size() - 50), 50, noise);
    }
    tree.Write("../query.c", changed);
    RecordingSink sink;
    index.Query(tree.Path("../query.c"), options, sink, observer);
    ASSERT_EQ(sink.matches.size(), 1u) << "run " << run;
    EXPECT_EQ(sink.matches[0].path, std::filesystem::canonical(tree.Path("d7/original.c")).string());
    least = std::min(least, sink.matches[0].of_query);
    most = std::max(most, sink.matches[0].of_query);
    sum += sink.matches[0].of_query;
  }
  std::cout << "similarity in 50 runs: " << static_cast<int>(least * 100 + 0.5) << " % to "
            << static_cast<int>(most * 100 + 0.5) << " %, average " << static_cast<int>(sum * 2 + 0.5)
            << " % (Manber: 37 % to 62 %, average 52 %)\n";
}

}  // namespace
}  // namespace kindred

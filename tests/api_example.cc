// A complete program on Kindred's C++ API: scans a directory, prints its similar files, and asks for the
// files similar to one of them.
//   api_example INDEX DIRECTORY FILE
#include <cstdio>

#include "kindred/kindred.h"

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: api_example INDEX DIRECTORY FILE\n");
    return 2;
  }
  try {
    kindred::Index index(argv[1]);
    kindred::FindOptions options;
    options.scan.walk.roots = {argv[2]};
    options.match.minimum = 0.5;
    options.pairs = true;
    // With a sink instead, pairs are pushed as they are found, and not kept in memory.
    kindred::Observer observer;
    auto printer = kindred::Receive([](const kindred::FilePair& pair) {
      std::printf("%3.0f%% of %s is also in %s\n", 100 * pair.of_a, pair.a.c_str(), pair.b.c_str());
    });
    index.Find(options, printer, observer);

    options.rescan = false;
    const kindred::FindResult found = index.Find(options);
    std::printf("%zu families in %llu files\n", found.families.size(),
                static_cast<unsigned long long>(found.summary.files));

    // One open state of the index for many queries.
    const kindred::Snapshot snapshot = kindred::Snapshot::Open(argv[1]);
    for (const kindred::Match& match : snapshot.Query(argv[3]).matches)
      std::printf("%3.0f%% of the query is also in %s\n", 100 * match.of_query, match.path.c_str());
  } catch (const kindred::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 4;
  }
}

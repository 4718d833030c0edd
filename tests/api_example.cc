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
    auto printer = kindred::Receive(
        [](const kindred::FilePair& pair) {
          std::printf("%3.0f%% of %s is also in %s\n", 100 * pair.of_a, pair.a.c_str(), pair.b.c_str());
        },
        [](const kindred::Match& match) {
          std::printf("%3.0f%% of the query is also in %s\n", 100 * match.of_query, match.path.c_str());
        });
    kindred::Observer observer;

    kindred::FindOptions find;
    find.scan.walk.roots = {argv[2]};
    find.match.minimum = 0.5;
    find.pairs = true;
    index.Find(find, printer, observer);

    index.Query(argv[3], {}, printer, observer);
  } catch (const kindred::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 4;
  }
}

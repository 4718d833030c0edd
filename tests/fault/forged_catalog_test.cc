// A forged catalog, with good checksums: any answer may come of it, or an Error, but nothing else: no crash,
// no hang, no exception of another kind, and no excessive memory.
#include <gtest/gtest.h>

#include <random>

#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/forge.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"
#include "tests/rounds.h"

namespace kindred {
namespace {

TEST(ForgedCatalog, GivesAnswersOrErrors) {
  MemoryFileSystem sound;
  int commits = 0;
  RunSession(sound, "/index", &commits);
  std::mt19937 random(1);
  for (unsigned round = 0; round < Rounds(1500); ++round) {
    SCOPED_TRACE(round);
    const auto files = sound.Copy();
    ForgeCatalog(*files, "/index", [&](std::vector<std::uint8_t>* bytes) { ChangeAnything(random, bytes); });
    EXPECT_NO_THROW(AskEverything(*files, "/index"));
    try {
      index::CheckIndex(*files, "/index");
    } catch (const Error&) {
    }
    try {
      WriteOnceMoreAndFindStrays(*files, "/index");
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace kindred

// Programs compiled here: what one more function changes of their code, and what it does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unordered_set>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;

// The part of b's 50-byte windows that occur in a, too.
double Shared(const std::string& a, const std::string& b) {
  constexpr std::size_t kWindow = 50;
  std::unordered_set<std::string_view> windows;
  for (std::size_t i = 0; i + kWindow <= a.size(); ++i)
    windows.insert(std::string_view(a).substr(i, kWindow));
  std::size_t shared = 0;
  std::size_t all = 0;
  for (std::size_t i = 0; i + kWindow <= b.size(); ++i, ++all)
    shared += windows.contains(std::string_view(b).substr(i, kWindow));
  return all == 0 ? 0 : static_cast<double>(shared) / static_cast<double>(all);
}

// Functions that call each other and print constants; `seed` makes other programs of the same kind.
std::string Code(unsigned seed, bool one_more) {
  std::mt19937 random(seed);
  std::string code = "#include <stdio.h>\n#include <string.h>\n#include <math.h>\nextern int table[];\n";
  if (one_more)
    code +=
        "__attribute__((noinline)) int added(int x) { puts(\"a new message\"); return x * 77 + table[3]; }\n";
  for (int i = 0; i < 60; ++i) {
    code += "__attribute__((noinline)) int f" + std::to_string(i) + "(int x, char* s) {\n  int sum = x;\n";
    for (int line = 0; line < 8; ++line) {
      const std::string n = std::to_string(random() % 100000);
      switch (random() % 5) {
        case 0:
          code += "  printf(\"message " + n + " of %d\\n\", sum);\n";
          break;
        case 1:
          code += "  for (int k = 0; k < (x & 31); ++k) sum += table[k] * " + n + ";\n";
          break;
        case 2:
          code += "  if (sum % " + n + "u == 7) sum ^= strlen(s) + " + n + ";\n";
          break;
        case 3:
          code += "  sum = (sum << " + std::to_string(random() % 7 + 1) + ") - (x / " + n + "u);\n";
          break;
        default:
          if (i > 0) code += "  sum += f" + std::to_string(random() % i) + "(sum + " + n + ", s);\n";
      }
    }
    code += "  return sum;\n}\n";
  }
  return code + "int table[64] = {1, 2, 3};\nint main(int c, char** v) { return " +
         (one_more ? "added(c) + " : "") + "f59(c, v[0]); }\n";
}

class Binaries : public testing::Test {
 protected:
  Looked Compiled(const std::string& name, const std::string& code, const std::string& flags = "-O1") {
    files_.Write(name + ".c", code);
    files_.Run("gcc -w " + flags + " -o " + name + " " + name + ".c");
    Looked looked = files_.Look(pool_, name);
    EXPECT_EQ(looked.type, ContainerType::kElf);
    EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << looked.result.reason;
    return looked;
  }
  MadeFiles files_;
  WorkerPool pool_{Programs()};
};

TEST_F(Binaries, OneMoreFunctionLeavesTheRestTheSame) {
  const Looked old = Compiled("old", Code(1, false));
  const Looked more = Compiled("more", Code(1, true));
  const Looked other = Compiled("other", Code(2, false));
  const double plain = Shared(files_.Read("old"), files_.Read("more"));
  const double code = Shared(old.parts.at(".text"), more.parts.at(".text"));
  const double unrelated = Shared(old.parts.at(".text"), other.parts.at(".text"));
  RecordProperty("shared",
                 std::to_string(plain) + " " + std::to_string(code) + " " + std::to_string(unrelated));
  EXPECT_LT(plain, 0.6);
  EXPECT_GT(code, 0.93);
  EXPECT_LT(unrelated, 0.05);
  EXPECT_EQ(old.kinds.at(".text"), PartKind::kCode);
  EXPECT_EQ(old.kinds.at(".rodata"), PartKind::kPayload);
  EXPECT_EQ(old.parts.count(".note.gnu.build-id"), 0u);
}

TEST_F(Binaries, ObjectsLibrariesAndOtherWidths) {
  const Looked object = Compiled("x.o", Code(1, false), "-O1 -c");
  const Looked again = Compiled("y.o", Code(1, true), "-O1 -c");
  EXPECT_GT(Shared(object.parts.at(".text"), again.parts.at(".text")), 0.93);
  const Looked library = Compiled("x.so", Code(1, false), "-O1 -shared -fPIC");
  EXPECT_GT(library.parts.at(".text").size(), 10000u);
}

TEST_F(Binaries, LyingHeadersAreNotFollowed) {
  Compiled("x", Code(1, false));
  const std::string good = files_.Read("x");
  std::mt19937_64 random(4);
  for (int i = 0; i < 300; ++i) {
    std::string bad = good;
    const bool table = i % 2 == 0;  // the file's header, or the table of sections at its end
    for (int change = 0; change < 4; ++change) {
      const std::size_t at = table ? bad.size() - 1 - random() % 2000 : 5 + random() % 59;
      bad[at] = static_cast<char>(random());
    }
    files_.Write("bad", bad);
    const Looked looked = files_.Look(pool_, "bad", {}, ContainerType::kElf);
    EXPECT_NE(looked.result.outcome, Extraction::Outcome::kCrashed) << i << ": " << looked.result.reason;
    EXPECT_NE(looked.result.outcome, Extraction::Outcome::kTimedOut) << i;
  }
}

}  // namespace
}  // namespace kindred::extract

// Files made to exhaust, mislead or crash programs that look into them (tests/make_trap): each ends at a
// limit or is refused, in its own worker, and the pool goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;
using Outcome = Extraction::Outcome;

struct Trap {
  const char* name;
  ContainerType type;
  std::vector<Outcome> outcomes;                               // any of these
  std::chrono::milliseconds time = std::chrono::seconds(100);  // of a busy machine
};

void PrintTo(const Trap& trap, std::ostream* out) { *out << trap.name; }

class Traps : public testing::TestWithParam<Trap> {};

TEST_P(Traps, EndAtTheirLimit) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a worker with a sanitizer has no limit on its memory";
#endif
  const Trap& trap = GetParam();
  MadeFiles files;
  files.Write("good.txt", "good");
  files.Run(std::string(KINDRED_SOURCE "/tests/make_trap ") + trap.name +
            " trap && zip -q good.zip good.txt");
  WorkerPool pool(Programs(1));
  if (!pool.Available(trap.type)) GTEST_SKIP() << pool.WhyNot(trap.type);
  const Limits limits = {.output_bytes = std::uint64_t{64} << 20, .time = trap.time};
  const Looked looked = files.Look(pool, "trap", limits, trap.type);
  EXPECT_THAT(trap.outcomes, testing::Contains(looked.result.outcome))
      << static_cast<int>(looked.result.outcome) << " " << looked.result.reason;
  std::uint64_t bytes = 0;
  for (const auto& [name, part] : looked.parts) bytes += part.size();
  EXPECT_LE(bytes, limits.output_bytes);
  EXPECT_EQ(files.Look(pool, "good.zip").parts.at("good.txt"), "good");
}

INSTANTIATE_TEST_SUITE_P(
    Of, Traps,
    testing::Values(
        Trap{"gz_zeros", ContainerType::kGzip, {Outcome::kLimit}},
        Trap{"gz_of_gz", ContainerType::kGzip, {Outcome::kLimit}},
        Trap{"quine", ContainerType::kGzip, {Outcome::kDone}},
        Trap{"forty_two", ContainerType::kZip, {Outcome::kDone, Outcome::kLimit}},
        Trap{"overlapping_zip", ContainerType::kZip, {Outcome::kDone}},
        Trap{"many_members", ContainerType::kGzip, {Outcome::kLimit}},
        Trap{"million_links", ContainerType::kGzip, {Outcome::kLimit}},
        Trap{"same_name", ContainerType::kGzip, {Outcome::kDone}},
        Trap{"sparse_terabyte", ContainerType::kTar, {Outcome::kLimit}},
        Trap{"long_names", ContainerType::kGzip, {Outcome::kDone}},
        Trap{"lying_sizes", ContainerType::kZip, {Outcome::kDone, Outcome::kRefused}},
        Trap{"billion_laughs", ContainerType::kOdt, {Outcome::kRefused}},
        Trap{"quadratic_xml", ContainerType::kOdt, {Outcome::kRefused}},
        Trap{"external_entity", ContainerType::kOdt, {Outcome::kRefused}},
        Trap{"deep_xml", ContainerType::kOdt, {Outcome::kDone, Outcome::kLimit}},
        Trap{"long_attribute", ContainerType::kOdt, {Outcome::kLimit}},
        Trap{"white_space", ContainerType::kOdt, {Outcome::kLimit}},
        Trap{"repeated_strings", ContainerType::kXlsx, {Outcome::kLimit}},
        Trap{"million_parts", ContainerType::kEml, {Outcome::kLimit, Outcome::kCrashed}},
        Trap{"deep_parts", ContainerType::kEml, {Outcome::kLimit, Outcome::kCrashed, Outcome::kDone}},
        Trap{"million_mails", ContainerType::kMbox, {Outcome::kLimit}},
        Trap{"long_header", ContainerType::kEml, {Outcome::kDone, Outcome::kLimit}},
        Trap{"elf_lies", ContainerType::kElf, {Outcome::kRefused}},
        Trap{"elf_relocations", ContainerType::kElf, {Outcome::kLimit, Outcome::kTimedOut}},
        Trap{"jpeg_segments", ContainerType::kJpeg, {Outcome::kLimit, Outcome::kRefused}},
        Trap{"tiff_overlap", ContainerType::kTiff, {Outcome::kLimit}},
        Trap{"pdf_page_loop", ContainerType::kPdf, {Outcome::kRefused}},
        Trap{"pdf_many_pages", ContainerType::kPdf, {Outcome::kLimit}},
        Trap{"pdf_form_loop", ContainerType::kPdf, {Outcome::kDone}},
        Trap{"pdf_bomb", ContainerType::kPdf, {Outcome::kTimedOut}, std::chrono::seconds(1)}),
    [](const auto& trap) { return std::string(trap.param.name); });

}  // namespace
}  // namespace kindred::extract

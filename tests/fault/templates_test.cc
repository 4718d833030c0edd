// Templates are replaced atomically: whichever call fails, and whenever the power is lost, they are as before
// or as after.
#include "index/store/templates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/faulty_file_system.h"
#include "tests/fault/memory_file_system.h"

namespace kindred {
namespace {

using Fault = FaultyFileSystem::Fault;
using Calls = FaultyFileSystem::Calls;

const std::vector<index::StoredTemplate> kBefore = {{"a", "m/1;marks;48", "file a", {1, 2, 3}}};
const std::vector<index::StoredTemplate> kAfter = {{"a", "m/1;marks;48", "file a", {1, 2, 3}},
                                                   {"b", "m/1;marks;48", "file b", {4, 5}}};

TEST(TemplateFaults, AnyCallMayFail) {
  for (const Fault fault : {Fault::kFailOnce, Fault::kFailForever}) {
    for (const auto& target : {kAfter, std::vector<index::StoredTemplate>{}}) {
      int failures = 0;
      for (std::uint64_t at = 1;; ++at) {
        MemoryFileSystem memory;
        memory.MakeDirectories("/index");
        index::WriteTemplates(memory, "/index", kBefore);
        FaultyFileSystem files(memory, Calls::kChanges, fault, at);
        bool failed = false;
        try {
          index::WriteTemplates(files, "/index", target);
        } catch (const Error&) {
          failed = true;
        }
        const std::vector<index::StoredTemplate> now = index::ReadTemplates(memory, "/index");
        EXPECT_TRUE(now == kBefore || now == target) << at;
        EXPECT_TRUE(failed || now == target) << at;
        failures += failed;
        if (files.count() < at) break;
      }
      EXPECT_GE(failures, 2);
    }
  }
}

TEST(TemplateFaults, ThePowerMayGoAtAnyMoment) {
  MemoryFileSystem memory;
  memory.MakeDirectories("/index");
  index::WriteTemplates(memory, "/index", kBefore);
  FaultyFileSystem files(memory, Calls::kChanges, Fault::kNone, 0);
  int moments = 0;
  files.after_call = [&] {
    ++moments;
    for (PowerLoss loss : kPowerLosses) {
      const auto after = memory.AfterPowerLoss(loss);
      const std::vector<index::StoredTemplate> now = index::ReadTemplates(*after, "/index");
      EXPECT_TRUE(now == kBefore || now == kAfter) << moments << " " << static_cast<int>(loss);
    }
  };
  index::WriteTemplates(files, "/index", kAfter);
  files.after_call = nullptr;
  EXPECT_GE(moments, 4);
  for (PowerLoss loss : kPowerLosses)
    EXPECT_EQ(index::ReadTemplates(*memory.AfterPowerLoss(loss), "/index"), kAfter) << "a change was lost";
}

// The file that an interrupted writer left is known by its name, and the next writer removes it.
TEST(TemplateFaults, AHalfWrittenFileGoesWithTheNextWriter) {
  MemoryFileSystem memory;
  memory.MakeDirectories("/index");
  index::WriteTemplates(memory, "/index", kBefore);
  memory.Create("/index/templates.new")->Append(std::vector<std::uint8_t>{1, 2, 3});
  index::IndexWriter::Open(memory, "/index");
  EXPECT_FALSE(memory.Exists("/index/templates.new"));
  EXPECT_EQ(index::ReadTemplates(memory, "/index"), kBefore);
}

}  // namespace
}  // namespace kindred

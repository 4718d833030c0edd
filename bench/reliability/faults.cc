// reliability_faults [--every N] [--workers N] [--only NUMBER]: each job of the engine, with every call to
// the file system failing: once, from then on, or halfway through a write and from then on (which is what a
// killed process leaves). A job either reports an Error or the right result; the index is then as before or
// as after it; the job can be repeated; nothing is left behind.
//
// A case is one call of one job with one fault. Which there are is found out by counting the calls of each
// job.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "bench/reliability/campaign.h"
#include "bench/reliability/small_world.h"
#include "index/store/manifest.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/faulty_file_system.h"
#include "tests/fault/memory_file_system.h"
#include "tests/fault/session.h"

namespace kindred::reliability {
namespace {

using Calls = FaultyFileSystem::Calls;
using Fault = FaultyFileSystem::Fault;

enum Counted { kErrors, kUnharmed, kBefore, kAfter };
const std::vector<std::string> kNames = {"errors", "unharmed", "before", "after"};

struct Job {
  const char* name;
  std::string (SmallWorld::*act)(base::FileSystem&) const;
  const MemoryFileSystem* start;
};

struct Way {
  const char* name;
  Calls calls;
  Fault fault;
};
constexpr Way kWays[] = {{"a change fails once", Calls::kChanges, Fault::kFailOnce},
                         {"changes fail from here on", Calls::kChanges, Fault::kFailForever},
                         {"a write is done by half, then changes fail", Calls::kChanges, Fault::kFailHalfway},
                         {"a read fails once", Calls::kReads, Fault::kFailOnce},
                         {"reads fail from here on", Calls::kReads, Fault::kFailForever}};

// The tree has changed since the indexes were made, but for those of `now`.
struct Stage {
  Stage() {
    world.Scan(old);
    world.Scan(with_template);
    world.AddTemplate(with_template);
    world.ChangeTree();
    world.Scan(now);
    jobs = {{"first scan", &SmallWorld::Scan, &empty},
            {"scan", &SmallWorld::Scan, &old},
            {"find", &SmallWorld::Find, &old},
            {"find, nothing changed", &SmallWorld::Find, &now},
            {"find with a template", &SmallWorld::Find, &with_template},
            {"compare", &SmallWorld::Compare, &old},
            {"template add", &SmallWorld::AddTemplate, &now},
            {"template remove", &SmallWorld::RemoveTemplate, &with_template},
            {"query", &SmallWorld::Query, &now},
            {"export", &SmallWorld::ExportPool, &now},
            {"check", nullptr, &now}};
  }
  SmallWorld world;
  MemoryFileSystem empty, old, now, with_template;
  std::vector<Job> jobs;
};

std::string Do(const Stage& stage, const Job& job, base::FileSystem& files) {
  if (job.act != nullptr) return (stage.world.*job.act)(files);
  std::string problems;
  for (const std::string& problem : index::CheckIndex(files, SmallWorld::kIndex).problems)
    problems += problem + "\n";
  // What cannot be read is found by a check; that is its error.
  if (!problems.empty()) throw Error(ErrorKind::kFailed, problems);
  return "sound";
}

// The answer of an index that may not have been made yet.
std::string AnswerOf(const Stage& stage, MemoryFileSystem& files) {
  try {
    return stage.world.Answer(*files.Copy());
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kNotFound) return "there is no index";
    throw;
  }
}

struct Numbered {
  const Job* job;
  const Way* way;
  std::uint64_t call;
};

std::vector<Numbered> AllCases(const Stage& stage) {
  std::vector<Numbered> cases;
  for (const Job& job : stage.jobs) {
    for (const Way& way : kWays) {
      const auto memory = const_cast<MemoryFileSystem*>(job.start)->Copy();
      FaultyFileSystem files(*memory, way.calls, Fault::kNone, 0);
      Do(stage, job, files);
      for (std::uint64_t call = 1; call <= files.count(); ++call) cases.push_back({&job, &way, call});
    }
  }
  return cases;
}

std::string Try(const Stage& stage, const Numbered& numbered, Counts& counts) {
  const auto& [job, way, call] = numbered;
  const std::string what = fmt::format("{}, call {}: {}: ", job->name, call, way->name);
  auto* const start = const_cast<MemoryFileSystem*>(job->start);
  const std::string before = AnswerOf(stage, *start);
  const auto undisturbed = start->Copy();
  const std::string right = Do(stage, *job, *undisturbed);
  const std::string after = AnswerOf(stage, *undisturbed);

  const auto memory = start->Copy();
  FaultyFileSystem files(*memory, way->calls, way->fault, call);
  std::string result;
  bool failed = false;
  try {
    result = Do(stage, *job, files);
  } catch (const Error& error) {
    failed = true;
    if (std::string(error.what()).find("cannot ") == std::string::npos)
      return what + "what is this? " + error.what();
  }
  ++counts[failed ? kErrors : kUnharmed];
  if (!failed && result != right)
    return what + "no error, but another result:\n" + result + "\nright:\n" + right;
  if (files.repeated_syncs() > 0) return what + "a failed sync was repeated";
  std::string answer;
  try {
    answer = AnswerOf(stage, *memory);
  } catch (const Error& error) {
    return what + "the index is not readable: " + error.what();
  }
  if (answer != before && answer != after) return what + "neither before nor after:\n" + answer;
  if (!failed && answer != after) return what + "no error, but the index is as before";
  ++counts[answer == after ? kAfter : kBefore];
  if (memory->Exists(index::ManifestPath(SmallWorld::kIndex))) {
    for (const std::string& problem : index::CheckIndex(*memory, SmallWorld::kIndex).problems)
      return what + "the check: " + problem;
  }
  // A template that was added or removed is not there, or there, any more.
  if (answer == before || before == after) {
    if (const std::string again = Do(stage, *job, *memory); again != right)
      return what + "repeated, it gives another result:\n" + again + "\nright:\n" + right;
    if (AnswerOf(stage, *memory) != after) return what + "repeated, it leaves another index";
  }
  for (const std::string& name : WriteOnceMoreAndFindStrays(*memory, SmallWorld::kIndex)) {
    if (name != "pairs" && name != "shares") return what + "a stray after the next write: " + name;
  }
  return "";
}

}  // namespace
}  // namespace kindred::reliability

int main(int count, char** arguments) {
  using namespace kindred::reliability;
  std::vector<char*> words(arguments, arguments + count);
  std::uint64_t every = 1;  // every n-th case
  if (words.size() > 2 && std::string(words[1]) == "--every") {
    every = std::max(1ul, std::strtoul(words[2], nullptr, 10));
    words.erase(words.begin() + 1, words.begin() + 3);
  }
  char all[] = "1";
  words.insert(words.begin() + 1, all);
  Plan plan = PlanFromArguments("faults", static_cast<int>(words.size()), words.data());
  const bool one = plan.only_one;
  if (!one) plan.cases = AllCases(Stage()).size() / every;
  return Run(plan, kNames, [=] {
    auto stage = std::make_shared<Stage>();
    auto cases = std::make_shared<std::vector<Numbered>>(AllCases(*stage));
    return [stage, cases, one, every](std::uint64_t number, std::mt19937_64&, Counts& counts) {
      const std::uint64_t at = one ? number : number * every;
      return at < cases->size() ? Try(*stage, (*cases)[at], counts) : "there is no such case";
    };
  });
}

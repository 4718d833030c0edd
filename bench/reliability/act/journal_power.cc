// reliability_act_power STATES [--seed N] [--only SESSION]: power is lost after any change of a journal, and
// any part of what was not synced is lost, torn or zero. Whatever is left of a run can be read; every intent
// whose sync returned is there, none is there that was not written, and a run whose end was synced is known
// to be ended. The next run can be written.
#include <algorithm>
#include <memory>
#include <unordered_set>

#include "act/journal/journal.h"
#include "bench/reliability/campaign.h"
#include "kindred/error.h"
#include "tests/fault/faulty_file_system.h"
#include "tests/fault/memory_file_system.h"

namespace kindred::reliability {
namespace {

enum Counted { kDistinct, kDrawn, kMoments, kRunsRead };
const std::vector<std::string> kNames = {"states", "drawn", "moments", "runs_read"};
constexpr int kDraws = 12;  // at a moment
constexpr char kDirectory[] = "/index";

class PowerCase {
 public:
  explicit PowerCase(std::uint64_t wanted) : wanted_(wanted) {}

  std::string operator()(std::uint64_t, std::mt19937_64& random, Counts& counts) {
    MemoryFileSystem memory;
    FaultyFileSystem files(memory, FaultyFileSystem::Calls::kChanges, FaultyFileSystem::Fault::kNone, 0);
    known_.clear();
    std::string wrong;
    files.after_call = [&] {
      ++counts[kMoments];
      for (int draw = 0; draw < kDraws && wrong.empty() && counts[kDistinct] < wanted_; ++draw) {
        ++counts[kDrawn];
        const auto state = memory.AfterPowerLoss(random);
        std::uint64_t promised = 0;
        for (const Known& run : known_) promised = promised * 31 + run.synced * 2 + run.ended;
        if (!seen_.insert(state->Fingerprint() + promised).second) continue;
        ++counts[kDistinct];
        try {
          wrong = Examine(*state, counts);
        } catch (const Error& error) {
          wrong = error.what();
        }
      }
    };
    Session(files, random);
    return wrong;
  }

 private:
  struct Known {
    std::vector<act::Intent> written;
    std::size_t synced = 0;  // intents whose sync returned
    bool ended = false;      // its end was synced
    bool begun = false;      // its beginning was
  };

  static act::Intent SomeIntent(std::mt19937_64& random, std::uint64_t number) {
    return {.action = number,
            .by = ReplaceBy::kHardlink,
            .copy = {"/tree", std::string(random() % 700, static_cast<char>('a' + random() % 26))},
            .keep = {"/tree", std::to_string(random())},
            .quarantine = ".kindred-" + std::to_string(random()),
            .temporary = std::to_string(number),
            .copy_facts = {.inode = random(), .size = random()}};
  }

  // Some runs, each with batches of intents and their ends.
  void Session(base::FileSystem& files, std::mt19937_64& random) {
    act::Journal journal(files, kDirectory);
    for (std::uint64_t run = 0; run < 1 + random() % 3; ++run) {
      known_.emplace_back();
      Known& known = known_.back();
      act::JournalWriter writer =
          journal.NewRun({.kind = act::RunKind::kDedupe, .by = "hardlink", .roots = {"/tree"}});
      known.begun = true;
      for (std::uint64_t batch = 0; batch < random() % 4; ++batch) {
        for (std::uint64_t i = 0; i < 1 + random() % 5; ++i) {
          known.written.push_back(SomeIntent(random, known.written.size() + 1));
          writer.Add(known.written.back());
        }
        writer.Sync();
        known.synced = known.written.size();
        for (const act::Intent& intent : known.written)
          writer.Add(act::ActionEnd{writer.run(), intent.action, ActionOutcome::kDone});
      }
      if (random() % 3 == 0) continue;  // interrupted
      writer.End({.actions = known.written.size()});
      known.ended = true;
    }
  }

  std::string Examine(MemoryFileSystem& state, Counts& counts) {
    if (!state.Exists(kDirectory)) return known_.empty() ? "" : "the directory is gone";
    act::Journal journal(state, kDirectory);
    const std::vector<std::uint64_t> runs = journal.Runs();
    for (std::size_t i = 0; i < known_.size(); ++i) {
      const Known& known = known_[i];
      const bool there = std::ranges::find(runs, i + 1) != runs.end();
      if (!there) {
        if (known.begun) return "run " + std::to_string(i + 1) + " is lost";
        continue;
      }
      ++counts[kRunsRead];
      const act::JournalFile read = journal.Read(i + 1);
      if (read.intents.size() < known.synced) return "an intent that was synced is lost";
      if (read.intents.size() > known.written.size()) return "an intent that was never written";
      for (std::size_t n = 0; n < read.intents.size(); ++n) {
        if (!(read.intents[n] == known.written[n])) return "an intent is not as it was written";
      }
      if (known.ended && !read.end) return "an end that was synced is lost";
      if (read.end && read.intents.size() != known.written.size())
        return "an end without all that was before it";
    }
    act::JournalWriter next = journal.NewRun({});
    next.Add(act::Intent{.action = 1});
    next.End({});
    const act::JournalFile again = journal.Read(next.run());
    return again.end && again.intents.size() == 1 ? "" : "the next run cannot be written";
  }

  const std::uint64_t wanted_;
  std::vector<Known> known_;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace
}  // namespace kindred::reliability

int main(int count, char** arguments) {
  using namespace kindred::reliability;
  Plan plan = PlanFromArguments("act power", count, arguments);
  const std::uint64_t wanted = plan.cases;
  plan.workers = 1;  // one knows what was seen
  return Run(
      plan, kNames,
      [&] {
        return [power = std::make_shared<PowerCase>(!plan.only_one ? wanted : ~std::uint64_t{0})](
                   std::uint64_t number, std::mt19937_64& random, Counts& counts) {
          return (*power)(number, random, counts);
        };
      },
      [&](const Counts& counts) { return counts[kDistinct] >= wanted && !plan.only_one; });
}

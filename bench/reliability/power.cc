// reliability_power STATES [--seed N] [--only SESSION]: power is lost after any change of an index, and any
// part of what was not synced is lost, torn or zero. The index is then as before or as after a commit; a
// commit that returned is never lost; the next writer can write, and leaves no strays.
//
// A case is a session, of the store alone or of a scan and find of a tree that has changed; at each moment of
// it some states of the disk are drawn, and those that were not seen before are examined.
#include <algorithm>
#include <memory>
#include <unordered_set>

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

enum Counted { kDistinct, kDrawn, kMoments, kBefore, kAfter, kWritten };
const std::vector<std::string> kNames = {"states", "drawn", "moments", "before", "after", "written_again"};
constexpr int kDraws = 12;       // at a moment
constexpr int kWriteEvery = 10;  // states in which the next writer is tried

class PowerCase {
 public:
  explicit PowerCase(std::uint64_t wanted) : wanted_(wanted), expected_(ExpectedAnswers()) {
    world_.Scan(before_);
    answers_[0] = world_.Answer(before_);
    world_.ChangeTree();
    MemoryFileSystem after;
    world_.Scan(after);
    answers_[1] = world_.Answer(after);
    if (answers_[0] == answers_[1]) throw std::logic_error("the change of the tree changes nothing");
  }

  std::string operator()(std::uint64_t number, std::mt19937_64& random, Counts& counts) {
    return number % 2 == 0 ? Session(random, counts) : Engine(random, counts);
  }

 private:
  // Runs a session, and `examine(state of the disk)` at each moment.
  template <typename Session, typename Examine>
  std::string AtEveryMoment(MemoryFileSystem& memory, std::mt19937_64& random, Counts& counts,
                            Session session, Examine examine) {
    FaultyFileSystem files(memory, FaultyFileSystem::Calls::kChanges, FaultyFileSystem::Fault::kNone, 0);
    std::string wrong;
    int moment = 0;
    files.after_call = [&] {
      ++moment;
      ++counts[kMoments];
      for (int draw = 0; draw < kDraws && wrong.empty() && counts[kDistinct] < wanted_; ++draw) {
        ++counts[kDrawn];
        const std::unique_ptr<MemoryFileSystem> state = memory.AfterPowerLoss(random);
        // The same state is another case if more was committed by then.
        if (!seen_.insert(state->Fingerprint() + static_cast<std::uint64_t>(committed_)).second) continue;
        ++counts[kDistinct];
        try {
          wrong = examine(*state);
        } catch (const Error& error) {
          wrong = error.what();
        }
        if (!wrong.empty())
          wrong = "moment " + std::to_string(moment) + ", draw " + std::to_string(draw) + ": " + wrong;
      }
    };
    session(files);
    return wrong;
  }

  std::string Session(std::mt19937_64& random, Counts& counts) {
    MemoryFileSystem memory;
    committed_ = 0;
    return AtEveryMoment(
        memory, random, counts, [&](base::FileSystem& files) { RunSession(files, kDirectory, &committed_); },
        [&](MemoryFileSystem& state) -> std::string {
          const std::string answers = AllAnswers(state, kDirectory);
          const auto at = std::ranges::find(expected_, answers) - expected_.begin();
          if (at == std::ssize(expected_)) return "neither before nor after a commit:\n" + answers;
          if (at < committed_) return "a commit was lost";
          ++counts[at > committed_ ? kAfter : kBefore];
          return Examine(state, random, counts);
        });
  }

  std::string Engine(std::mt19937_64& random, Counts& counts) {
    const std::unique_ptr<MemoryFileSystem> memory = before_.Copy();
    committed_ = 100;
    return AtEveryMoment(
        *memory, random, counts,
        [&](base::FileSystem& files) {
          world_.Scan(files);
          ++committed_;
          world_.Find(files);
        },
        [&](MemoryFileSystem& state) -> std::string {
          const std::string answer = world_.Answer(*state.Copy());
          if (answer != answers_[0] && answer != answers_[1])
            return "neither before nor after the scan:\n" + answer;
          if (answer == answers_[0] && committed_ > 100) return "a commit was lost";
          ++counts[answer == answers_[1] && committed_ == 100 ? kAfter : kBefore];
          return Examine(state, random, counts);
        });
  }

  static std::string Examine(MemoryFileSystem& state, std::mt19937_64& random, Counts& counts) {
    if (random() % kWriteEvery != 0) return "";
    ++counts[kWritten];
    if (state.Exists(index::ManifestPath(kDirectory))) {  // before the first one there is no index
      for (const std::string& problem : index::CheckIndex(state, kDirectory).problems)
        return "the check: " + problem;
    }
    for (const std::string& name : WriteOnceMoreAndFindStrays(state, kDirectory)) {
      if (name != "pairs" && name != "shares") return "a stray after the next write: " + name;
    }
    for (const std::string& problem : index::CheckIndex(state, kDirectory).problems)
      return "the check of the next state: " + problem;
    return "";
  }

  static constexpr char kDirectory[] = "/index";
  const std::uint64_t wanted_;
  const std::vector<std::string> expected_;
  SmallWorld world_;
  MemoryFileSystem before_;
  std::string answers_[2];
  int committed_ = 0;
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace
}  // namespace kindred::reliability

int main(int count, char** arguments) {
  using namespace kindred::reliability;
  Plan plan = PlanFromArguments("power", count, arguments);
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

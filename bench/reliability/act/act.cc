// reliability_act ROUNDS --in DIRECTORY [--by hardlink|symlink] [--first N] [--seed N] [--only ROUND]:
// replaces 512 copies a round by links, while disturbers write to them, rename, exchange, truncate and remove
// them, and while we are killed at any step, or steps fail. Afterwards nothing that others wrote, no name and
// no byte is missing; the run can be recovered, and undone exactly (docs/inside/reliability.md).
//
// Disturbers have the tree as their root directory, so that nothing leads them out of it. They come at the
// moment when a pair has its turn, which is where races are. Rounds are numbered and independent: --first
// goes on from there. Times make each round different from its repetition; the number and the seed give the
// same mixture.
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>

#include "act/files/handover.h"
#include "act/journal/history.h"
#include "act/journal/journal.h"
#include "act/runs/batch.h"
#include "act/runs/recover.h"
#include "act/runs/undo.h"
#include "bench/reliability/act/arena.h"
#include "bench/reliability/act/raced.h"
#include "bench/reliability/campaign.h"
#include "kindred/error.h"

namespace kindred::reliability {
namespace {

constexpr int kDisturbers = 3;

struct Settings {
  std::string directory;
  ReplaceBy by = ReplaceBy::kHardlink;
};

class ActCase {
 public:
  explicit ActCase(const Settings& settings) : settings_(settings) {
    const rlimit files{4096, 4096};
    ::setrlimit(RLIMIT_NOFILE, &files);
    home_ = settings.directory + "/act-" + std::to_string(::getpid());
    tree_ = home_ + "/tree";
    index_ = home_ + "/index";
    std::filesystem::create_directories(tree_);
    void* const memory =
        ::mmap(nullptr, sizeof(Arena), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    arena_ = new (memory) Arena;
    for (int i = 0; i < kDisturbers; ++i) StartDisturber(i);
  }
  ~ActCase() {
    for (const pid_t disturber : disturbers_) {
      ::kill(disturber, SIGKILL);
      ::waitpid(disturber, nullptr, 0);
    }
    std::filesystem::remove_all(home_);
  }
  ActCase(const ActCase&) = delete;

  std::string operator()(std::uint64_t number, std::mt19937_64& random, Counts& counts) {
    std::filesystem::remove_all(index_);
    for (const auto& entry : std::filesystem::directory_iterator(tree_))
      std::filesystem::remove_all(entry.path());
    arena_->round = number;
    arena_->seed = random();
    MakePairs(tree_, *arena_, random);
    before_ = Times();

    const bool disturbed_undo = random() % 4 == 0;
    Switch(true);
    std::string wrong =
        InChildren([&](act::Steps& steps, Counts& to) { Replace(steps, to); }, random, counts, 6);
    if (wrong.empty() && disturbed_undo)
      wrong = InChildren([&](act::Steps& steps, Counts& to) { Undo(steps, to); }, random, counts, 3);
    Switch(false);
    if (wrong.empty()) wrong = Check(counts, false);
    if (wrong.empty() && !disturbed_undo && random() % 2 == 0) {
      wrong = InChildren([&](act::Steps& steps, Counts& to) { Undo(steps, to); }, random, counts, 3);
      if (wrong.empty()) wrong = Check(counts, true);
    }
    counts[kChanges] += arena_->changes.exchange(0);
    return wrong;
  }

 private:
  void StartDisturber(int number) {
    const pid_t child = ::fork();
    if (child != 0) {
      disturbers_.push_back(child);
      return;
    }
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::chdir(tree_.c_str()) != 0 || ::chroot(".") != 0) ::_exit(3);
    std::mt19937_64 random(static_cast<std::uint64_t>(number) * 7919 + 1);
    std::uint32_t seen = 0;
    for (;;) {
      ++arena_->at_work;
      if (arena_->running == 0) {
        --arena_->at_work;
        ::usleep(200);
        continue;
      }
      const std::uint32_t beat = arena_->beat;
      std::uint32_t pair = arena_->hot;
      if (beat == seen || pair >= kPairs) {
        // Now and then a change at a random time, by an unrelated process.
        pair = random() % 400 == 0 ? static_cast<std::uint32_t>(random() % kPairs) : kNobody;
      }
      seen = beat;
      if (pair != kNobody) {
        for (std::uint64_t spin = random() % 2000; spin > 0; --spin)
          (void)arena_->hot.load(std::memory_order_relaxed);
        Disturb(*arena_, pair, random);
      }
      --arena_->at_work;
      if (pair == kNobody) ::sched_yield();
    }
  }

  void Switch(bool on) {
    arena_->hot = kNobody;
    arena_->running = on ? 1 : 0;
    while (!on && arena_->at_work != 0) ::usleep(200);
  }

  // Runs a part in a separate process that may be killed, then the recovery, which may be killed, too.
  using Part = std::function<void(act::Steps&, Counts&)>;
  std::string InChildren(const Part& part, std::mt19937_64& random, Counts& counts,
                         std::uint64_t kill_one_in) {
    const auto once = [&](const Part& act, bool kill, bool faults) -> int {
      const std::uint64_t seed = random();
      // A batch has some two thousand steps; the later ones of a round are met, too.
      const std::uint64_t kill_at = kill ? 1 + random() % 9000 : 0;
      const pid_t child = ::fork();
      if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        int code = 0;
        try {
          Raced steps(*arena_, counts, seed, kill_at, faults);
          act(steps, counts);
        } catch (const std::exception& error) {
          std::fprintf(stderr, "%s\n", error.what());
          code = 1;
        }
        ::_exit(code);
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      arena_->hot = kNobody;
      return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? -1 : WEXITSTATUS(status);
    };
    int ended = once(part, random() % kill_one_in == 0, random() % 4 == 0);
    if (ended > 0) return "an error of the run";
    const Part recover = [this](act::Steps& steps, Counts& to) { Recover(steps, to); };
    for (int tries = 0; ended < 0 && tries < 3; ++tries) ended = once(recover, random() % 3 == 0, false);
    return ended > 0 ? "an error of the recovery" : "";
  }

  std::vector<act::Job> Jobs() const {
    std::vector<act::Job> jobs;
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
      act::Job job{.keep = Planned(KeepName(pair)),
                   .copy = Planned(CopyName(pair)),
                   .by = settings_.by,
                   .freed = kBytes};
      jobs.push_back(std::move(job));
    }
    return jobs;
  }
  act::PlannedFile Planned(const std::string& name) const {
    struct stat status = {};
    ::lstat((tree_ + "/" + name).c_str(), &status);
    return {{tree_, name}, act::FactsFrom(status), name};
  }

  void Replace(act::Steps& steps, Counts& counts) {
    act::Journal journal(base::PosixFileSystem(), index_);
    const std::vector<act::Job> jobs = Jobs();
    act::JournalWriter writer = journal.NewRun({.kind = act::RunKind::kDedupe});
    std::string failure;
    const auto results = act::DoJobs(jobs, {}, writer, steps, nullptr, &failure, {.files = kPairs / 2});
    counts[kActions] += jobs.size();
    for (const act::JobResult& result : results) {
      counts[kDone] += result.outcome == ActionOutcome::kDone;
      counts[kLeft] += result.outcome == ActionOutcome::kLeft;
      counts[kSaved] += result.outcome == ActionOutcome::kSaved;
      counts[kLate] += result.outcome == ActionOutcome::kDone && !result.reason.empty();
    }
    writer.End({.actions = jobs.size()});
  }

  void Recover(act::Steps& steps, Counts& counts) {
    act::Journal journal(base::PosixFileSystem(), index_);
    counts[kRecovered] += act::RecoverRuns(journal, steps).actions.size();
  }

  void Undo(act::Steps& steps, Counts& counts) {
    act::Journal journal(base::PosixFileSystem(), index_);
    act::RecoverRuns(journal, steps);
    try {
      for (const act::Undone& one : act::UndoRun(journal, 1, steps, nullptr).actions)
        counts[kRestored] += one.result.outcome == ActionOutcome::kRestored;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kNotFound) throw;  // killed before its run began
    }
  }

  std::vector<std::pair<std::int64_t, std::uint32_t>> Times() const {
    std::vector<std::pair<std::int64_t, std::uint32_t>> times;
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
      const act::FileFacts facts = Planned(CopyName(pair)).facts;
      times.emplace_back(facts.mtime_ns, facts.mode);
    }
    return times;
  }

  // Everybody is quiet: what is in doubt can be settled, and then everything must be there.
  std::string Check(Counts& counts, bool undone) {
    act::Steps steps;
    std::vector<Told> told(kPairs);
    std::vector<act::PastRun> runs;
    {
      act::Journal journal(base::PosixFileSystem(), index_);
      const act::Recovery recovery = act::RecoverRuns(journal, steps);
      counts[kRecovered] += recovery.actions.size();
      if (recovery.in_doubt > 0)
        return std::to_string(recovery.in_doubt) + " actions stay in doubt though no other process runs";
      runs = act::PastRuns(journal.Runs(), [&](std::uint64_t run) { return journal.Read(run); });
    }
    for (const act::PastRun& run : runs) {
      for (const act::Intent& intent : run.file.intents) {
        const auto end = run.ends.find(intent.action);
        if (end == run.ends.end()) return "an action without an end";
        const auto pair = static_cast<std::uint32_t>(std::stoul(intent.copy.Name().substr(1)));
        if (!end->second.saved.empty()) told[pair].saved.push_back(end->second.saved);
        told[pair].mixed |= end->second.reason.ends_with(act::kMixed);
        if (undone && end->second.outcome == ActionOutcome::kRestored) {
          if (arena_->pairs[pair].kind != Disturbance::kNone) continue;
          const act::FileFacts now = Planned(CopyName(pair)).facts;
          if (now.mtime_ns != before_[pair].first || now.mode != before_[pair].second || now.links != 1)
            return CopyName(pair) + " is restored, but not as it was";
          ++counts[kExact];
        }
      }
    }
    std::uint64_t as_told = 0;
    for (std::uint32_t pair = 0; pair < kPairs; ++pair) {
      if (std::string wrong = CheckPair(tree_, *arena_, pair, told[pair], &as_told); !wrong.empty())
        return wrong + Story(runs, pair);
    }
    counts[kToldOnly] += as_told;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(tree_)) {
      if (entry.path().filename().string().starts_with(".kindred-"))
        return "left behind: " + entry.path().string();
    }
    return "";
  }

  // What became of a pair, run by run, for the analysis of a violation.
  std::string Story(const std::vector<act::PastRun>& runs, std::uint32_t pair) const {
    std::string story;
    for (const act::PastRun& run : runs) {
      for (const act::Intent& intent : run.file.intents) {
        if (intent.copy.below != CopyName(pair)) continue;
        const act::ActionEnd& end = run.ends.at(intent.action);
        story += "; run " + std::to_string(run.file.begin.run) + (run.recovered ? ", recovered" : "") + ": " +
                 std::string(ActionOutcomeName(end.outcome)) + " " + end.reason + " " + end.saved;
      }
    }
    for (const std::string& name : {KeepName(pair), CopyName(pair), OtherName(pair)})
      story += "; " + name + " is " + std::to_string(Planned(name).facts.inode);
    return story;
  }

  const Settings settings_;
  std::string home_, tree_, index_;
  Arena* arena_ = nullptr;
  std::vector<pid_t> disturbers_;
  std::vector<std::pair<std::int64_t, std::uint32_t>> before_;
};

}  // namespace
}  // namespace kindred::reliability

int main(int count, char** arguments) {
  using namespace kindred::reliability;
  Settings settings;
  std::uint64_t first = 0;
  std::vector<char*> rest;
  for (int i = 0; i < count; ++i) {
    const std::string word = arguments[i];
    if (i + 1 < count && word == "--in") {
      settings.directory = arguments[++i];
    } else if (i + 1 < count && word == "--first") {
      first = std::strtoull(arguments[++i], nullptr, 10);
    } else if (i + 1 < count && word == "--by") {
      settings.by = std::string(arguments[++i]) == "symlink" ? kindred::ReplaceBy::kSymlink
                                                             : kindred::ReplaceBy::kHardlink;
    } else {
      rest.push_back(arguments[i]);
    }
  }
  Plan plan = PlanFromArguments("act", static_cast<int>(rest.size()), rest.data());
  if (!plan.only_one) plan.first = first;
  if (settings.directory.empty() || ::geteuid() != 0) {
    std::puts(settings.directory.empty() ? "--in DIRECTORY is needed"
                                         : "skipped: disturbers need root for their own root directory");
    return settings.directory.empty() ? 2 : 77;
  }
  plan.workers = 1;
  return Run(plan, kNames, [&] {
    return [act = std::make_shared<ActCase>(settings)](std::uint64_t number, std::mt19937_64& random,
                                                       Counts& counts) {
      return (*act)(number, random, counts);
    };
  });
}

// See campaign.h.
#include "bench/reliability/campaign.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <thread>

namespace kindred::reliability {

namespace {

constexpr std::chrono::seconds kHang(120);
constexpr std::uint64_t kIdle = ~std::uint64_t{0};

// In memory that parent and workers share.
struct Worker {
  pid_t process = 0;
  std::atomic<std::uint64_t> current = kIdle;
  std::atomic<std::uint64_t> done = 0;
  char violation[4000] = {};
};
struct Shared {
  Counts counts = {};
  std::atomic<bool> stop = false;
  std::array<Worker, 64> workers = {};
};

void Work(const Plan& plan, unsigned number, Shared* shared, const std::function<Case()>& prepare,
          const std::function<bool(const Counts&)>& enough) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const rlimit limit{plan.memory, plan.memory};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
  Worker& worker = shared->workers[number];
  const auto report = [&](const std::string& what) {
    std::strncpy(worker.violation, what.c_str(), sizeof worker.violation - 1);
    shared->stop = true;
  };
  try {
    const Case act = prepare();
    for (std::uint64_t at = number; at < plan.cases && !shared->stop; at += plan.workers) {
      if (enough && enough(shared->counts)) break;
      worker.current = plan.first + at;
      std::seed_seq seeds{plan.seed, plan.seed >> 32, plan.first + at, (plan.first + at) >> 32};
      std::mt19937_64 random(seeds);
      if (const std::string what = act(plan.first + at, random, shared->counts); !what.empty())
        return report(what);
      ++worker.done;
    }
    worker.current = kIdle;
  } catch (const std::exception& error) {
    report(std::string("an exception that is no Error: ") + error.what());
  }
}

// Waits for all workers; one that makes no progress is ended.
void Watch(const Plan& plan, Shared* shared) {
  std::vector<std::uint64_t> seen(plan.workers);
  std::vector<std::chrono::steady_clock::time_point> since(plan.workers, std::chrono::steady_clock::now());
  unsigned running = plan.workers;
  while (running > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    for (unsigned i = 0; i < plan.workers; ++i) {
      Worker& worker = shared->workers[i];
      if (worker.process == 0) continue;
      int status = 0;
      if (::waitpid(worker.process, &status, WNOHANG) == worker.process) {
        worker.process = 0;
        --running;
        if ((!WIFEXITED(status) || WEXITSTATUS(status) != 0) && worker.violation[0] == 0) {
          std::snprintf(worker.violation, sizeof worker.violation, "the process ended with status %d",
                        status);
          shared->stop = true;
        }
      } else if (worker.done != seen[i]) {
        seen[i] = worker.done;
        since[i] = std::chrono::steady_clock::now();
      } else if (std::chrono::steady_clock::now() - since[i] > kHang) {
        std::snprintf(worker.violation, sizeof worker.violation, "hangs");
        shared->stop = true;
        ::kill(worker.process, SIGKILL);
        since[i] = std::chrono::steady_clock::now();
      }
    }
  }
}

}  // namespace

Plan PlanFromArguments(const std::string& campaign, int count, char** arguments) {
  Plan plan;
  plan.campaign = campaign;
  plan.workers = std::max(1u, std::thread::hardware_concurrency());
  bool good = count >= 2;
  if (good) plan.cases = std::strtoull(arguments[1], nullptr, 10);
  for (int i = 2; i < count && good; i += 2) {
    good = i + 1 < count;
    if (!good) break;
    const std::string flag = arguments[i];
    const std::uint64_t value = std::strtoull(arguments[i + 1], nullptr, 10);
    if (flag == "--seed") {
      plan.seed = value;
    } else if (flag == "--workers") {
      plan.workers = static_cast<unsigned>(value);
    } else if (flag == "--only") {
      plan.first = value;
      plan.cases = plan.workers = 1;
      plan.only_one = true;
    } else {
      good = false;
    }
  }
  if (!good || plan.cases == 0 || plan.workers == 0 || plan.workers > 64) {
    std::fprintf(stderr, "usage: %s CASES [--seed N] [--workers N] [--only NUMBER]\n", arguments[0]);
    std::exit(2);
  }
  return plan;
}

int Run(const Plan& plan, const std::vector<std::string>& names, const std::function<Case()>& prepare,
        const std::function<bool(const Counts&)>& enough) {
  std::printf("%s: seed %llu\n", plan.campaign.c_str(), static_cast<unsigned long long>(plan.seed));
  std::fflush(stdout);
  const auto start = std::chrono::steady_clock::now();
  void* const memory =
      ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  auto* const shared = new (memory) Shared;
  for (unsigned i = 0; i < plan.workers; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      Work(plan, i, shared, prepare, enough);
      ::_exit(0);
    }
    shared->workers[i].process = child;
  }
  Watch(plan, shared);
  std::uint64_t done = 0;
  nlohmann::ordered_json summary = {{"campaign", plan.campaign}, {"seed", plan.seed}, {"cases", 0}};
  for (std::size_t i = 0; i < names.size(); ++i) summary[names[i]] = shared->counts[i].load();
  summary["violations"] = 0;
  for (unsigned i = 0; i < plan.workers; ++i) {
    const Worker& worker = shared->workers[i];
    done += worker.done;
    if (worker.violation[0] == 0) continue;
    summary["violations"] = summary["violations"].get<int>() + 1;
    summary["case"] = std::to_string(worker.current.load()) + ": " + worker.violation;
    summary["repeat"] =
        "--seed " + std::to_string(plan.seed) + " --only " + std::to_string(worker.current.load());
  }
  summary["cases"] = done;
  summary["seconds"] = static_cast<double>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                               std::chrono::steady_clock::now() - start)
                                               .count()) /
                       1000;
  std::printf("%s\n", summary.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
  return summary["violations"] == 0 ? 0 : 1;
}

}  // namespace kindred::reliability

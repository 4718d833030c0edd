// A campaign in one process: many numbered cases, each made from the seed and its number alone, so that any
// of them can be repeated by itself. Cases run in worker processes: a crash, a hang or excessive memory
// is a violation with a number like any other.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace kindred::reliability {

struct Plan {
  std::string campaign;
  std::uint64_t cases = 0;
  std::uint64_t seed = 1;
  unsigned workers = 1;
  std::uint64_t first = 0;  // number of the first case
  bool only_one = false;
  std::uint64_t memory = std::uint64_t{4} << 30;  // of a worker's address space, in bytes
};

// PROGRAM CASES [--seed N] [--workers N] [--only NUMBER]. Exits with 2 if the arguments are invalid.
Plan PlanFromArguments(const std::string& campaign, int count, char** arguments);

// What is counted, by place in the names that are given to Run; shared by the workers.
using Counts = std::array<std::atomic<std::uint64_t>, 24>;

// Does one case and returns what is wrong; empty: nothing.
using Case = std::function<std::string(std::uint64_t number, std::mt19937_64& random, Counts& counts)>;

// Runs all cases of a plan, prints the summary as a line of JSON, and returns the program's exit code.
// `prepare` is called once in each worker. A worker ends early when `enough` says so.
int Run(const Plan& plan, const std::vector<std::string>& names, const std::function<Case()>& prepare,
        const std::function<bool(const Counts&)>& enough = nullptr);

}  // namespace kindred::reliability

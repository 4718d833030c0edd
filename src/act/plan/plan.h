// From sets of identical files to jobs: which file of a set stays, what each other becomes, and which are
// left alone, each with its reason. Looks at names and attributes only and changes nothing: that the bytes
// are equal is checked again when a job is done.
//
// Hard links of one inode are one file. A set is divided where its files may not replace each other (another
// file system, owner, permissions, attributes; Rules), and one file of each part stays.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "act/files/job.h"
#include "act/files/steps.h"

namespace kindred::act {

// What is preferred when a file is chosen to stay.
struct KeepRule {
  enum class Kind { kNewest, kOldest, kShortestPath, kMatching };
  Kind kind = Kind::kOldest;
  std::string name = {};                                           // as asked
  std::function<bool(const std::string& path)> matches = nullptr;  // of kMatching; paths are absolute
};

struct Candidate {
  TreePath path;
  std::string shown;
  std::uint64_t size = 0;     // as in the index
  std::int64_t mtime_ns = 0;  // the same
  bool has_mtime = true;
  bool protect = false;  // may not be replaced
};

struct CandidateSet {
  std::uint64_t size = 0;
  std::string digest = {};
  std::vector<Candidate> files = {};
  std::optional<std::size_t> keeper = std::nullopt;  // a person decided that this one stays
};

struct PlanOptions {
  std::optional<ReplaceBy> by;         // nothing: reflink where the file system can
  std::optional<ReplaceBy> otherwise;  // and this where it cannot; nothing: copies there are left alone
  std::string move_to;                 // of kMove: absolute
  bool several_roots = false;          // what is moved is put below a folder for each root
  std::vector<KeepRule> keep;          // the first that decides counts
  Rules rules;
};

struct PlannedSet {
  std::uint64_t size = 0;
  std::string digest = {};
  PlannedFile keep = {};
  std::string why = {};
  std::vector<Job> jobs = {};
  bool proposed = false;  // what its copies become was not asked for: PlanOptions::otherwise
};

struct LeftAlone {
  std::string shown;
  std::string keep = {};
  std::string reason;
  bool wished = false;
  std::uint64_t size = 0;
};

struct Plan {
  std::vector<PlannedSet> sets;
  std::vector<LeftAlone> left;
  std::uint64_t shared = 0;  // copies that share all their blocks already
};

// Adds a set to the plan.
void PlanSet(const CandidateSet& set, const PlanOptions& options, Steps& steps, Plan* plan);

}  // namespace kindred::act

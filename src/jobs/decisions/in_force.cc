// Which decisions count: from the newest to the oldest, each thing is decided once.
#include <algorithm>
#include <unordered_set>

#include "jobs/match/decisions/decided_thing.h"
#include "kindred/decisions.h"

namespace kindred::inline v0 {

std::vector<Decision> InForce(std::vector<Decision> decisions) {
  std::unordered_set<std::string> things;
  std::unordered_set<std::string> unrelated;   // pairs, by newer decisions
  std::unordered_set<std::string> superseded;  // pairs, by newer decisions
  std::vector<Decision> newest_first;
  for (auto decision = decisions.rbegin(); decision != decisions.rend(); ++decision) {
    bool counts = false;
    if (decision->verdict == Verdict::kUnrelated) {
      const std::string pair = jobs::PairKey(*decision);
      counts = !superseded.contains(pair) && unrelated.insert(pair).second;
    } else {
      counts = things.insert(jobs::ThingKey(decision->about, decision->a)).second;
      if (counts && decision->verdict == Verdict::kSuperseded) {
        const std::string pair = jobs::PairKey(*decision);
        counts = !unrelated.contains(pair);
        superseded.insert(pair);
      }
    }
    if (counts) newest_first.push_back(std::move(*decision));
  }
  std::ranges::reverse(newest_first);
  return newest_first;
}

}  // namespace kindred::inline v0

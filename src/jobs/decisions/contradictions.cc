// See contradictions.h.
#include "jobs/decisions/contradictions.h"

#include <fmt/format.h>

#include <unordered_map>

#include "jobs/match/decisions/decided_thing.h"
#include "kindred/error.h"
#include "model/entry.h"

namespace kindred::jobs {

namespace {

using Table = std::unordered_map<std::string, const Decision*>;

bool IsNew(const Decision& decision) { return decision.id == 0; }

[[noreturn]] void Refuse(const Decision& one, const Decision& other) {
  const Decision& older = IsNew(one) ? other : one;
  const Decision& newer = IsNew(one) ? one : other;
  throw Error(ErrorKind::kConflict,
              fmt::format("this contradicts {}: {}",
                          IsNew(older) ? "another one of these decisions" : "an earlier decision",
                          DecisionText(older)),
              newer.a.path, "undo or replace that decision first");
}

void RefuseIfNew(const Decision& one, const Decision& other) {
  if (IsNew(one) || IsNew(other)) Refuse(one, other);
}

// Each version leads to at most one other. Follows each chain to its end once; one that comes back to where
// it began is a circle.
void RefuseCircles(std::span<const Decision> in_force) {
  Table next;  // by the content that is superseded
  for (const Decision& decision : in_force) {
    if (decision.verdict == Verdict::kSuperseded) next.emplace(ContentKey(decision.a), &decision);
  }
  std::unordered_map<std::string, std::size_t> seen;  // in which walk
  std::size_t walk = 0;
  for (const auto& [begin, first] : next) {
    ++walk;
    std::string at = begin;
    while (true) {
      const auto [known, is_new] = seen.try_emplace(at, walk);
      if (!is_new && known->second != walk) break;  // ends where another one did
      const auto step = next.find(at);
      if (step == next.end()) break;
      if (is_new) {
        at = ContentKey(*step->second->b);
        continue;
      }
      // The new one of the circle, and the one that led to it.
      const Decision* before = step->second;
      for (const Decision* decision = next.at(ContentKey(*before->b));;
           decision = next.at(ContentKey(*decision->b))) {
        if (IsNew(*decision)) Refuse(*before, *decision);
        if (decision == step->second) break;
        before = decision;
      }
      break;  // all of it is old: nothing to refuse now
    }
  }
}

// The decision on the nearest folder at or above the path; nullptr: none.
const Decision* AtOrAbove(const Table& folders, std::string path) {
  while (!folders.empty()) {
    const auto found = folders.find(path);
    if (found != folders.end()) return found->second;
    if (path.size() <= 1) break;
    path = ParentPath(path);
  }
  return nullptr;
}

void RefuseOriginalsThatGo(std::span<const Decision> in_force) {
  Table files, folders;  // that go
  Table kept;            // folders
  for (const Decision& decision : in_force) {
    if (decision.about == About::kVersion) continue;
    const bool folder = decision.about == About::kFolder;
    if (decision.verdict == Verdict::kKeep) {
      if (folder) kept.emplace(decision.a.path, &decision);
    } else if (folder) {
      folders.emplace(decision.a.path, &decision);
    } else {
      files.emplace(CopyKey(decision.a), &decision);
    }
  }
  for (const Decision& decision : in_force) {
    if (decision.about == About::kVersion) continue;
    const bool keeps = decision.verdict == Verdict::kKeep;
    const DecidedFile& stays = keeps ? decision.a : *decision.b;
    if (decision.about == About::kCopy) {
      const auto goes = files.find(CopyKey(stays));
      if (goes != files.end()) RefuseIfNew(decision, *goes->second);
    }
    if (const Decision* goes = AtOrAbove(folders, stays.path)) RefuseIfNew(decision, *goes);
    if (keeps) continue;
    if (const Decision* keep = AtOrAbove(kept, decision.a.path)) RefuseIfNew(decision, *keep);
  }
}

}  // namespace

std::string DecisionText(const Decision& decision) {
  const std::string b = decision.b ? decision.b->path : "";
  switch (decision.verdict) {
    case Verdict::kKeep:
      return decision.a.path + " is kept";
    case Verdict::kSuperseded:
      return fmt::format("{} is superseded by {}", decision.a.path, b);
    case Verdict::kCopy:
      return fmt::format("{} is a copy of {}", decision.a.path, b);
    case Verdict::kUnrelated:
      return fmt::format("{} is not related to {}", decision.a.path, b);
    case Verdict::kBoilerplate:
      return "what " + decision.a.path + " shares is boilerplate";
  }
  return "";
}

void RefuseContradictions(std::span<const Decision> in_force) {
  RefuseCircles(in_force);
  RefuseOriginalsThatGo(in_force);
}

}  // namespace kindred::jobs

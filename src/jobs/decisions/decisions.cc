// The store of decisions as the API has it.
#include "kindred/decisions.h"

#include <filesystem>
#include <utility>

#include "base/process.h"
#include "index/decisions/decision_store.h"
#include "jobs/decisions/contradictions.h"
#include "kindred/digest.h"
#include "kindred/error.h"

namespace kindred::inline v0 {

namespace {

constexpr std::string_view kNames[] = {"keep", "superseded", "copy", "unrelated", "boilerplate"};
constexpr std::string_view kAboutNames[] = {"version", "copy", "folder"};

void CheckFile(const DecidedFile& file, About about) {
  const auto digest = Digest::Parse(file.digest);
  const bool is_digest = digest && digest->Hex() == file.digest;  // they are compared as text: one form only
  if (about == About::kFolder ? !file.digest.empty() : !is_digest) {
    throw Error(ErrorKind::kUsage,
                about == About::kFolder ? "a folder has no digest" : "a digest has 32 hexadecimal digits",
                file.path);
  }
  // Behind "//" there is the name of a part, which an archive may choose freely.
  const std::filesystem::path path = file.path.substr(0, file.path.find("//"));
  if (!path.is_absolute() || path != path.lexically_normal() ||
      (path.has_relative_path() && !path.has_filename())) {
    throw Error(ErrorKind::kUsage, "decisions name files by their absolute paths", file.path,
                "give it as the index has it");
  }
}

void Check(const Decision& decision) {
  const OptionName verdict{std::string(VerdictName(decision.verdict))};
  if (HasSecond(decision.verdict) != decision.b.has_value()) {
    throw Error(ErrorKind::kUsage,
                decision.b ? "this verdict is about one file" : "this verdict is about two files", verdict,
                decision.b ? "leave the second out" : "name the second");
  }
  if (!Fits(decision.verdict, decision.about)) {
    throw Error(ErrorKind::kUsage,
                decision.about == About::kFolder ? "a folder is kept, or a copy of another one"
                : decision.about == About::kCopy
                    ? "one of several equal files is kept, or a copy of another one"
                    : "a version has other bytes, so it is not a copy",
                verdict);
  }
  CheckFile(decision.a, decision.about);
  if (!decision.b) return;
  CheckFile(*decision.b, decision.about);
  const bool equal = decision.a.digest == decision.b->digest && decision.a.size == decision.b->size;
  if (decision.about == About::kVersion && equal)
    throw Error(ErrorKind::kUsage, "the two files are equal: they are copies, not versions", verdict);
  if (decision.about == About::kCopy && !equal)
    throw Error(ErrorKind::kUsage, "the two files are not equal, so neither is a copy", verdict);
  if (decision.about != About::kVersion && decision.a.path == decision.b->path)
    throw Error(ErrorKind::kUsage, "nothing is a copy of itself", verdict);
}

}  // namespace

std::string_view VerdictName(Verdict verdict) { return kNames[static_cast<std::size_t>(verdict) - 1]; }

std::optional<Verdict> VerdictNamed(std::string_view name) {
  for (Verdict verdict : kVerdicts) {
    if (VerdictName(verdict) == name) return verdict;
  }
  return std::nullopt;
}

std::string_view AboutName(About about) { return kAboutNames[static_cast<std::size_t>(about) - 1]; }

bool Fits(Verdict verdict, About about) {
  if (verdict == Verdict::kKeep) return true;
  return (about == About::kVersion) != (verdict == Verdict::kCopy);
}

bool HasSecond(Verdict verdict) {
  return verdict == Verdict::kSuperseded || verdict == Verdict::kCopy || verdict == Verdict::kUnrelated;
}

Decisions::Decisions(std::string index_directory) : directory_(std::move(index_directory)) {}

std::vector<Decision> Decisions::List() const { return index::ReadDecisions(directory_); }

Decisions::Batch Decisions::Add(std::vector<Decision> decisions) {
  if (decisions.empty()) return {};
  for (Decision& decision : decisions) {
    Check(decision);
    decision.id = 0;  // until it is stored
    if (decision.time == 0) decision.time = base::NowNs();
  }
  index::AddDecisions(directory_, &decisions, [&](std::vector<Decision> before) {
    before.insert(before.end(), decisions.begin(), decisions.end());
    jobs::RefuseContradictions(InForce(std::move(before)));
  });
  const std::uint64_t number = decisions.front().batch;
  return {number, std::move(decisions)};
}

Decisions::Batch Decisions::Undo(std::optional<std::uint64_t> expected) {
  std::vector<Decision> removed = index::RemoveNewestBatch(directory_, [&](std::uint64_t newest) {
    if (expected && newest != *expected) {
      throw Error(ErrorKind::kConflict, "the decisions have changed meanwhile", "",
                  "look at the decisions again");
    }
  });
  const std::uint64_t number = removed.empty() ? 0 : removed.front().batch;
  return {number, std::move(removed)};
}

std::uint64_t Decisions::State() const { return index::DecisionsState(directory_); }

}  // namespace kindred::inline v0

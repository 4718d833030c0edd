// See plan.h.
#include "act/plan/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "act/actions/share_action.h"
#include "act/files/beneath.h"
#include "act/files/verified_pair.h"
#include "act/plan/keeper.h"
#include "base/errno_text.h"
#include "model/entry.h"

namespace kindred::act {

namespace {

class SetPlanner {
 public:
  SetPlanner(const CandidateSet& set, const PlanOptions& options, Steps& steps, Plan* plan)
      : set_(set), options_(options), by_(options.by), steps_(steps), plan_(plan), directories_(steps) {}

  void Make() {
    Inspect();
    if (inodes_.size() < 2) return;
    if (!by_) ChooseWay();
    FindOutsideLinks();
    // Parts of the set, in the order in which their first files come.
    std::vector<std::vector<std::size_t>> parts;
    for (std::size_t i = 0; i < inodes_.size(); ++i) {
      auto part = std::ranges::find_if(parts, [&](const auto& members) {
        return Difference(inodes_[members.front()], inodes_[i]).empty();
      });
      if (part == parts.end()) part = parts.insert(parts.end(), std::vector<std::size_t>());
      part->push_back(i);
    }
    // The largest part is the one that the reasons of the others refer to.
    const auto main = std::ranges::max_element(parts, {}, [](const auto& members) { return members.size(); });
    for (auto part = parts.begin(); part != parts.end(); ++part) {
      if (part->size() > 1) {
        PlanPart(*part);
      } else if (part != main) {
        const InodeOfSet& other = inodes_[main->front()];
        Leave(inodes_[part->front()], NameToKeep(other, options_.keep).shown,
              Difference(other, inodes_[part->front()]));
      }
    }
  }

 private:
  bool Shares() const { return by_ == ReplaceBy::kReflink; }
  bool Links() const { return Shares() || by_ == ReplaceBy::kHardlink; }

  // Why one of two files may not replace the other; empty if it may.
  std::string Difference(const InodeOfSet& a, const InodeOfSet& b) const {
    if (Links() && a.facts.device != b.facts.device)
      return "it is on another file system than the file that is kept";
    Rules rules = options_.rules;
    rules.across_permissions = rules.across_permissions || Shares();
    if (std::string reason = DifferenceOf(a.facts, b.facts, rules); !reason.empty()) return reason;
    if (!rules.across_attributes && !Shares() && a.attributes != b.attributes)
      return "it has other extended attributes or another ACL";
    return "";
  }

  void Leave(const InodeOfSet& inode, const std::string& keep, const std::string& reason,
             bool wished = false) {
    for (const Candidate* name : inode.names)
      plan_->left.push_back({name->shown, keep, reason, wished, set_.size});
  }

  // Opens every name and gathers those of one inode.
  void Inspect() {
    for (const Candidate& candidate : set_.files) {
      const auto leave = [&](const std::string& reason) {
        plan_->left.push_back({candidate.shown, "", reason, false, set_.size});
      };
      const base::Descriptor* directory = directories_.Of(candidate.path);
      if (directory == nullptr) {
        leave(OpenReason(errno));
        continue;
      }
      const base::Descriptor file = OpenFileIn(steps_, directory->get(), candidate.path.Name());
      const auto facts = file.is_open() ? FactsOf(file.get()) : std::nullopt;
      if (!facts) {
        leave(OpenReason(errno));
        continue;
      }
      if (!facts->IsRegular() || facts->size != candidate.size ||
          (candidate.has_mtime && facts->mtime_ns != candidate.mtime_ns)) {
        leave("it has changed since it was scanned");
        continue;
      }
      AddName(candidate, *facts, file.get());
    }
    directories_.Close();
  }

  void FindOutsideLinks() {
    for (InodeOfSet& inode : inodes_) {
      if (inode.hindrance.empty() && !Shares() && inode.facts.links > inode.names.size()) {
        inode.hindrance = fmt::format("it has {} more hard links outside of what was given",
                                      inode.facts.links - inode.names.size());
      }
    }
  }

  void AddName(const Candidate& candidate, const FileFacts& facts, int file) {
    const auto [place, first] = place_of_.try_emplace({facts.device, facts.inode}, inodes_.size());
    if (first) {
      InodeOfSet added;
      added.facts = facts;
      const auto attributes = AttributesOf(file);
      if (attributes) {
        added.attributes = *attributes;
      } else {
        added.hindrance = "its attributes cannot be read: " + base::ErrnoText(errno);
      }
      inodes_.push_back(std::move(added));
    }
    InodeOfSet* const inode = &inodes_[place->second];
    const Hindrances found = HindrancesOf(file);
    if (found.immutable) inode->hindrance = "it is immutable (chattr +i)";
    if (found.append_only) inode->hindrance = "it is append-only (chattr +a)";
    if (found.mount_point) inode->hindrance = "it is a mount point";
    inode->can_be_linked = inode->can_be_linked && !found.immutable && !found.append_only;
    inode->protect = inode->protect || candidate.protect;
    const bool decided = set_.keeper && &candidate == &set_.files[*set_.keeper];
    inode->decided = inode->decided || decided;
    inode->names.push_back(&candidate);
  }

  void PlanPart(const std::vector<std::size_t>& members) {
    std::vector<InodeOfSet> files;
    for (const std::size_t member : members) files.push_back(inodes_[member]);
    std::vector<bool> can_keep;
    for (const InodeOfSet& file : files)
      can_keep.push_back(by_ != ReplaceBy::kHardlink || file.can_be_linked);
    if (std::ranges::find(can_keep, true) == can_keep.end()) {
      for (const InodeOfSet& file : files) Leave(file, "", file.hindrance);
      return;
    }
    const KeeperChoice choice = ChooseKeeper(files, can_keep, options_.keep);
    const Candidate& kept = NameToKeep(files[choice.at], options_.keep);
    PlannedSet planned{.size = set_.size,
                       .digest = set_.digest,
                       .keep = {kept.path, files[choice.at].facts, kept.shown},
                       .why = choice.why,
                       .proposed = proposed_};
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (i == choice.at) continue;
      if (files[i].protect || files[i].decided) {
        Leave(files[i], kept.shown, files[i].protect ? "protected" : "decided to be kept", true);
      } else if (!files[i].hindrance.empty()) {
        Leave(files[i], kept.shown, files[i].hindrance);
      } else if (!by_) {
        Leave(files[i], kept.shown, "its file system has no reflinks, and no other replacement was chosen");
      } else if (Shares() && SharedAlready(planned.keep, *files[i].names.front())) {
        ++plan_->shared;
      } else {
        AddJobs(files[i], *by_, &planned);
      }
    }
    if (!planned.jobs.empty()) plan_->sets.push_back(std::move(planned));
  }

  void AddJobs(const InodeOfSet& file, ReplaceBy by, PlannedSet* planned) const {
    for (const Candidate* name : file.names) {
      Job job{.keep = planned->keep, .copy = {name->path, file.facts, name->shown}, .by = by};
      if (by == ReplaceBy::kMove) {
        std::string below = name->path.below;
        if (options_.several_roots) below = JoinPath(std::string(BaseName(name->path.root)), below);
        job.target = JoinPath(options_.move_to, below);
      }
      // Space is free when the last name is gone; blocks are shared at once.
      if (name == file.names.back()) job.freed = set_.size;
      planned->jobs.push_back(std::move(job));
      if (by == ReplaceBy::kReflink) {
        planned->jobs.back().freed = set_.size;
        return;  // its other names show the same blocks
      }
    }
  }

  base::Descriptor Open(const TreePath& path) {
    const base::Descriptor* directory = directories_.Of(path);
    return directory == nullptr ? base::Descriptor() : OpenFileIn(steps_, directory->get(), path.Name());
  }
  // No replacement was chosen: copies share blocks if one of the files is where that can be done.
  void ChooseWay() {
    const bool can_share = std::ranges::any_of(inodes_, [this](const InodeOfSet& inode) {
      const base::Descriptor file = Open(inode.names.front()->path);
      return file.is_open() && CanShare(file.get());
    });
    directories_.Close();
    by_ = can_share ? std::optional(ReplaceBy::kReflink) : options_.otherwise;
    proposed_ = !can_share;
  }
  bool SharedAlready(const PlannedFile& keep, const Candidate& copy) {
    const base::Descriptor one = Open(keep.path);
    const base::Descriptor two = Open(copy.path);
    directories_.Close();
    return one.is_open() && two.is_open() && ShareAllBlocks(one.get(), two.get());
  }

  const CandidateSet& set_;
  const PlanOptions& options_;
  std::optional<ReplaceBy> by_;  // of this set
  bool proposed_ = false;
  Steps& steps_;
  Plan* plan_;
  Directories directories_;
  std::vector<InodeOfSet> inodes_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> place_of_;  // by device and inode
};

}  // namespace

void PlanSet(const CandidateSet& set, const PlanOptions& options, Steps& steps, Plan* plan) {
  SetPlanner(set, options, steps, plan).Make();
}

}  // namespace kindred::act

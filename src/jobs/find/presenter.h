// Turns places (match/scope.h) into paths, one value at a time, so that the answer is not held twice.
#pragma once

#include <cstdint>
#include <vector>

#include "jobs/find/findings.h"
#include "jobs/match/shown/content_names.h"
#include "jobs/match/shown/group_presenter.h"
#include "kindred/values.h"
#include "tree/entries/tree_scope.h"

namespace kindred::jobs {

class Presenter {
 public:
  // `unnamed` by place, as JoinedPools::Unnamed. `limit` 0: whole values.
  Presenter(const tree::TreeScope& tree, const Findings& found, std::vector<std::uint64_t> unnamed,
            std::uint64_t limit)
      : tree_(tree),
        found_(found),
        names_(tree, std::move(unnamed)),
        groups_(names_, found.Grouped(), limit),
        limit_(limit == 0 ? ~std::size_t{0} : limit) {}
  Presenter(const Presenter&) = delete;
  Presenter& operator=(const Presenter&) = delete;

  IdenticalSet Of(const IdenticalPlaces& set) const;
  SameInside Inside(std::uint32_t place) const;  // equal bytes inside files
  FilePair Of(const Pair& pair) const { return ShownPair(pair, tree_); }
  ContainedFile Of(const ContainedPlace& contained) const {
    return ShownContained(contained, found_.Links(), tree_);
  }
  Group Of(const match::GroupOfPlaces& group) const { return groups_.Of(group); }
  Family Of(const match::FamilyOfPlaces& family) const {
    Family shown = groups_.Of(family);
    shown.contained = found_.OnlyContained(family);
    return shown;
  }

 private:
  const tree::TreeScope& tree_;
  const Findings& found_;
  TreeNames names_;
  GroupPresenter groups_;
  std::size_t limit_;
};

}  // namespace kindred::jobs

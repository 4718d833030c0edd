// See presenter.h.
#include "jobs/find/presenter.h"

#include <algorithm>

namespace kindred::jobs {

IdenticalSet Presenter::Of(const IdenticalPlaces& set) const {
  const auto files = tree_.CopiesOf(set.place);
  IdenticalSet identical{
      names_.SizeOf(set.place), tree_.DigestOf(set.place).Hex(), {}, set.links, files.size()};
  for (tree::FileNumber file : files.first(std::min(limit_, files.size())))
    identical.files.emplace_back(tree_.PathOf(file), tree_.TimeOf(file));
  identical.unnamed = names_.UnnamedOf(set.place);
  identical.elsewhere = set.elsewhere + identical.unnamed;
  identical.covered = set.covered;
  return identical;
}

SameInside Presenter::Inside(std::uint32_t place) const {
  const auto files = tree_.FilesOf(place);
  SameInside same{names_.SizeOf(place), tree_.DigestOf(place).Hex(), {}, files.size()};
  for (tree::FileNumber file : files.first(std::min(limit_, files.size())))
    same.files.emplace_back(tree_.PathOf(file), tree_.TimeOf(file));
  return same;
}

}  // namespace kindred::jobs

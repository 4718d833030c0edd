// See group_presenter.h.
#include "jobs/match/shown/group_presenter.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <set>

#include "jobs/match/shown/family_value.h"
#include "match/pairs/pairs.h"

namespace kindred::jobs {

std::string IdOfFamily(const match::FamilyOfPlaces& family, const ContentNames& names) {
  std::vector<Digest> digests;
  for (std::uint32_t place : family.members) digests.push_back(names.DigestOf(place));
  std::ranges::sort(digests);
  return fmt::format("{:08x}", XXH3_64bits(digests.data(), digests.size() * sizeof(Digest)) >> 32);
}

match::Groups GroupsOf(const GroupedLinks& grouped, std::size_t contents, double minimum) {
  return {grouped.links,
          contents,
          {.of_reference = grouped.of_reference ? minimum : 0, .large_families = grouped.large_families}};
}

Group GroupPresenter::Of(const match::GroupOfPlaces& group) const {
  Group shown{names_.PathOf(group.reference),
              names_.SizeOf(group.reference),
              {},
              group.pairs.size(),
              names_.TimeOf(group.reference)};
  for (std::uint32_t number : found_.of_reference ? match::MostOfReference(group, found_.links, limit_)
                                                  : match::MostSimilar(group.pairs, found_.links, limit_)) {
    const Pair& pair = found_.links[number];
    const bool first = pair.a == group.reference;
    const std::uint32_t other = first ? pair.b : pair.a;
    shown.files.push_back(
        {.path = names_.PathOf(other),
         .size = names_.SizeOf(other),
         .similarity = found_.of_reference ? match::OfReference(pair, group.reference) : pair.similarity,
         .of_reference = first ? pair.of_a : pair.of_b,
         .of_file = first ? pair.of_b : pair.of_a,
         .measured = pair.measured != 0,
         .mtime = names_.TimeOf(other)});
  }
  return shown;
}

Family GroupPresenter::Of(const match::FamilyOfPlaces& family) const {
  Family shown;
  shown.id = IdOfFamily(family, names_);
  shown.total_files = family.members.size();
  shown.total_links = family.pairs.size();
  for (std::uint32_t place : family.members) shown.bytes += names_.SizeOf(place);
  double sum = 0;
  float weakest = found_.links[family.pairs.front()].similarity;
  shown.measured = true;
  for (std::uint32_t number : family.pairs) {
    shown.measured = shown.measured && found_.links[number].measured != 0;
    sum += found_.links[number].similarity;
    weakest = std::min(weakest, found_.links[number].similarity);
  }
  shown.average = sum / static_cast<double>(family.pairs.size());
  shown.weakest = weakest;
  const std::vector<std::uint32_t> links = LinksToShow(family);
  const std::vector<std::uint32_t> members = ShownMembers(family, links);
  for (std::uint32_t place : members) {
    shown.files.push_back({.path = names_.PathOf(place),
                           .size = names_.SizeOf(place),
                           .copies = names_.CopiesOf(place),
                           .mtime = names_.TimeOf(place),
                           .digest = names_.DigestOf(place).Hex()});
  }
  ShowCentre(family, members, &shown);
  ShowAge(family, &shown);
  shown.redundant = RedundantBytes(family, found_.links, names_);
  for (std::uint32_t number : match::MostSimilar(links, found_.links, links.size())) {
    if (shown.links.size() == limit_) break;
    const Pair& pair = found_.links[number];
    const auto a = std::ranges::lower_bound(members, pair.a);
    const auto b = std::ranges::lower_bound(members, pair.b);
    if (a == members.end() || *a != pair.a || b == members.end() || *b != pair.b) continue;
    shown.links.push_back({static_cast<std::uint32_t>(a - members.begin()),
                           static_cast<std::uint32_t>(b - members.begin()), pair.of_a, pair.of_b,
                           pair.similarity, pair.shared_bytes, pair.shared_marks, pair.measured != 0});
  }
  return shown;
}

// How similar the members are to the centre.
void GroupPresenter::ShowCentre(const match::FamilyOfPlaces& family, std::span<const std::uint32_t> members,
                                Family* shown) const {
  shown->centre = names_.PathOf(family.centre);
  auto show = [&](std::uint32_t place, double similarity, bool measured) {
    const auto at = std::ranges::lower_bound(members, place);
    if (at == members.end() || *at != place) return;
    Family::File& file = shown->files[static_cast<std::size_t>(at - members.begin())];
    file.with_centre = similarity;
    file.measured = measured;
  };
  show(family.centre, 1, true);
  for (std::uint32_t number : family.pairs) {
    const Pair& pair = found_.links[number];
    if (pair.a == family.centre) show(pair.b, pair.similarity, pair.measured != 0);
    if (pair.b == family.centre) show(pair.a, pair.similarity, pair.measured != 0);
  }
  shown->at_least = std::ranges::any_of(family.members, [&](std::uint32_t place) {
    return std::ranges::binary_search(found_.large_families, place, {}, &LargeFamilyMember::place);
  });
}

// Names are made for two members only: a family may have thousands.
void GroupPresenter::ShowAge(const match::FamilyOfPlaces& family, Family* shown) const {
  const auto time = [&](std::uint32_t place) { return names_.TimeOf(place); };
  const std::uint32_t newest = NewestOf(family, names_);
  const std::uint32_t oldest = *std::ranges::min_element(family.members, {}, time);
  shown->newest = {names_.PathOf(newest), time(newest)};
  shown->oldest = {names_.PathOf(oldest), time(oldest)};
}

// All links, or enough for the members that are shown: those of the centre first, then the strongest.
std::vector<std::uint32_t> GroupPresenter::LinksToShow(const match::FamilyOfPlaces& family) const {
  if (limit_ >= family.pairs.size()) return {family.pairs.begin(), family.pairs.end()};
  std::vector<std::uint32_t> of_centre;
  std::ranges::copy_if(family.pairs, std::back_inserter(of_centre), [&](std::uint32_t number) {
    return found_.links[number].a == family.centre || found_.links[number].b == family.centre;
  });
  std::vector<std::uint32_t> links = match::MostSimilar(of_centre, found_.links, limit_);
  const std::set<std::uint32_t> known(links.begin(), links.end());
  // This many links have at least as many members as are shown, whatever their shape.
  for (std::uint32_t number : match::MostSimilar(family.pairs, found_.links, limit_ * limit_)) {
    if (!known.contains(number)) links.push_back(number);
  }
  return links;
}

// All members; or the centre, and those of the first links. Ascending.
std::vector<std::uint32_t> GroupPresenter::ShownMembers(const match::FamilyOfPlaces& family,
                                                        std::span<const std::uint32_t> links) const {
  if (family.members.size() <= limit_) return {family.members.begin(), family.members.end()};
  std::set<std::uint32_t> shown = {family.centre};
  for (std::uint32_t number : links) {
    for (std::uint32_t place : {found_.links[number].a, found_.links[number].b}) {
      if (shown.size() < limit_) shown.insert(place);
    }
  }
  return {shown.begin(), shown.end()};
}

}  // namespace kindred::jobs

// What deciding a family could free: the bytes that its files have in common, not whole files, since a
// version's unique bytes are lost with it. The one definition for the order of find, its reports and the
// review.
//
// The newest file is suggested to stay and counts nothing. Each other one counts its share of the centre
// times its size; the centre, its share of the newest. A file without a pair with these counts its largest
// share of another member. Files of pools free nothing here.
//
// Example: a centre of 100 bytes, half of it in the newest; a file of 1,000 that holds all of the centre. The
// file counts 100, although the two are 100 % similar (containment), and the centre 50.
//
// Cost: the links, times the logarithm of the members. Tested in family_value_test.cc.
#pragma once

#include <cstdint>
#include <span>

#include "jobs/match/shown/content_names.h"
#include "match/groups/families.h"
#include "model/pair.h"

namespace kindred::jobs {

// `links` are those that the family's pairs are numbers of.
std::uint64_t RedundantBytes(const match::FamilyOfPlaces& family, std::span<const Pair> links,
                             const ContentNames& names);

// The member that was modified last; of several the first.
std::uint32_t NewestOf(const match::FamilyOfPlaces& family, const ContentNames& names);

}  // namespace kindred::jobs

// See shared_row.h.
#include "span/shares/shared_row.h"

#include <algorithm>
#include <bit>

namespace kindred::span {

namespace {

// Visiting a member of a list is cheaper by this factor than looking a partner up in it.
constexpr std::size_t kFewMembers = 8;

template <typename Visit>
void ForEachBit(std::uint64_t bits, std::size_t word, Visit visit) {
  for (; bits != 0; bits &= bits - 1)
    visit(static_cast<std::uint32_t>(word * 64 + static_cast<std::size_t>(std::countr_zero(bits))));
}

}  // namespace

SharedRow::SharedRow(const WindowLists& lists, std::size_t contents, std::uint64_t least)
    : lists_(lists), least_(least), sums_(contents) {
  if (lists.words() == 0) {
    is_partner_.resize(contents);
    return;
  }
  wanted_.resize(lists.words());
  open_.resize(lists.words());
  scratch_.resize(lists.words());
}

void SharedRow::Begin(std::span<const std::uint32_t> partners, const TrivialWindows& trivial) {
  partners_ = partners;
  trivial_ = &trivial;
  next_ = 0;
  for (std::uint32_t partner : partners) {
    sums_[partner] = {};
    if (wanted_.empty()) {
      is_partner_[partner] = true;
    } else {
      wanted_[partner / 64] |= std::uint64_t{1} << partner % 64;
    }
  }
}

void SharedRow::Add(std::uint64_t begin, std::uint64_t windows, std::uint32_t list) {
  if (wanted_.empty()) {
    CoverMembers(begin, begin + windows - 1 + least_, list);
    return;
  }
  if (begin != next_) EndAll();
  if (const auto bits = lists_.BitsOf(list); !bits.empty()) {
    GoOnWith(bits, begin);
  } else {
    const auto members = lists_.ContentsOf(list);
    for (std::uint32_t member : members) scratch_[member / 64] |= std::uint64_t{1} << member % 64;
    GoOnWith(scratch_, begin);
    for (std::uint32_t member : members) scratch_[member / 64] = 0;
  }
  next_ = begin + windows;
}

void SharedRow::CoverMembers(std::uint64_t begin, std::uint64_t end, std::uint32_t list) {
  const std::span<const std::uint32_t> members = lists_.ContentsOf(list);
  if (members.size() <= kFewMembers * partners_.size()) {
    for (std::uint32_t member : members) {
      if (is_partner_[member]) Cover(member, begin, end);
    }
    return;
  }
  for (std::uint32_t partner : partners_) {
    if (std::ranges::binary_search(members, partner)) Cover(partner, begin, end);
  }
}

void SharedRow::GoOnWith(std::span<const std::uint64_t> bits, std::uint64_t begin) {
  const std::uint64_t end = begin - 1 + least_;  // of the windows up to here
  for (std::size_t word = 0; word < open_.size(); ++word) {
    const std::uint64_t here = bits[word] & wanted_[word];
    const std::uint64_t before = open_[word];
    if (here == before) continue;
    ForEachBit(before & ~here, word,
               [&](std::uint32_t content) { Cover(content, sums_[content].start, end); });
    ForEachBit(here & ~before, word, [&](std::uint32_t content) { sums_[content].start = begin; });
    open_[word] = here;
  }
}

void SharedRow::EndAll() {
  for (std::size_t word = 0; word < open_.size(); ++word) {
    ForEachBit(open_[word], word,
               [&](std::uint32_t content) { Cover(content, sums_[content].start, next_ - 1 + least_); });
    open_[word] = 0;
  }
}

void SharedRow::End() {
  EndAll();
  for (std::uint32_t partner : partners_) {
    Count(&sums_[partner]);
    if (wanted_.empty()) {
      is_partner_[partner] = false;
    } else {
      wanted_[partner / 64] = 0;
    }
  }
}

}  // namespace kindred::span

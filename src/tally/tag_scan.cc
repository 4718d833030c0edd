// Compiled once for each kind of vector unit; see tag_scan.h. Tested through CountTags on each of them.
#include "tally/tag_scan.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tally/tag_scan.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // must be included before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace kindred::tally::HWY_NAMESPACE {

// Without shuffles in hardware the plain code of tag_counter.cc is faster; vectors of unknown size do not
// fit the way bytes are brought into lanes here.
#if HWY_TARGET == HWY_EMU128 || HWY_TARGET == HWY_SCALAR || HWY_HAVE_SCALABLE

std::size_t Lanes() { return 0; }
void Scan(const NibbleTables&, const std::uint8_t*, std::size_t, std::size_t, SumTable*, TagSeams*) {}

#else

namespace hn = hwy::HWY_NAMESPACE;
constexpr std::size_t kLanes = HWY_LANES(std::uint8_t);
constexpr std::size_t kSteps = 16;  // bytes of each lane that are worked on at a time
constexpr std::size_t kPlaces = 8;  // of 4 bits, beginning at each bit from the 4th before a byte on
constexpr std::size_t kCounterBits = 10;
static_assert(kLanes <= kMostTagLanes && kLongestStretch < 1u << kCounterBits);
using Bytes = hn::FixedTag<std::uint8_t, kLanes>;
using V = hn::Vec<Bytes>;

HWY_INLINE V At(const std::uint8_t* vectors, std::ptrdiff_t i) {
  return hn::Load(Bytes(), vectors + i * static_cast<std::ptrdiff_t>(kLanes));
}

HWY_INLINE void Put(V v, std::uint8_t* vectors, std::size_t i) {
  hn::Store(v, Bytes(), vectors + i * kLanes);
}

// The 4 bits at `kRight` from the lower end of each byte.
template <int kRight>
HWY_INLINE V Nibble(V v) {
  const hn::Repartition<std::uint16_t, Bytes> pairs;
  return hn::And(hn::BitCast(Bytes(), hn::ShiftRight<kRight>(hn::BitCast(pairs, v))),
                 hn::Set(Bytes(), std::uint8_t{0x0F}));
}

// 16 bytes of one stretch for each block of 16 lanes.
template <std::size_t kCount>
HWY_INLINE hn::Vec<hn::FixedTag<std::uint8_t, kCount> > LoadBlocks(const std::uint8_t* from,
                                                                   std::size_t length) {
  const hn::FixedTag<std::uint8_t, kCount> lanes;
  if constexpr (kCount == 16) {
    return hn::LoadU(lanes, from);
  } else {
    constexpr std::size_t kHalf = kCount / 2;
    return hn::Combine(lanes, LoadBlocks<kHalf>(from + kHalf * length, length),
                       LoadBlocks<kHalf>(from, length));
  }
}

HWY_INLINE void Interleave(const V* from, V* to) {
  const Bytes bytes;
  for (std::size_t i = 0; i < 8; ++i) {
    to[2 * i] = hn::InterleaveLower(bytes, from[i], from[i + 8]);
    to[2 * i + 1] = hn::InterleaveUpper(bytes, from[i], from[i + 8]);
  }
}

// The 8 places of a byte; `last` is the last one of the byte before.
HWY_INLINE V PutPlaces(V byte, V last, std::uint8_t* places) {
  const hn::Repartition<std::uint16_t, Bytes> pairs;
  const V upper = Nibble<4>(byte);
  const V across = hn::Or(hn::BitCast(Bytes(), hn::ShiftLeft<4>(hn::BitCast(pairs, last))), upper);
  const V lower = hn::And(byte, hn::Set(Bytes(), std::uint8_t{0x0F}));
  Put(Nibble<3>(across), places, 0);
  Put(Nibble<2>(across), places, 1);
  Put(Nibble<1>(across), places, 2);
  Put(upper, places, 3);
  Put(Nibble<3>(byte), places, 4);
  Put(Nibble<2>(byte), places, 5);
  Put(Nibble<1>(byte), places, 6);
  Put(lower, places, 7);
  return lower;
}

// The next 16 bytes of each stretch, a vector for each step, as places.
HWY_INLINE void LoadPlaces(const std::uint8_t* from, std::size_t length, std::uint8_t* places) {
  V a[kSteps], b[kSteps];
  for (std::size_t row = 0; row < kSteps; ++row) a[row] = LoadBlocks<kLanes>(from + row * length, length);
  Interleave(a, b);
  Interleave(b, a);
  Interleave(a, b);
  V last = At(places, -1);
  const Bytes bytes;
  for (std::size_t i = 0; i < 8; ++i) {
    last = PutPlaces(hn::InterleaveLower(bytes, b[i], b[i + 8]), last, places + 2 * i * kPlaces * kLanes);
    last =
        PutPlaces(hn::InterleaveUpper(bytes, b[i], b[i + 8]), last, places + (2 * i + 1) * kPlaces * kLanes);
  }
}

HWY_INLINE V Matches(V upper, V lower, const std::uint8_t* places, std::ptrdiff_t offset) {
  return hn::And(hn::TableLookupBytes(upper, At(places, offset - 5)),
                 hn::TableLookupBytes(lower, At(places, offset - 1)));
}

// The skip rule for 8 tags, `steps` bytes of each lane: what each byte adds to the counts goes to `rows`.
HWY_NOINLINE void Skip(V upper, V lower, const std::uint8_t* places, std::size_t steps, std::uint8_t* closed,
                       std::uint8_t* rows) {
  V s1 = At(closed, 0), s2 = At(closed, 1), s3 = At(closed, 2), s4 = At(closed, 3), s5 = At(closed, 4),
    s6 = At(closed, 5), s7 = At(closed, 6);
  for (std::size_t step = 0; step < steps; ++step, places += kPlaces * kLanes) {
    // From here on s1 to s7 are done(1) to done(7)
    s1 = hn::AndNot(s1, Matches(upper, lower, places, 1));
    s2 = hn::Or(s1, hn::AndNot(s2, Matches(upper, lower, places, 2)));
    s3 = hn::Or(s2, hn::AndNot(s3, Matches(upper, lower, places, 3)));
    s4 = hn::Or(s3, hn::AndNot(s4, Matches(upper, lower, places, 4)));
    s5 = hn::Or(s4, hn::AndNot(s5, Matches(upper, lower, places, 5)));
    s6 = hn::Or(s5, hn::AndNot(s6, Matches(upper, lower, places, 6)));
    s7 = hn::Or(s6, hn::AndNot(s7, Matches(upper, lower, places, 7)));
    const V done = hn::Or(s7, Matches(upper, lower, places, 8));
    Put(done, rows, step);
    // ... and now closed(1) to closed(7) again.
    s1 = hn::AndNot(s1, done);
    s2 = hn::AndNot(s2, done);
    s3 = hn::AndNot(s3, done);
    s4 = hn::AndNot(s4, done);
    s5 = hn::AndNot(s5, done);
    s6 = hn::AndNot(s6, done);
    s7 = hn::AndNot(s7, done);
  }
  Put(s1, closed, 0);
  Put(s2, closed, 1);
  Put(s3, closed, 2);
  Put(s4, closed, 3);
  Put(s5, closed, 4);
  Put(s6, closed, 5);
  Put(s7, closed, 6);
}

// sum + a + b, bit by bit; what carries over is returned.
HWY_INLINE V Add(V* sum, V a, V b) {
  const V one = hn::Xor(*sum, a);
  const V carry = hn::Or(hn::And(*sum, a), hn::And(one, b));
  *sum = hn::Xor(one, b);
  return carry;
}

// Adds 16 rows of bits to counters of kCounterBits, each bit of which has a separate vector.
HWY_NOINLINE void AddRows(const std::uint8_t* rows, std::uint8_t* counters) {
  V ones = At(counters, 0), twos = At(counters, 1), fours = At(counters, 2), eights = At(counters, 3);
  V eight[2];
  for (std::ptrdiff_t half = 0; half < 2; ++half, rows += 8 * kLanes) {
    V four[2];
    for (std::ptrdiff_t i = 0; i < 2; ++i) {
      const V two = Add(&ones, At(rows, 4 * i), At(rows, 4 * i + 1));
      four[i] = Add(&twos, two, Add(&ones, At(rows, 4 * i + 2), At(rows, 4 * i + 3)));
    }
    eight[half] = Add(&fours, four[0], four[1]);
  }
  V carry = Add(&eights, eight[0], eight[1]);
  Put(ones, counters, 0);
  Put(twos, counters, 1);
  Put(fours, counters, 2);
  Put(eights, counters, 3);
  for (std::size_t i = 4; i < kCounterBits; ++i) {
    const V sum = At(counters, static_cast<std::ptrdiff_t>(i));
    Put(hn::Xor(sum, carry), counters, i);
    carry = hn::And(sum, carry);
  }
}

void SumCounters(const std::uint8_t* counters, std::uint64_t* counts) {
  const Bytes bytes;
  const hn::Repartition<std::uint64_t, Bytes> words;
  for (std::size_t tag = 0; tag < 8; ++tag) {
    const V bit = hn::Set(bytes, static_cast<std::uint8_t>(1u << tag));
    auto sum = hn::Zero(words);
    for (std::size_t i = kCounterBits; i-- > 0;)
      sum =
          hn::Add(hn::Add(sum, sum), hn::SumsOf8(hn::And(At(counters, static_cast<std::ptrdiff_t>(i)), bit)));
    counts[tag] += hn::GetLane(hn::SumOfLanes(words, sum)) >> tag;
  }
}

std::size_t Lanes() { return kLanes; }

void Scan(const NibbleTables& tables, const std::uint8_t* bytes, std::size_t length, std::size_t following,
          SumTable* counts, TagSeams* seams) {
  const Bytes d;
  HWY_ALIGN std::uint8_t places[(kSteps + 1) * kPlaces * kLanes];  // those of the byte before come first
  HWY_ALIGN std::uint8_t rows[kSteps * kLanes];
  HWY_ALIGN std::uint8_t closed[2][7 * kLanes];
  HWY_ALIGN std::uint8_t counters[2][kCounterBits * kLanes] = {};
  std::uint8_t* const now = places + kPlaces * kLanes;
  for (std::size_t lane = 0; lane < kLanes; ++lane) rows[lane] = bytes[lane * length - 1];
  PutPlaces(At(rows, 0), hn::Zero(d), places);
  for (std::size_t at = 0; at < length; at += kSteps) {
    const std::size_t steps = HWY_MIN(kSteps, length - at);
    LoadPlaces(bytes + at, length, now);
    // The hardware prefetcher does not follow so many stretches: prefetch the next bytes of each.
    for (std::size_t line = 0; line < kSteps * kLanes; line += 64)
      if (kLanes * at + line < following) hwy::Prefetch(bytes + kLanes * (length + at) + line);
    for (std::size_t half = 0; half < 2; ++half) {
      const V upper = hn::LoadDup128(d, tables.upper[half]);
      const V lower = hn::LoadDup128(d, tables.lower[half]);
      if (at == 0) {
        const V assumed =
            hn::And(hn::TableLookupBytes(upper, At(places, 3)), hn::TableLookupBytes(lower, At(places, 7)));
        hn::StoreU(assumed, d, seams->assumed[half]);
        for (std::size_t i = 0; i < 7; ++i) Put(assumed, closed[half], i);
        for (std::ptrdiff_t offset = 1; offset <= 7; ++offset)
          hn::StoreU(Matches(upper, lower, now, offset), d, seams->first[half][offset - 1]);
      }
      if (steps < kSteps) std::memset(rows, 0, sizeof rows);
      Skip(upper, lower, now, steps, closed[half], rows);
      AddRows(rows, counters[half]);
    }
    std::memcpy(places, now + (kSteps - 1) * kPlaces * kLanes, kPlaces * kLanes);
  }
  for (std::size_t half = 0; half < 2; ++half) {
    SumCounters(counters[half], counts->data() + half * 8);
    for (std::size_t i = 0; i < 7; ++i)
      hn::StoreU(At(closed[half], static_cast<std::ptrdiff_t>(i)), d, seams->closed[half][i] + 1);
  }
}

#endif

}  // namespace kindred::tally::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kindred::tally {

HWY_EXPORT(Lanes);
HWY_EXPORT(Scan);

NibbleTables::NibbleTables(const TagSet& set) {
  for (std::size_t tag = 0; tag < kTags; ++tag) {
    upper[tag / 8][set.tags[tag] >> 4] |= static_cast<std::uint8_t>(1u << tag % 8);
    lower[tag / 8][set.tags[tag] & 0x0F] |= static_cast<std::uint8_t>(1u << tag % 8);
  }
}

std::size_t TagScanLanes() { return HWY_DYNAMIC_DISPATCH(Lanes)(); }

void ScanTags(const NibbleTables& tables, const std::uint8_t* bytes, std::size_t length,
              std::size_t following, SumTable* counts, TagSeams* seams) {
  HWY_DYNAMIC_DISPATCH(Scan)(tables, bytes, length, following, counts, seams);
}

}  // namespace kindred::tally
#endif

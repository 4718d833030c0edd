// Records of the journal as bytes. Reading never trusts a length.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "act/journal/journal.h"

namespace kindred::act {

inline constexpr char kMagic[] = "kindred journal 1\n";
inline constexpr std::size_t kFrameBytes = 12;

std::vector<std::uint8_t> Encode(const RunBegin& begin);
std::vector<std::uint8_t> Encode(const Intent& intent);
std::vector<std::uint8_t> Encode(const ActionEnd& end);
std::vector<std::uint8_t> Encode(const RunEnd& end);

// The checksum of a record behind another one.
std::uint64_t ChainedChecksum(std::uint64_t before, std::span<const std::uint8_t> payload);

// Adds a record to what is known of a run; false for an invalid record. The first must be a beginning.
bool Decode(std::span<const std::uint8_t> payload, JournalFile* file, bool first);

}  // namespace kindred::act

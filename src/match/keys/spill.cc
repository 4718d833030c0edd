// See spill.h. A set is: (members << 1 | all weigh the same), the members as distances, the weights.
#include "match/keys/spill.h"

#include <algorithm>

#include "base/coding.h"
#include "base/hashing.h"
#include "kindred/error.h"

namespace kindred::match {

Spill::Spill(base::FileSystem& files, const std::string& directory, std::size_t bins)
    : directory_(directory), pieces_(bins) {
  try {
    file_ = files.CreateTemporary(directory);
  } catch (const Error& cause) {
    base::ThrowNoSpill(directory_, cause);
  }
}

void Spill::Append(std::size_t bin, std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return;
  const std::uint64_t checksum = base::Checksum(bytes);
  std::lock_guard lock(mutex_);
  try {
    file_->WriteAt(end_, bytes);
  } catch (const Error& cause) {
    base::ThrowNoSpill(directory_, cause);
  }
  pieces_[bin].push_back({end_, static_cast<std::uint32_t>(bytes.size()), checksum});
  end_ += bytes.size();
}

void Spill::Load(const Piece& piece, std::vector<std::uint8_t>* bytes) const {
  bytes->resize(piece.length);
  file_->ReadAt(piece.offset, *bytes);
  if (base::Checksum(*bytes) != piece.checksum)
    throw Error(ErrorKind::kDamaged, "spilled data was changed on disk", directory_);
}

void Spill::Encode(KeySet set, std::vector<std::uint8_t>* out) {
  const bool same = std::ranges::all_of(set.weights, [&](std::uint64_t w) { return w == set.weights[0]; });
  const std::size_t before = out->size();
  out->resize(before + (2 + 2 * set.members.size()) * base::kMaxVarintBytes);
  std::uint8_t* at = out->data() + before;
  at = base::WriteVarint(at, set.members.size() << 1 | static_cast<std::uint64_t>(same));
  std::uint32_t last = 0;
  for (std::uint32_t member : set.members) {
    at = base::WriteVarint(at, member - last);
    last = member;
  }
  for (std::size_t i = 0; i < (same ? 1 : set.weights.size()); ++i)
    at = base::WriteVarint(at, set.weights[i]);
  out->resize(static_cast<std::size_t>(at - out->data()));
}

std::span<const std::uint8_t> Spill::Decode(std::span<const std::uint8_t> bytes,
                                            std::vector<std::uint32_t>* members,
                                            std::vector<std::uint64_t>* weights) {
  // The checksum was good, so these are the bytes that Encode wrote.
  const std::uint8_t* at = bytes.data();
  const std::uint8_t* const end = at + bytes.size();
  std::uint64_t value = 0;
  at = base::ReadVarint(at, end, &value);
  const bool same = (value & 1) != 0;
  members->resize(value >> 1);
  weights->resize(value >> 1);
  std::uint64_t member = 0;
  for (std::uint32_t& to : *members) {
    at = base::ReadVarint(at, end, &value);
    to = static_cast<std::uint32_t>(member += value);
  }
  for (std::uint64_t& to : *weights) {
    if (!same || &to == weights->data()) at = base::ReadVarint(at, end, &value);
    to = value;
  }
  return {at, end};
}

}  // namespace kindred::match

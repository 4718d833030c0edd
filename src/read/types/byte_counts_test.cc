// The vector kernel against the plain definition, on every kind of vector unit.
#include "read/types/byte_counts.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "base/vector_targets.h"

namespace kindred::read {
namespace {

using Bytes = std::vector<std::uint8_t>;

ByteCounts Slowly(const Bytes& bytes) {
  ByteCounts counts;
  for (const std::uint8_t byte : bytes) {
    if (byte == 0) ++counts.nul;
    if (IsControl(byte)) ++counts.control;
  }
  return counts;
}

class ByteCountsTest : public base::VectorTargetTest {};

TEST_P(ByteCountsTest, EqualsTheDefinition) {
  std::mt19937 random(1);
  for (std::size_t size = 0; size < 300; ++size) {
    Bytes bytes(size);
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
    ASSERT_EQ(CountBytes(bytes), Slowly(bytes)) << Name() << ", size " << size;
    for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random() % 36);
    ASSERT_EQ(CountBytes(bytes), Slowly(bytes)) << Name() << ", size " << size;
    ASSERT_EQ(CountBytes(Bytes(size, 0)), (ByteCounts{size, size})) << Name();
    ASSERT_EQ(CountBytes(Bytes(size, 0xff)), (ByteCounts{0, 0})) << Name();
  }
}

TEST_P(ByteCountsTest, EveryByte) {
  for (int byte = 0; byte < 256; ++byte) {
    const Bytes bytes(64, static_cast<std::uint8_t>(byte));
    ASSERT_EQ(CountBytes(bytes), Slowly(bytes)) << Name() << ", byte " << byte;
  }
}

INSTANTIATE_TEST_SUITE_P(AllTargets, ByteCountsTest, testing::ValuesIn(base::VectorTargets()),
                         base::VectorTargetName);

}  // namespace
}  // namespace kindred::read

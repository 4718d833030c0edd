// For tests of vector kernels: each test runs once on every kind of vector unit that this machine has.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>
#include <vector>

namespace kindred::base {

class VectorTargetTest : public testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
  static std::string Name() { return hwy::TargetName(GetParam()); }
};

inline std::vector<std::int64_t> VectorTargets() {
  std::vector<std::int64_t> targets;
  for (std::int64_t left = hwy::SupportedTargets() & HWY_TARGETS; left != 0; left &= left - 1)
    targets.push_back(left & -left);
  return targets;
}

inline std::string VectorTargetName(const testing::TestParamInfo<std::int64_t>& test) {
  return hwy::TargetName(test.param);
}

}  // namespace kindred::base

// Measured shares at their edge; tests/oracle/verify_oracle_test.cc holds them against brute force.
#include "engine/find/verify.h"

#include <gtest/gtest.h>

namespace kindred::engine {
namespace {

TEST(RoundedShare, OneByteLessThanAllIsNotAll) {
  EXPECT_LT(RoundedShare(1 - 1e-9), 1);
  EXPECT_GT(RoundedShare(1 - 1e-9), 0.9999f);
  EXPECT_EQ(RoundedShare(1), 1);
  EXPECT_EQ(RoundedShare(0.5), 0.5f);
  EXPECT_GT(RoundedShare(1e-9), 0);
  EXPECT_EQ(RoundedShare(0), 0);
}

}  // namespace
}  // namespace kindred::engine

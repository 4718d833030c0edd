// Tests of Digest as text.
#include "kindred/digest.h"

#include <gtest/gtest.h>

namespace kindred {

namespace {

TEST(Digest, IsReadAsItIsWritten) {
  const Digest digest{0x0123456789abcdef, 0x00000000000000ff};
  EXPECT_EQ(digest.Hex(), "0123456789abcdef00000000000000ff");
  EXPECT_EQ(Digest::Parse(digest.Hex()), digest);
}

TEST(Digest, OnlyThirtyTwoHexadecimalDigitsAreOne) {
  const std::string hex = Digest{1, 2}.Hex();
  for (const std::string& wrong : {std::string(), hex.substr(1), hex + "0", "-" + hex.substr(1),
                                   hex.substr(1) + "g", "0x" + hex.substr(2)})
    EXPECT_EQ(Digest::Parse(wrong), std::nullopt) << wrong;
}

}  // namespace

}  // namespace kindred

// What people read of an error of the library.
#include "command/as_typed.h"

#include <gtest/gtest.h>

namespace kindred::cli {
namespace {

TEST(AsTyped, AnOptionBecomesItsFlag) {
  EXPECT_EQ(AsTyped(Error(ErrorKind::kUsage, "there is no type 'x'", OptionName{"types"})),
            "--type: there is no type 'x'");
  EXPECT_EQ(AsTyped(Error(ErrorKind::kFailed, "cannot", OptionName{"method anchors"})),
            "--method anchors: cannot");
  EXPECT_EQ(AsTyped(Error(ErrorKind::kNotFound, "there is no family 7", OptionName{"family"})),
            "--family: there is no family 7");
}

TEST(AsTyped, HintsTellWhatToType) {
  EXPECT_EQ(AsTyped(Error(ErrorKind::kFailed, "there is no index here", "/i", "make one with `Index::Scan`")),
            "/i: there is no index here; make one with 'kindred scan PATH'");
  EXPECT_EQ(AsTyped(Error(ErrorKind::kUsage, "a", "", "lower `tolerance`, or raise `memory`")),
            "a; lower --tolerance, or raise --memory");
  EXPECT_EQ(AsTyped(Error(ErrorKind::kUsage, "cannot open the file that `method` names", "f")),
            "f: cannot open the file that --method names");
}

TEST(AsTyped, NamesOfFilesStayAsTheyAre) {
  EXPECT_EQ(AsTyped(Error(ErrorKind::kFailed, "not empty (it has `memory`)", "`limit`", "`")),
            "`limit`: not empty (it has `memory`); `");
  EXPECT_EQ(AsTyped(Error(ErrorKind::kFailed, "gone", "method", "try `no such name` `memory`")),
            "method: gone; try `no such name` --memory");
}

}  // namespace
}  // namespace kindred::cli

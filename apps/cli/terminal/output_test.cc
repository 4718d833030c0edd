// A report's file is either the old one or the whole new one.
#include "terminal/output.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "flags/tree/name_list.h"
#include "kindred/error.h"

namespace kindred::cli {
namespace {

namespace fs = std::filesystem;

class InDirectory : public testing::Test {
 protected:
  InDirectory() {
    std::string name = testing::TempDir() + "/cli_output_XXXXXX";
    directory_ = mkdtemp(name.data());
  }
  ~InDirectory() override { fs::remove_all(directory_); }

  static std::string Read(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  std::size_t Names() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(directory_), fs::directory_iterator()));
  }

  fs::path directory_;
};

using OutputTest = InDirectory;

TEST_F(OutputTest, CommitReplacesTheFileAndKeepsItsMode) {
  fs::path path = directory_ / "report";
  std::ofstream(path) << "old";
  chmod(path.c_str(), 0640);
  Output output(path);
  output.stream() << "new" << std::flush;
  EXPECT_EQ(Read(path), "old");
  EXPECT_EQ(Names(), 2u);
  output.Commit();
  EXPECT_EQ(Read(path), "new");
  EXPECT_EQ(Names(), 1u);
  struct stat status;
  ASSERT_EQ(stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST_F(OutputTest, WithoutCommitNothingIsLeftAndTheOldFileStays) {
  fs::path path = directory_ / "report";
  std::ofstream(path) << "old";
  {
    Output output(path);
    output.stream() << std::string(1 << 20, 'x');
  }
  EXPECT_EQ(Read(path), "old");
  EXPECT_EQ(Names(), 1u);
}

TEST_F(OutputTest, NothingIsMadeBeforeTheFirstWrite) {
  Output output(directory_ / "report");
  EXPECT_EQ(Names(), 0u);
  output.Commit();
  EXPECT_TRUE(fs::exists(directory_ / "report"));
}

TEST_F(OutputTest, ALinkIsWrittenThrough) {
  std::ofstream(directory_ / "real") << "old";
  fs::create_symlink("real", directory_ / "link");
  Output output(directory_ / "link");
  output.stream() << "new";
  output.Commit();
  EXPECT_TRUE(fs::is_symlink(directory_ / "link"));
  EXPECT_EQ(Read(directory_ / "real"), "new");
}

TEST_F(OutputTest, ImpossiblePlacesAreToldAtOnce) {
  EXPECT_THROW(Output(directory_ / "missing" / "report"), Error);
  EXPECT_THROW(Output{directory_.string()}, Error);
}

TEST_F(OutputTest, ADeviceIsWrittenInPlaceAndItsErrorIsTold) {
  Output output("/dev/full");
  output.stream() << "x";
  EXPECT_THROW(output.Commit(), Error);
}

using NameListTest = InDirectory;

TEST_F(NameListTest, LinesOrNulBytes) {
  fs::path list = directory_ / "list";
  std::ofstream(list, std::ios::binary) << "a b\n\n\xff\nlast";
  std::vector<std::string> names = {"first"};
  AppendNames(list, false, &names);
  EXPECT_EQ(names, (std::vector<std::string>{"first", "a b", "\xff", "last"}));

  std::ofstream(list, std::ios::binary) << std::string("new\nline\0x\0", 11);
  names.clear();
  AppendNames(list, true, &names);
  EXPECT_EQ(names, (std::vector<std::string>{"new\nline", "x"}));
  EXPECT_THROW(AppendNames(list, false, &names), Error);
  EXPECT_THROW(AppendNames(directory_ / "missing", false, &names), Error);
}

}  // namespace
}  // namespace kindred::cli

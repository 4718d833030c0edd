// Which kind of Error a front end gets in which case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "index/store/store.h"
#include "kindred/kindred.h"
#include "tests/recording_sink.h"
#include "tests/temp_tree.h"

namespace kindred::api {
namespace {

using testing_support::RandomText;
using testing_support::RecordingSink;
using testing_support::SilentObserver;
using testing_support::TempTree;

class ErrorKindsTest : public testing::Test {
 protected:
  ErrorKindsTest() {
    tree_.Write("a", RandomText(20000, 1));
    tree_.Write("b", RandomText(20000, 1));
    Scan();
  }
  void Scan() {
    ScanOptions options;
    options.walk.roots = {tree_.root()};
    index_.Scan(options, sink_, observer_);
  }

  template <typename Act>
  static Error ErrorOf(Act act) {
    try {
      act();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error(ErrorKind::kFailed, "");
  }
  template <typename Act>
  static ErrorKind KindOf(Act act) {
    return ErrorOf(act).kind();
  }

  TempTree tree_;
  RecordingSink sink_;
  SilentObserver observer_;
  Index index_{tree_.index()};
};

TEST_F(ErrorKindsTest, NotFound) {
  const std::string none = tree_.Path("none");
  Index nowhere(none);
  EXPECT_EQ(KindOf([&] { Snapshot::Open(none); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { nowhere.Stats(); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { nowhere.Check(observer_); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { nowhere.Query(tree_.Path("a"), {}, sink_, observer_); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { index_.Query(none, {}, sink_, observer_); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { CompareFiles(tree_.Path("a"), none, {}, sink_, observer_); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { index_.ShowTemplate("none", sink_); }), ErrorKind::kNotFound);
  EXPECT_EQ(KindOf([&] { index_.RemoveTemplate("none"); }), ErrorKind::kNotFound);
  FindOptions find;
  find.scan.walk.roots = {none};
  EXPECT_EQ(KindOf([&] { index_.Find(find, sink_, observer_); }), ErrorKind::kNotFound);
  QueryOptions chunks;
  chunks.method = "chunks";
  EXPECT_EQ(KindOf([&] { index_.Query(tree_.Path("a"), chunks, sink_, observer_); }), ErrorKind::kNotFound);
}

TEST_F(ErrorKindsTest, Busy) {
  const auto writer = index::IndexWriter::Open(base::PosixFileSystem(), tree_.index());
  tree_.Write("c", RandomText(20000, 3));
  const Error error = ErrorOf([&] { Scan(); });
  EXPECT_EQ(error.kind(), ErrorKind::kBusy);
  EXPECT_EQ(error.where(), tree_.index());
  EXPECT_EQ(KindOf([&] { index_.Forget(tree_.Path("a"), observer_); }), ErrorKind::kBusy);
  index_.Query(tree_.Path("a"), {}, sink_, observer_);  // readers never wait
}

TEST_F(ErrorKindsTest, NoSpace) {
  if (!base::PosixFileSystem().Exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  EXPECT_EQ(KindOf([] {
              auto file = base::PosixFileSystem().Create("/dev/full");
              const std::uint8_t byte[] = {1};
              file->Append(byte);
            }),
            ErrorKind::kNoSpace);
}

TEST_F(ErrorKindsTest, Damaged) {
  for (const auto& file : std::filesystem::directory_iterator(tree_.index())) {
    if (file.path().filename().string().ends_with(".segment"))
      std::filesystem::resize_file(file.path(), file.file_size() / 2);
  }
  EXPECT_EQ(KindOf([&] { Snapshot::Open(tree_.index()); }), ErrorKind::kDamaged);
  EXPECT_EQ(KindOf([&] { index_.Query(tree_.Path("a"), {}, sink_, observer_); }), ErrorKind::kDamaged);
  EXPECT_FALSE(index_.Check(observer_).problems.empty());
}

TEST_F(ErrorKindsTest, Usage) {
  QueryOptions options;
  options.types = {"nonsense"};
  const Error error = ErrorOf([&] { index_.Query(tree_.Path("a"), options, sink_, observer_); });
  EXPECT_EQ(error.kind(), ErrorKind::kUsage);
  EXPECT_TRUE(error.where_is_option());
  EXPECT_EQ(error.where(), "types");
  EXPECT_EQ(error.message(), "there is no type 'nonsense'");
  EXPECT_EQ(error.WithoutHint(), "types: there is no type 'nonsense'");
  options = {};
  options.match.filter = "of_a >";
  EXPECT_THROW(index_.Query(tree_.Path("a"), options, sink_, observer_), FilterError);
}

TEST_F(ErrorKindsTest, Cancelled) {
  class Stop : public Observer {
    bool StopRequested() override { return true; }
  } stop;
  EXPECT_EQ(KindOf([&] { index_.Query(tree_.Path("a"), {}, sink_, stop); }), ErrorKind::kCancelled);
}

TEST_F(ErrorKindsTest, FailedIsTheRest) {
  ScanOptions options;
  options.walk.roots = {tree_.root()};
  EXPECT_EQ(KindOf([&] { Index(tree_.Path("a")).Scan(options, sink_, observer_); }), ErrorKind::kFailed)
      << "a file is in the place of the index";
  EXPECT_EQ(KindOf([&] { index_.Query(tree_.root(), {}, sink_, observer_); }), ErrorKind::kFailed)
      << "a directory is no query";
}

}  // namespace
}  // namespace kindred::api

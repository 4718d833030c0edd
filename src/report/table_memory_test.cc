// Reports of 100,000 rows take no more memory than those of 10,000: rows go out as they come in.
#include <gtest/gtest.h>

#include <fstream>
#include <ostream>
#include <streambuf>
#include <string>

#include "kindred/report.h"

namespace kindred {
namespace {

// A stream that keeps nothing.
class Nowhere : public std::streambuf {
 public:
  std::uint64_t bytes = 0;

 protected:
  int_type overflow(int_type c) override {
    ++bytes;
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char*, std::streamsize size) override {
    bytes += static_cast<std::uint64_t>(size);
    return size;
  }
};

// The most memory that the process had resident since the last call, in kB; 0: not known here.
std::uint64_t PeakAndReset() {
  std::uint64_t peak = 0;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    if (word == "VmHWM:") status >> peak;
  }
  std::ofstream("/proc/self/clear_refs") << "5";
  return peak;
}

// Clusters of ten files with 45 links: 56 rows of an outline, and ten files that are identical to others.
std::uint64_t Push(const std::string& format, std::size_t rows) {
  Nowhere nowhere;
  std::ostream stream(&nowhere);
  auto report = MakeReport(format, {.limit = 0, .command_line = "find /srv"}, stream);
  report->OnSummary({});
  Cluster cluster;
  for (std::uint32_t i = 0; i < 10; ++i) {
    cluster.files.push_back({"/srv/some/directory/with/a/name/file-" + std::to_string(i) + ".txt", 1000});
    for (std::uint32_t j = 0; j < i; ++j) cluster.links.push_back({j, i, 0.5, 0.6, 0.6, 500, 12});
  }
  for (std::size_t row = 0; row < rows; row += 56) {
    cluster.id = std::to_string(row);
    report->OnCluster(cluster);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    report->OnSkip({"/srv/some/directory/" + std::to_string(row), "open", "permission denied", true});
  }
  report->OnEnd();
  return nowhere.bytes;
}

TEST(TableMemory, DoesNotGrowWithTheRows) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's own memory would be measured";
#endif
  for (const char* format : {"html", "xlsx", "dot"}) {
    Push(format, 10000);  // what is made once
    PeakAndReset();
    Push(format, 10000);
    const std::uint64_t small = PeakAndReset();
    const std::uint64_t bytes = Push(format, 100000);
    const std::uint64_t large = PeakAndReset();
    if (small == 0) GTEST_SKIP() << "no /proc";
    RecordProperty(std::string(format) + "_kB", static_cast<int>(large));
    std::printf("%s: 2 x 100,000 rows, %llu bytes, %llu kB resident at most; 10,000: %llu kB\n", format,
                static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(large),
                static_cast<unsigned long long>(small));
    EXPECT_LT(large, small + 4096) << format;
  }
}

}  // namespace
}  // namespace kindred

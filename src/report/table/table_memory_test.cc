// Reports of 100,000 rows take no more memory than those of 10,000: rows go out as they come in.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <streambuf>
#include <string>

#include "kindred/report.h"

namespace kindred::report {
namespace {

// Memory in use: of the heap, not of the process, of which the system takes pages away and gives them back.
std::size_t HeapInUse() {
  const struct mallinfo2 heap = ::mallinfo2();
  return heap.uordblks + heap.hblkhd;
}

// A stream that keeps nothing but the most memory that was in use while it was written.
class Nowhere : public std::streambuf {
 public:
  std::uint64_t bytes = 0;
  std::size_t most = 0;

 protected:
  int_type overflow(int_type c) override {
    Count(1);
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char*, std::streamsize size) override {
    Count(static_cast<std::uint64_t>(size));
    return size;
  }

 private:
  // Looking costs more than writing a few bytes: once in 4 KiB.
  void Count(std::uint64_t size) {
    if (bytes / 4096 != (bytes + size) / 4096) most = std::max(most, HeapInUse());
    bytes += size;
  }
};

// Families of ten files with 45 links: 56 rows of an outline. Names are relative, so that they are not links
// in a workbook: libxlsxwriter keeps these in memory, some 340 bytes each, at most 65,530 of a sheet.
Nowhere Push(const std::string& format, std::size_t rows) {
  Nowhere nowhere;
  std::ostream stream(&nowhere);
  auto report = MakeReport(format, {.limit = 0, .command_line = "find /srv"}, stream);
  report->On(Summary{});
  Family family;
  for (std::uint32_t i = 0; i < 10; ++i) {
    family.files.push_back({"srv/some/directory/with/a/name/file-" + std::to_string(i) + ".txt", 1000});
    for (std::uint32_t j = 0; j < i; ++j) family.links.push_back({j, i, 0.5, 0.6, 0.6, 500, 12});
  }
  for (std::size_t row = 0; row < rows; row += 56) {
    family.id = std::to_string(row);
    report->On(family);
  }
  for (std::size_t row = 0; row < rows; ++row) {
    report->On(Skip{"srv/some/directory/" + std::to_string(row), "open", "permission denied", true});
  }
  nowhere.most = std::max(nowhere.most, HeapInUse());  // some formats write nothing before the end
  report->End();
  return nowhere;
}

TEST(TableMemory, DoesNotGrowWithTheRows) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's own memory would be measured";
#endif
  for (const char* format : {"html", "xlsx", "dot"}) {
    Push(format, 10000);  // what is made once
    const Nowhere small = Push(format, 10000);
    const Nowhere large = Push(format, 100000);
    fmt::print("{}: 2 x 100,000 rows, {} bytes, {} bytes of memory at most; 10,000: {}\n", format,
               large.bytes, large.most, small.most);
    EXPECT_LT(large.most, small.most + (1 << 20)) << format;
  }
}

}  // namespace
}  // namespace kindred::report

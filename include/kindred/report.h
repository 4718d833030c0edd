// The report formats: each is a ResultSink that writes to a stream.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include "kindred/sink.h"

namespace kindred {

struct ReportOptions {
  std::uint64_t limit = 20;  // sections of the text report show so many items; 0: all
  std::string command_line;  // for the header
  bool color = false;
};

// "text", "json", "csv"
std::vector<std::string> ReportFormats();

// `format` is one of ReportFormats(), else Error(kUsage). The stream must outlive the sink.
std::unique_ptr<ResultSink> MakeReport(const std::string& format, const ReportOptions&, std::ostream&);

}  // namespace kindred

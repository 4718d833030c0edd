// names: the names of ordered files, as bytes, each with a newline or a NUL behind it: what --files-from, tar
// and rsync read. Nothing else is written, and nothing at all if a name could be mistaken for two.
#include <ostream>

#include "kindred/error.h"
#include "kindred/order_values.h"
#include "report/formats/formats.h"

namespace kindred::report {

namespace {

class NamesReport : public Report {
 public:
  NamesReport(const ReportOptions& options, std::ostream& stream)
      : stream_(stream), end_(options.null_names ? '\0' : '\n') {}

  bool On(const Record& record) override {
    const OrderedFile* file = record.As<OrderedFile>();
    if (file == nullptr) return true;
    if (file->path.find(end_) != std::string::npos) {
      throw Error(ErrorKind::kUsage, "the name has a newline, and would be two in a list of lines",
                  file->path, "end names with NUL: -0");
    }
    names_ += file->path;
    names_ += end_;
    return true;
  }

  void End() override {
    stream_ << names_;
    EndStream(stream_);
  }

 private:
  std::ostream& stream_;
  char end_;
  std::string names_;
};

}  // namespace

std::unique_ptr<Report> MakeNamesReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<NamesReport>(options, stream);
}

}  // namespace kindred::report

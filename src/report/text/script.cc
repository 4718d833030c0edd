// sh: results that can be done as a script: the plan of a dedupe, and that of a transfer to another machine.
// What comes first decides which of the two it is.
#include <ostream>

#include "report/formats/formats.h"

namespace kindred::report {

namespace {

class ScriptReport : public Report {
 public:
  ScriptReport(const ReportOptions& options, std::ostream& stream)
      : dedupe_(MakeDedupeScript(options, stream)), transfer_(MakeTransferScript(options, stream)) {}

  bool On(const Record& record) override {
    if (record.As<TreeComparison>() != nullptr) is_transfer_ = true;
    return (is_transfer_ ? transfer_ : dedupe_)->On(record);
  }
  void End() override { (is_transfer_ ? transfer_ : dedupe_)->End(); }

 private:
  std::unique_ptr<Report> dedupe_;
  std::unique_ptr<Report> transfer_;
  bool is_transfer_ = false;
};

}  // namespace

std::unique_ptr<Report> MakeScriptReport(const ReportOptions& options, std::ostream& stream) {
  return std::make_unique<ScriptReport>(options, stream);
}

}  // namespace kindred::report

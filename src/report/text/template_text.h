// Templates and pools in the report for people.
#pragma once

#include <cstdint>
#include <string>

#include "kindred/report.h"
#include "kindred/template_values.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

class TemplateText {
 public:
  TemplateText(const ReportOptions& options, TextLayout& layout) : options_(options), layout_(layout) {}

  void Info(const TemplateInfo& info);
  void Effect(const TemplateEffect& effect);
  void Suggestion(const TemplateSuggestion& suggestion);
  void Pool(const PoolReport& pool);

 private:
  const ReportOptions& options_;
  TextLayout& layout_;
  std::uint64_t infos_ = 0;
  std::uint64_t suggestions_ = 0;
  std::uint64_t effects_ = 0;
};

// "2 templates with 340 keys"; nothing for none.
std::string AppliedTemplatesText(std::uint64_t templates, std::uint64_t keys);

}  // namespace kindred::report

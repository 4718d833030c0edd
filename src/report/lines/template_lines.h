// Templates and pools, as lines for programs. JSON keys in the order of docs/cli.md; CSV columns as
// everywhere (kindred/report.h).
#pragma once

#include <string>

#include "kindred/template_values.h"

namespace kindred::report {

std::string TemplateJsonLine(const TemplateInfo& info);
std::string TemplateJsonLine(const TemplateEffect& effect);
std::string TemplateJsonLine(const TemplateSuggestion& suggestion);
std::string PoolJsonLine(const PoolReport& pool);

std::string TemplateCsvLines(const TemplateInfo& info);
std::string TemplateCsvLines(const TemplateEffect& effect);
std::string TemplateCsvLines(const TemplateSuggestion& suggestion);
std::string PoolCsvLines(const PoolReport& pool);

}  // namespace kindred::report

// An index as tables: what a find would match, row by row; kindred/tables.h has the columns.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/tables.h"

namespace kindred::jobs {

void ExportTablesOf(base::FileSystem& files, const std::string& index_directory, const TableOptions& options,
                    ResultSink& sink, Observer& observer);

}  // namespace kindred::jobs

// Rows of a table as Python objects, for users without an Arrow library.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>

#include "table.h"

namespace kindred::python {

// A list of dicts. Names are bytes, texts str, times nanoseconds since 1970, missing values None.
nanobind::list RowsOf(const Table& table);

}  // namespace kindred::python

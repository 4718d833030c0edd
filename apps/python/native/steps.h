// The steps of a find one by one (kindred/steps.h), for kindred.spark: columns of numbers in, tables out.
#pragma once

#include <nanobind/nanobind.h>

namespace kindred::python {

// Adds the class Steps and the functions beside it.
void BindSteps(nanobind::module_& module);

}  // namespace kindred::python

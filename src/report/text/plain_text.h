// Any record as a line of text, by its description.
#pragma once

#include <string>

#include "kindred/record.h"

namespace kindred::report {

// "visit  path=/a  size=10 bytes"; lists by their number of elements.
std::string PlainText(const Record& record);

}  // namespace kindred::report

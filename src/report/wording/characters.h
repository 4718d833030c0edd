// Which characters a report must not write as they are. Tested in path_text_test.cc through the forms of
// names.
#pragma once

#include "base/utf8.h"

namespace kindred::report {

// C0, DEL and C1: control characters, which a terminal would interpret.
bool IsControl(char32_t code);
// Characters that change the order of the text around them, or end a line: they make one name look like
// another.
bool IsDeceptive(char32_t code);
bool IsUnprintable(const base::Character& c);

}  // namespace kindred::report

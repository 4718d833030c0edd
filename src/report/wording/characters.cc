// See characters.h.
#include "report/wording/characters.h"

namespace kindred::report {

bool IsControl(char32_t code) { return code < 0x20 || (code >= 0x7F && code < 0xA0); }

bool IsDeceptive(char32_t code) {
  return (code >= 0x200B && code <= 0x200F) || (code >= 0x2028 && code <= 0x202E) ||
         (code >= 0x2060 && code <= 0x2069) || code == 0x061C || code == 0xFEFF;
}

bool IsUnprintable(const base::Character& c) { return !c.valid || IsControl(c.code) || IsDeceptive(c.code); }

}  // namespace kindred::report

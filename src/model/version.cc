// The version of the program and the library, which CMakeLists.txt states.
#include "kindred/values.h"

namespace kindred::inline v0 {

const char* Version() { return KINDRED_VERSION; }

}  // namespace kindred::inline v0

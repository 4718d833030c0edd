// Opens a file without a name, for what does not fit in memory: no other process can open it, and it is gone
// however the process ends.
#pragma once

#include <string>

namespace kindred::base {

// The name that a temporary file has for a moment where the file system has no files without names:
// "spill-NUMBER.tmp". One that is left behind is known by this.
inline constexpr const char* kTemporaryPrefix = "spill-";
inline constexpr const char* kTemporarySuffix = ".tmp";

// A descriptor for reading and writing, or -1 with errno. By O_TMPFILE; where that is not supported, as
// OpenNamedTemporary.
int OpenTemporary(const std::string& directory);

// Makes a file with a name that cannot be guessed, which must not exist, and removes the name at once.
int OpenNamedTemporary(const std::string& directory);

}  // namespace kindred::base

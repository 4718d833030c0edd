// Where the freedesktop trash specification (1.0) puts a file: the trash of the home directory if that is on
// the same file system, else one at the top of the file's own file system. A trash has files/, and info/ with
// a note on each: where it was, and when it was put there.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace kindred::act {

struct TrashPlace {
  std::string directory;  // absolute; empty: no trash
  std::string top;        // of its file system; empty: the home's trash, whose notes have absolute paths
  std::string reason;     // why there is no trash
};

// For a file in an absolute directory. Looks, and makes nothing.
TrashPlace TrashFor(const std::string& directory, std::uint64_t device);
// Makes files/ and info/; empty, or why that cannot be done.
std::string MakeTrash(const TrashPlace& place);

// A path in the trash's files/ that is free, and not among `taken`, from the name of the file.
std::string FreePathIn(const TrashPlace& place, const std::string& name, const std::set<std::string>& taken);
// The path of the note on a file of the trash.
std::string NotePath(const TrashPlace& place, const std::string& path);
// The note on a file that was at `path`.
std::string TrashNote(const TrashPlace& place, const std::string& path, std::int64_t seconds);

}  // namespace kindred::act

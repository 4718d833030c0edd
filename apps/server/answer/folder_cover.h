// Which sets of copies are covered by copied folders. A decision on a folder is a decision on its files, so
// the queue lists the folder instead of each file; find's text does the same (IdenticalSet::covered).
//
// A set is covered if folder items join all its members: of each such item, all files of one folder have
// copies in the other, and each of the two has one of the members. A folder that has the file twice would
// still have it twice, so it covers nothing. Whether an item is covered at the moment depends on decisions,
// too (View).
//
// Cost: a lookup for each folder above each copy. Tested in folder_cover_test.cc.
#pragma once

#include <cstdint>
#include <vector>

namespace kindred::server {

struct Answer;

// A folder item, by number, and the two members that are in its folders.
struct FolderCover {
  std::uint32_t folders = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
};

// Sets Item::covers. The items are in their final order.
void NoteCovers(Answer* answer);

}  // namespace kindred::server

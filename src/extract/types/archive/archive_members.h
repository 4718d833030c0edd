// The members of an archive that is already open, as parts.
#pragma once

#include "extract/types/archive/archive_reader.h"
#include "extract/types/look_inside.h"

namespace kindred::extract {

// Throws LimitReached, or Damaged where nothing more can be read.
void WriteMembers(const Look& look, ArchiveReader& reader);

}  // namespace kindred::extract

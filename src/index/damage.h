// The error for bytes of the index that are not what was written: file, offset, what to do.
#pragma once

#include <cstdint>
#include <string>

#include "kindred/error.h"

namespace kindred::index {

inline Error Damage(const std::string& path, std::uint64_t offset, const std::string& what) {
  return Error(ErrorKind::kDamaged, "damaged at offset " + std::to_string(offset) + ": " + what, path,
               "remove the index and run `Index::Scan` again");
}

}  // namespace kindred::index

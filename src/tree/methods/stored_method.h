// A method as an index stores it, and the error when the index has no marks of it.
#pragma once

#include <string>

#include "index/store/store.h"
#include "mark/method/method.h"

namespace kindred::tree {

// What the index stores of a method.
index::StoredMethod ToStored(const mark::Method& method);

// When an index, or its absence, has no marks of the method: names what it has and what to do.
[[noreturn]] void ThrowNoMarks(const std::string& directory, const index::Snapshot& snapshot,
                               const MethodInfo& method);

}  // namespace kindred::tree

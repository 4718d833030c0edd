// Calls the code written for a record's type.
#pragma once

#include "kindred/record.h"

namespace kindred::report {

// Calls `take` with the value if it is one of the given types; otherwise false.
template <typename... Types, typename Take>
bool Dispatch(const Record& record, Take&& take) {
  auto offer = [&]<typename T>(const T* value) {
    if (value != nullptr) take(*value);
    return value != nullptr;
  };
  return (offer(record.As<Types>()) || ...);
}

}  // namespace kindred::report

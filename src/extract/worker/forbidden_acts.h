// What a worker must not be able to do, tried from inside: the proof that the sandbox holds on this machine.
#pragma once

#include <span>

namespace kindred::extract {

struct ForbiddenAct {
  const char* name;
  bool (*succeeds)();  // must give false, or end the process
};

std::span<const ForbiddenAct> ForbiddenActs();

}  // namespace kindred::extract

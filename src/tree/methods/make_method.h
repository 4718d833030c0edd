// Methods from what a caller typed. A parameter may name a file (an anchor set); it is read here, because
// src/mark does no I/O.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mark/method/method.h"

namespace kindred::tree {

// As MakeMethod; Error(kUsage) also for a file that cannot be read.
std::unique_ptr<mark::Method> MethodFrom(const std::string& text);

using Methods = std::vector<std::unique_ptr<mark::Method>>;

// The named methods, each once. Throws Error(kUsage) if no method is named.
Methods MakeMethods(const std::vector<std::string>& texts);

}  // namespace kindred::tree

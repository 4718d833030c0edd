// The methods by name.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "mark/method/method.h"

namespace kindred::mark {

// "chunks:average=1015" to a method. Throws Error(kUsage) for an unknown name, parameter or value, naming
// the known ones. Without `read`, only what comes with the program can be named.
std::unique_ptr<Method> MakeMethod(const std::string& text, const ReadText& read = nullptr);
// Every method with its defaults.
std::vector<std::unique_ptr<Method>> AllMethods();

}  // namespace kindred::mark

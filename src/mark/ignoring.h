// The parameter `ignore` that every method takes: what is left out of texts before they are marked. The
// method itself does not see it; whoever feeds the marker leaves it out (src/read/normaliser.h). As a
// parameter it is part of what an index stores, so marks made with and without it never mix.
#pragma once

#include <memory>
#include <string>

#include "mark/method.h"

namespace kindred::mark {

// Takes "ignore=case+markup+space" out of the parameters; Error(kUsage) for other words.
Ignore TakeIgnore(const std::string& method, std::string* parameters);

// The same method, with the parameter.
std::unique_ptr<Method> Ignoring(std::unique_ptr<Method> method, Ignore ignore);

}  // namespace kindred::mark

// The parameters `ignore` and `text` that every method takes: what is left out of texts before they are
// marked. The method itself does not see them; the caller that feeds the marker leaves it out
// (src/read/text/normaliser.h). As parameters they are part of what an index stores, so marks made with and
// without them never mix. `text=plain`, the default, is not stored: line ends and encodings do not count.
#pragma once

#include <memory>
#include <string>

#include "mark/method/method.h"

namespace kindred::mark {

// Takes "ignore=case+markup+space" and "text=raw" out of the parameters; Error(kUsage) for other words.
Ignore TakeIgnore(const std::string& method, std::string* parameters);

// The same method, with the parameters.
std::unique_ptr<Method> Ignoring(std::unique_ptr<Method> method, Ignore ignore);

}  // namespace kindred::mark

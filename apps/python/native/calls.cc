// See calls.h.
#include "calls.h"

#include <algorithm>
#include <iterator>

#include "kindred/error.h"

namespace kindred::python {

const std::vector<Call>& Calls() {
  static const std::vector<Call> calls = [] {
    std::vector<Call> all;
    for (auto* group : {&TreeCalls, &InputCalls, &IndexCalls})
      std::ranges::move(group(), std::back_inserter(all));
    return all;
  }();
  return calls;
}

const Call& FindCall(const std::string& name) {
  const auto found = std::ranges::find_if(Calls(), [&](const Call& call) { return call.name == name; });
  if (found == Calls().end()) throw Error(ErrorKind::kUsage, "there is no such call", name);
  return *found;
}

}  // namespace kindred::python

// The list of methods. A new one is its file, its test, and a line here.
#include "mark/methods/methods.h"

#include <fmt/format.h>

#include "kindred/error.h"
#include "mark/method/ignoring.h"
#include "mark/methods/anchors.h"
#include "mark/methods/chunks.h"
#include "mark/methods/fingerprints.h"
#include "mark/methods/landmarks.h"

namespace kindred::mark {

namespace {

struct MethodEntry {
  const char* name;
  std::unique_ptr<Method> (*make)(const std::string& parameters, const ReadText& read);
};

// Most methods name no files.
template <std::unique_ptr<Method> (*kMake)(const std::string&)>
std::unique_ptr<Method> Make(const std::string& parameters, const ReadText&) {
  return kMake(parameters);
}

constexpr MethodEntry kMethods[] = {
    {"fingerprints", Make<MakeFingerprints>},
    {"chunks", Make<MakeChunks>},
    {"anchors", MakeAnchors},
    {"landmarks", Make<MakeLandmarks>},
};

}  // namespace

std::unique_ptr<Method> MakeMethod(const std::string& text, const ReadText& read) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  std::string known;
  for (const MethodEntry& method : kMethods) {
    if (name == method.name) {
      std::string parameters = colon == std::string::npos ? "" : text.substr(colon + 1);
      const Ignore ignore = TakeIgnore(name, &parameters);
      return Ignoring(method.make(parameters, read), ignore);
    }
    known += (known.empty() ? "" : ", ") + std::string(method.name);
  }
  throw Error(ErrorKind::kUsage, fmt::format("there is no method '{}'", name), OptionName{"method"},
              "choose from: " + known);
}

std::vector<std::unique_ptr<Method>> AllMethods() {
  std::vector<std::unique_ptr<Method>> methods;
  for (const MethodEntry& method : kMethods) methods.push_back(method.make("", nullptr));
  return methods;
}

}  // namespace kindred::mark

// See ignoring.h.
#include "mark/method/ignoring.h"

#include <fmt/format.h>

#include <algorithm>

#include "kindred/error.h"

namespace kindred::mark {

namespace {

class IgnoringMethod : public Method {
 public:
  IgnoringMethod(std::unique_ptr<Method> method, Ignore ignore)
      : method_(std::move(method)), ignore_(ignore) {}

  MethodInfo info() const override {
    MethodInfo info = method_->info();
    if (ignore_.Any()) info.parameters.emplace_back("ignore", ignore_.Text());
    if (ignore_.raw) info.parameters.emplace_back("text", "raw");
    return info;
  }
  Ignore ignore() const override { return ignore_; }
  Weight weight() const override { return method_->weight(); }
  Unit unit() const override { return method_->unit(); }
  int key_bits() const override { return method_->key_bits(); }
  int LevelFor(std::uint64_t size) const override { return method_->LevelFor(size); }
  std::uint64_t ExpectedMarks(std::uint64_t size) const override { return method_->ExpectedMarks(size); }
  int FinestLevel() const override { return method_->FinestLevel(); }
  std::unique_ptr<Marker> NewMarker() const override { return method_->NewMarker(); }

 private:
  std::unique_ptr<Method> method_;
  Ignore ignore_;
};

}  // namespace

Ignore TakeIgnore(const std::string& method, std::string* parameters) {
  Ignore ignore;
  std::string rest;
  for (std::size_t at = 0; at < parameters->size();) {
    const std::size_t comma = std::min(parameters->find(',', at), parameters->size());
    const std::string part = parameters->substr(at, comma - at);
    at = comma + 1;
    if (part.starts_with("text=")) {
      if (part != "text=raw" && part != "text=plain") {
        throw Error(ErrorKind::kUsage,
                    fmt::format("parameter '{}' of method '{}' is not valid", part, method),
                    OptionName{"method"}, "give raw or plain");
      }
      ignore.raw = part == "text=raw";
      continue;
    }
    if (!part.starts_with("ignore=")) {
      rest += (rest.empty() ? "" : ",") + part;
      continue;
    }
    for (std::size_t word_at = 7; word_at <= part.size();) {
      const std::size_t plus = std::min(part.find('+', word_at), part.size());
      const std::string word = part.substr(word_at, plus - word_at);
      word_at = plus + 1;
      bool* const wanted = word == "case"     ? &ignore.letter_case
                           : word == "markup" ? &ignore.markup
                           : word == "space"  ? &ignore.space
                                              : nullptr;
      if (wanted == nullptr) {
        throw Error(ErrorKind::kUsage,
                    fmt::format("parameter '{}' of method '{}' is not valid", part, method),
                    OptionName{"method"}, "give case, markup or space, several with + between them");
      }
      *wanted = true;
    }
  }
  *parameters = rest;
  return ignore;
}

std::unique_ptr<Method> Ignoring(std::unique_ptr<Method> method, Ignore ignore) {
  if (ignore == Ignore()) return method;
  return std::make_unique<IgnoringMethod>(std::move(method), ignore);
}

}  // namespace kindred::mark

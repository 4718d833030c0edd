// How a call is made of a struct of flags and the function that runs with it; used by the *_calls.cc.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "calls.h"
#include "flags/report/report_flags.h"

namespace kindred::python {

template <typename Flags>
using CallFunction = void (*)(const Flags&, const Request&, ResultSink&, Observer&);

template <typename Flags>
class PreparedCallOf : public PreparedCall {
 public:
  explicit PreparedCallOf(CallFunction<Flags> function) : function_(function) {}
  void* flags() override { return &flags_; }
  void Run(const Request& request, ResultSink& sink, Observer& observer) const override {
    function_(flags_, request, sink, observer);
  }

 private:
  Flags flags_;
  CallFunction<Flags> function_;
};

template <typename Flags>
Call MakeCall(const char* name, std::vector<const RecordType*> types, CallFunction<Flags> run) {
  return {name, std::move(types), [] { return Flags::Table().flags; },
          [run] { return std::make_unique<PreparedCallOf<Flags>>(run); }};
}

// Programs read everything, as from json.
inline cli::ReportFlags ForPrograms() {
  cli::ReportFlags report;
  report.format = "json";
  return report;
}

inline std::vector<std::string> MethodsOr(std::vector<std::string> methods,
                                          std::vector<std::string> otherwise) {
  return methods.empty() ? std::move(otherwise) : std::move(methods);
}

}  // namespace kindred::python

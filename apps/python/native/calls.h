// The calls that Python makes, each with the options it takes. These are the flags of the command of the same
// name, from the tables of the command line (apps/cli/flags), so that names, meanings and help cannot differ;
// only flags for reports and messages are left out.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flags/flag.h"
#include "kindred/input.h"
#include "kindred/kindred.h"

namespace kindred::python {

// What a call is about, besides its options.
struct Request {
  std::string index;                  // its directory
  std::vector<std::string> operands;  // paths, or the name of a template
  std::vector<Input> inputs;          // of a query
  // The options that were given, as on a command line: a flag's name and its value.
  struct Given {
    std::string flag;
    std::optional<std::string> value;
  };
  std::vector<Given> given;

  bool IsGiven(std::string_view flag) const {
    return std::ranges::any_of(given, [&](const Given& one) { return one.flag == flag; });
  }
};

// A call whose options are set one by one.
class PreparedCall {
 public:
  virtual ~PreparedCall() = default;
  virtual void* flags() = 0;
  virtual void Run(const Request& request, ResultSink& sink, Observer& observer) const = 0;
};

struct Call {
  const char* name;                      // "find", "template add"
  std::vector<const RecordType*> types;  // of its results, the summary first
  std::function<std::vector<cli::Flag>()> flags;
  std::function<std::unique_ptr<PreparedCall>()> prepare;
};

const std::vector<Call>& Calls();
std::vector<Call> TreeCalls();
std::vector<Call> InputCalls();
std::vector<Call> IndexCalls();
// Throws Error(kUsage) for an unknown name.
const Call& FindCall(const std::string& name);

}  // namespace kindred::python

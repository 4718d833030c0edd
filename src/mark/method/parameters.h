// The parameters of a method as typed: "window=50,rate=fine". Taken one by one, so that each method's
// constructor is the list of what it takes; a parameter that is not taken is an error that names the valid
// ones.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace kindred::mark {

class Parameters {
 public:
  // `text` is what follows the colon of NAME:param=value,... and may be empty.
  Parameters(const std::string& method, const std::string& text);

  std::uint64_t Number(const std::string& name, std::uint64_t standard, std::uint64_t least,
                       std::uint64_t most);
  std::string Word(const std::string& name, const std::string& standard);
  bool Given(const std::string& name) const { return values_.contains(name); }

  // Throws Error(kUsage) for a parameter that was never asked for.
  void Done() const;
  [[noreturn]] void Fail(const std::string& name, const std::string& wanted) const;

 private:
  std::string method_;
  std::map<std::string, std::string> values_;
  std::vector<std::string> known_;
};

}  // namespace kindred::mark

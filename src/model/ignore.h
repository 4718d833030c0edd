// What marking and measuring leave out of texts (Manber 1993, section 6, first area: "removing formatting
// statements").
#pragma once

#include <string>

namespace kindred {

struct Ignore {
  bool letter_case = false;
  bool markup = false;
  bool space = false;
  // Texts as their bytes are. Otherwise CR LF and CR are LF, UTF-16 and UTF-32 are UTF-8, and a byte order
  // mark is left out.
  bool raw = false;
  bool operator==(const Ignore&) const = default;
  bool Any() const { return letter_case || markup || space; }

  // "case+markup+space": as a method's parameter has it; empty for nothing.
  std::string Text() const {
    std::string text;
    auto add = [&](bool wanted, const char* word) {
      if (wanted) text += (text.empty() ? "" : "+") + std::string(word);
    };
    add(letter_case, "case");
    add(markup, "markup");
    add(space, "space");
    return text;
  }
};

}  // namespace kindred

// Bytes cut into characters, for everything that reports write: a character is valid UTF-8 or one odd byte.
// Tested in path_text_test.cc through the forms of names.
#pragma once

#include <string_view>

namespace kindred {

struct Character {
  char32_t code = 0;
  std::string_view bytes;
  bool valid = true;  // false: one byte that is not part of valid UTF-8
};

// The first character of `text`, which is not empty.
Character FirstCharacter(std::string_view text);

// C0, DEL and C1: a terminal obeys all three.
bool IsControl(char32_t code);
// Characters that change the order of the text around them, or end a line: they make one name look like
// another.
bool IsDeceptive(char32_t code);
bool IsUnprintable(const Character& c);

}  // namespace kindred

// Runs a program as a filter: lines are written to its standard input while its output is read, so that
// neither side blocks the other, however it buffers. One process serves all lines.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

namespace kindred::base {

struct ConversationEnd {
  int exit_code = 0;
  int signal = 0;        // that ended the program; 0: none
  bool stopped = false;  // `stop` asked for the end
  bool silent = false;   // it took nothing and answered nothing for too long
};

// `command` is run by the shell. `next` gives the next piece of its input, or false to end the input. `take`
// gets its output in pieces as they come, and an empty one at the end; if it throws, the program is
// terminated (killed if it ignores that) and the exception is rethrown. `stop` is polled often. Throws
// Error(kFailed) if the program cannot be started. A program that takes no input and gives no output for
// `silence` is ended, too.
ConversationEnd Exchange(const std::string& command, const std::function<bool(std::string*)>& next,
                         const std::function<void(std::string_view)>& take, const std::function<bool()>& stop,
                         std::chrono::milliseconds silence);

// The same line by line. `next` gives the next line with its newline; `answer` gets each line of the output
// without the newline.
ConversationEnd Converse(const std::string& command, const std::function<bool(std::string*)>& next,
                         const std::function<void(std::string_view)>& answer,
                         const std::function<bool()>& stop,
                         std::chrono::milliseconds silence = std::chrono::minutes(5));

}  // namespace kindred::base

// kindred-extract: looks inside files for kindred, in a sandbox. See src/extract/pool/worker_pool.h.
#include <unistd.h>

#include <cstdio>

#include "extract/types/general_program.h"
#include "extract/worker/command_line.h"

int main(int count, char** arguments) {
  const int code =
      kindred::extract::RunWorkerProgram(count, arguments, kindred::extract::MakeGeneralProgram,
                                         [](const std::string& line) { std::printf("%s\n", line.c_str()); });
  std::fflush(stdout);
  _exit(code);  // exit handlers of libraries take time and are not allowed in the sandbox
}

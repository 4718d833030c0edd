// kindred-extract-pdf: extracts the text of PDFs for kindred, in a sandbox. A separate program because
// poppler is under the GPL, and because Kindred works without it. See src/extract/pool/worker_pool.h.
#include <unistd.h>

#include <cstdio>

#include "extract/worker/command_line.h"
#include "pdf_text.h"

int main(int count, char** arguments) {
  const int code =
      kindred::extract::RunWorkerProgram(count, arguments, kindred::extract_pdf::MakePdfProgram,
                                         [](const std::string& line) { std::printf("%s\n", line.c_str()); });
  std::fflush(stdout);
  _exit(code);  // as in kindred-extract
}

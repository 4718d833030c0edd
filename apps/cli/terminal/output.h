// Where a report goes: standard output, or a file that is replaced in one step when the report is complete.
#pragma once

#include <exception>
#include <memory>
#include <ostream>
#include <string>

namespace kindred::cli {

// The reader of standard output has closed it (piped to head, or quit less): the run stops without an error.
class BrokenPipe : public std::exception {
 public:
  const char* what() const noexcept override { return "broken pipe"; }
};

class FileBuffer;

class Output {
 public:
  // Empty `path`: standard output. Throws Error(kFailed) at once if the file could not be written at the end.
  // The temporary file is beside it under a random name. The first write creates it, so that a walk of the
  // same directory does not find it.
  explicit Output(const std::string& path);
  ~Output();  // without Commit: the temporary file is gone, the old one as it was
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Throws BrokenPipe or Error(kFailed) when something cannot be written.
  std::ostream& stream() { return stream_; }
  // Everything written reaches the disk under the file's own name.
  void Commit();

 private:
  std::unique_ptr<FileBuffer> buffer_;
  std::ostream stream_;
};

// For help and the like.
void WriteToStandardOutput(const std::string& text);

}  // namespace kindred::cli

// The input of a call: a file, bytes in memory, or an open descriptor. The library reads standard input only
// if it is passed as a descriptor.
#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace kindred::inline v0 {

class Input {
 public:
  // A file by its path. Implicit, since most inputs are files.
  Input(std::string path)
      : name_(std::move(path)), kind_(Kind::kFile) {}    // NOLINT(google-explicit-constructor)
  Input(const char* path) : Input(std::string(path)) {}  // NOLINT(google-explicit-constructor)
  // The bytes must stay valid until the call returns. `name` is their name in results.
  static Input Memory(std::string name, std::string_view bytes) {
    Input input(std::move(name));
    input.kind_ = Kind::kMemory;
    input.bytes_ = bytes;
    return input;
  }
  // Read from its current position to the end; may be a pipe; not closed. "-" is shown as standard input.
  static Input Descriptor(std::string name, int descriptor) {
    Input input(std::move(name));
    input.kind_ = Kind::kDescriptor;
    input.descriptor_ = descriptor;
    return input;
  }

  enum class Kind { kFile, kMemory, kDescriptor };
  Kind kind() const { return kind_; }
  const std::string& name() const { return name_; }  // of a file: its path
  std::string_view bytes() const { return bytes_; }
  int descriptor() const { return descriptor_; }

 private:
  std::string name_;
  Kind kind_;
  std::string_view bytes_ = {};
  int descriptor_ = -1;
};

}  // namespace kindred::inline v0

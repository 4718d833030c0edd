// ELF programs with invalid headers.
#include "fuzz/look_inside_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  kindred::fuzz::LookInto({reinterpret_cast<const char*>(data), size}, kindred::extract::ContainerType::kElf);
  return 0;
}

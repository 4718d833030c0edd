// Types by first bytes: any bytes and any name give a type of the table, the same each time, and no reading
// beyond.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "extract/container_type.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kindred::extract;
  if (size == 0) return 0;
  // The first byte is the length of the name; a copy of the exact size lets a sanitizer detect reads past it.
  const std::size_t name_size = std::min<std::size_t>(data[0] % 16, size - 1);
  const std::string name(reinterpret_cast<const char*>(data) + 1, name_size);
  const std::string head(reinterpret_cast<const char*>(data) + 1 + name_size, size - 1 - name_size);
  const ContainerType type = DetectContainer(head, name);
  if (type != DetectContainer(head, name)) std::abort();
  if (type == ContainerType::kNone) return 0;
  if (ContainerTypeOf(NameOf(type)) != type || ExtractorOf(type).id == 0) std::abort();
  return 0;
}

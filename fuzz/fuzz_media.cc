// Pictures, sound and films; the type is what the first bytes say, or the first byte itself if they say
// nothing.
#include "fuzz/look_inside_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using kindred::extract::ContainerType;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ContainerType type = kindred::extract::DetectContainer(bytes, "");
  if (kindred::extract::ExtractorOf(type).name != "media")
    type = static_cast<ContainerType>(static_cast<int>(ContainerType::kJpeg) + data[0] % 5);
  kindred::fuzz::LookInto(bytes, type);
  return 0;
}

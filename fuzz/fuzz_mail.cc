// Mails and, where the first byte is odd, mailboxes.
#include "fuzz/look_inside_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool prepared = (kindred::extract::PrepareMail(), true);
  if (!prepared || size == 0) return 0;
  kindred::fuzz::LookInto(
      {reinterpret_cast<const char*>(data) + 1, size - 1},
      data[0] % 2 == 0 ? kindred::extract::ContainerType::kEml : kindred::extract::ContainerType::kMbox);
  return 0;
}

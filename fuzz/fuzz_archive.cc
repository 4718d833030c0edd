// Archives, compressed streams, and documents as the packages that they are, with their titles; the first
// byte says which. Mails may be inside, too.
#include <algorithm>
#include <array>

#include "extract/worker/budget.h"
#include "fuzz/look_inside_target.h"

namespace {

using namespace kindred::extract;

constexpr std::array kTypes = {ContainerType::kGzip, ContainerType::kBzip2, ContainerType::kXz,
                               ContainerType::kZstd, ContainerType::kLz4,   ContainerType::kCompress,
                               ContainerType::kZip,  ContainerType::kTar,   ContainerType::k7z,
                               ContainerType::kCpio, ContainerType::kAr,    ContainerType::kDeb,
                               ContainerType::kIso,  ContainerType::kRpm,   ContainerType::kDocx,
                               ContainerType::kXlsx, ContainerType::kPptx,  ContainerType::kOdt,
                               ContainerType::kOds,  ContainerType::kOdp,   ContainerType::kEpub};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const bool prepared = (PrepareMail(), true);
  if (!prepared || size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const ContainerType type = kTypes[data[0] % kTypes.size()];
  kindred::fuzz::LookInto(bytes, type);
  if (!HasTitle(type)) return 0;
  try {
    OfficeTitle(MemorySource(bytes));
  } catch (const Damaged&) {
  } catch (const LimitReached&) {
  }
  return 0;
}

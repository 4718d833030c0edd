// The parser of pools, on the bytes as they are and with a good checksum: a pool comes from untrusted
// sources. What it accepts must come out the same when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/store/pool.h"
#include "kindred/error.h"

namespace {

void Parse(std::span<const std::uint8_t> bytes) {
  kindred::index::Pool pool;
  try {
    pool = kindred::index::ParsePool(bytes, "pool");
  } catch (const kindred::Error&) {
    return;
  }
  if (kindred::index::ParsePool(kindred::index::EncodePool(pool), "pool") != pool) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Parse({data, size});
  std::vector<std::uint8_t> signed_anew(data, data + (size < 8 ? 0 : size - 8));
  kindred::base::PutFixed64(&signed_anew, kindred::base::Checksum(signed_anew));
  Parse(signed_anew);
  return 0;
}

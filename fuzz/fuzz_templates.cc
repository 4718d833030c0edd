// The parser of templates, on the bytes as they are and with a good checksum. What it accepts must come out
// the same when it is written and read again.
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/store/templates.h"
#include "kindred/error.h"

namespace {

void Parse(std::span<const std::uint8_t> bytes) {
  std::vector<kindred::index::StoredTemplate> templates;
  try {
    templates = kindred::index::ParseTemplates(bytes, "templates");
  } catch (const kindred::Error&) {
    return;
  }
  if (kindred::index::ParseTemplates(kindred::index::EncodeTemplates(templates), "templates") != templates)
    std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Parse({data, size});
  std::vector<std::uint8_t> signed_anew(data, data + (size < 8 ? 0 : size - 8));
  kindred::base::PutFixed64(&signed_anew, kindred::base::Checksum(signed_anew));
  Parse(signed_anew);
  return 0;
}

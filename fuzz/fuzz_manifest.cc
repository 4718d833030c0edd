// The manifest parser, on the bytes as they are and on the same facts with a good checksum. What it accepts
// must mean the same when it is written and read again, and name no file outside the directory.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/store/manifest.h"
#include "kindred/error.h"

namespace {

void Parse(const std::string& text) {
  kindred::index::Manifest manifest;
  try {
    manifest = kindred::index::ParseManifest(text, "manifest");
  } catch (const kindred::Error&) {
    return;
  }
  const std::string written = kindred::index::EncodeManifest(manifest);
  manifest.format = kindred::index::kIndexFormatVersion;  // it is written in the newest
  if (kindred::index::ParseManifest(written, "manifest") != manifest) std::abort();
  for (const auto& segment : manifest.segments) {
    if (segment.name.find('/') != std::string::npos) std::abort();
  }
  if (manifest.catalog && manifest.catalog->name.find('/') != std::string::npos) std::abort();
  if (manifest.templates && manifest.templates->name.find('/') != std::string::npos) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  Parse(text);
  // Without its last line, signed anew.
  if (!text.empty()) text.pop_back();
  text.erase(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
  char line[64];
  std::snprintf(line, sizeof line, "checksum %016llx\n",
                static_cast<unsigned long long>(kindred::base::Checksum(kindred::base::AsBytes(text))));
  Parse(text + line);
  return 0;
}

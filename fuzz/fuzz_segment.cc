// The segment reader, on the bytes as they are and with all checksums corrected, so that the decoders behind
// them are reached. All functions of a segment are called; nothing but Error may be thrown.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/coding.h"
#include "base/hashing.h"
#include "index/segment/segment.h"
#include "kindred/error.h"
#include "tests/fault/memory_file_system.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

void Ask(const Bytes& bytes) {
  kindred::MemoryFileSystem files;
  files.Put("/f/marks-1.segment", bytes);
  std::shared_ptr<const kindred::index::Segment> segment;
  try {
    segment = kindred::index::Segment::Open(files, "/f/marks-1.segment");
  } catch (const kindred::Error&) {
    return;
  }
  std::vector<std::uint64_t> keys = {0, ~std::uint64_t{0}};
  try {
    std::uint64_t last = 0;
    auto cursor = segment->NewCursor();
    for (kindred::index::Segment::Key key; cursor->Next(&key);) {
      if (key.key < last || key.occurrences.empty()) std::abort();
      last = key.key;
      keys.insert(keys.end() - 1, key.key);
    }
  } catch (const kindred::Error&) {
  }
  try {
    segment->Lookup(keys, [](const kindred::index::Segment::Key& key) {
      if (key.occurrences.empty()) std::abort();
    });
  } catch (const kindred::Error&) {
  }
  try {
    for (const kindred::index::ContentMarks& marks : segment->AllContents()) {
      kindred::index::ContentMarks found;
      if (!segment->FindContent(marks.content, &found) || found.weight_at != marks.weight_at) std::abort();
    }
  } catch (const kindred::Error&) {
  }
  std::vector<std::string> problems;
  segment->Check(&problems, {});
}

// As docs/formats/index-format.md has it: blocks named by 32-byte entries, the last 80 bytes the footer.
void MakeChecksumsGood(Bytes* bytes) {
  constexpr std::size_t kEntry = 32;
  constexpr std::size_t kFooter = 80;
  if (bytes->size() < kFooter) return;
  const std::size_t footer = bytes->size() - kFooter;
  auto number = [&](std::size_t at) { return kindred::base::LoadFixed64(bytes->data() + at); };
  auto put = [&](std::size_t at, std::uint64_t value) { std::memcpy(bytes->data() + at, &value, 8); };
  const std::uint64_t header = number(footer);
  const std::uint64_t index = number(footer + 24);
  if (header > index || index > footer) return;
  for (std::size_t entry = index; entry + kEntry <= footer; entry += kEntry) {
    const std::uint64_t offset = number(entry + 8);
    const std::uint64_t length = kindred::base::LoadFixed32(bytes->data() + entry + 16);
    if (offset > footer || length > footer - offset) continue;
    put(entry + 24, kindred::base::Checksum(std::span(*bytes).subspan(offset, length)));
  }
  kindred::base::RunningChecksum sum;
  sum.Add(std::span(*bytes).first(header));
  sum.Add(std::span(*bytes).subspan(index, footer + 64 - index));
  put(footer + 64, sum.Value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, data + size);
  Ask(bytes);
  MakeChecksumsGood(&bytes);
  Ask(bytes);
  return 0;
}

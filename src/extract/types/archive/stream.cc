// Compressed streams: one part, "stream"; of a compressed tar its members instead. A stream that is a
// container of another kind is looked into as any member is.
#include <archive.h>

#include <string>

#include "extract/types/archive/archive_members.h"
#include "extract/types/look_inside.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

constexpr std::uint64_t kEmptyStreamMost = 300;  // a header with the longest name, and nothing else

int FilterOf(ContainerType type) {
  switch (type) {
    case ContainerType::kBzip2:
      return ARCHIVE_FILTER_BZIP2;
    case ContainerType::kXz:
      return ARCHIVE_FILTER_XZ;
    case ContainerType::kZstd:
      return ARCHIVE_FILTER_ZSTD;
    case ContainerType::kLz4:
      return ARCHIVE_FILTER_LZ4;
    case ContainerType::kCompress:
      return ARCHIVE_FILTER_COMPRESS;
    default:
      return ARCHIVE_FILTER_GZIP;
  }
}

}  // namespace

void ExtractStream(const Look& look) {
  const int filter = FilterOf(look.type);
  ArchiveReader raw(look.source, {archive_read_support_format_raw, archive_read_support_format_empty},
                    filter);
  if (!raw.Next()) {
    // Nothing was compressed; but a filter that cannot begin looks the same to libarchive.
    if (look.source.size() > kEmptyStreamMost) throw Damaged("cannot be unpacked, or only with more memory");
    return;
  }
  // Enough of it to recognise a tar.
  std::string head;
  auto block = raw.NextBlock();
  while (block) {
    head += block->bytes;
    if (head.size() >= kContainerHeadBytes) break;
    block = raw.NextBlock();
  }
  if (DetectContainer(head, "") == ContainerType::kTar) {
    ArchiveReader tar(look.source, {archive_read_support_format_tar}, filter);
    return WriteMembers(look, tar);
  }
  MemberPipe stream(look, "stream", PartKind::kStream);
  stream.Bytes(head);
  try {
    while (block && (block = raw.NextBlock())) stream.Bytes(block->bytes);
  } catch (const ArchiveReader::BadEntry& bad) {
    throw Damaged(bad.what());
  }
  stream.Finish();
}

}  // namespace kindred::extract

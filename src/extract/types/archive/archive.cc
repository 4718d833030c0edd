// Archives: every regular member is a part, in the order of the archive. Links, devices and directories are
// not. Names are as stored, but can never leave the archive (worker/part_writer.h); holes of sparse members
// are zeros, and charged as such.
#include <archive.h>

#include <algorithm>
#include <array>

#include "extract/types/archive/archive_members.h"
#include "extract/types/look_inside.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

constexpr std::uint64_t kIsoMark = 32769;

std::vector<ArchiveReader::Setting> FormatsOf(ContainerType type) {
  switch (type) {
    case ContainerType::kTar:
      return {archive_read_support_format_tar};
    case ContainerType::k7z:
      return {archive_read_support_format_7zip};
    case ContainerType::kCpio:
      return {archive_read_support_format_cpio};
    case ContainerType::kAr:
    case ContainerType::kDeb:
      return {archive_read_support_format_ar};
    case ContainerType::kIso:
      return {archive_read_support_format_iso9660};
    case ContainerType::kRpm:  // a header, then a compressed cpio
      return {archive_read_support_filter_rpm,  archive_read_support_filter_gzip,
              archive_read_support_filter_xz,   archive_read_support_filter_zstd,
              archive_read_support_filter_lzma, archive_read_support_filter_bzip2,
              archive_read_support_format_cpio};
    case ContainerType::kRar:
      return {archive_read_support_format_rar, archive_read_support_format_rar5};
    default:
      return {archive_read_support_format_zip_seekable};
  }
}

bool HasIsoMark(const Source& source) {
  std::array<char, 5> mark = {};
  return source.ReadAt(kIsoMark, mark) == mark.size() &&
         std::string_view(mark.data(), mark.size()) == "CD001";
}

void WriteZeros(MemberPipe& member, Budget& budget, std::uint64_t count) {
  static constexpr std::array<char, 65536> kZeros = {};
  // A terabyte of holes ends here, before the first of its zeros.
  Budget trial = budget;
  trial.Output(count);
  while (count > 0) {
    const std::uint64_t some = std::min<std::uint64_t>(count, kZeros.size());
    member.Bytes({kZeros.data(), static_cast<std::size_t>(some)});
    count -= some;
  }
}

void WriteMember(const Look& look, ArchiveReader& reader, const std::string& name) {
  MemberPipe member(look, name, PartKind::kMember);
  std::uint64_t at = 0;
  try {
    while (const auto block = reader.NextBlock()) {
      if (block->offset < at) throw ArchiveReader::BadEntry("its blocks overlap");
      if (block->offset > at) WriteZeros(member, look.out.budget(), block->offset - at);
      member.Bytes(block->bytes);
      at = block->offset + block->bytes.size();
    }
  } catch (const ArchiveReader::BadEntry& bad) {
    look.out.DropUnfinished();
    AddNote(look.notes, SafeName(name), bad.what());
    return;
  }
  member.Finish();
}

}  // namespace

void WriteMembers(const Look& look, ArchiveReader& reader) {
  while (const auto entry = reader.Next()) {
    look.out.budget().Work(512);  // a million links are work, too
    if (entry->regular) WriteMember(look, reader, entry->name);
  }
}

void ExtractArchive(const Look& look) {
  if (look.type == ContainerType::kRar && !look.limits.rar) throw Damaged("RAR is only read when asked for");
  if (look.type == ContainerType::kIso && !HasIsoMark(look.source)) throw Damaged("not an ISO image");
  ArchiveReader reader(look.source, FormatsOf(look.type));
  WriteMembers(look, reader);
}

}  // namespace kindred::extract

// See archive_reader.h.
#include "extract/types/archive/archive_reader.h"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>

#include "extract/worker/budget.h"

namespace kindred::extract {

struct ArchiveReader::Cursor {
  const Source& source;
  std::uint64_t at = 0;
  std::array<char, std::size_t{64} << 10> buffer;
};

ArchiveReader::ArchiveReader(const Source& source, const std::vector<Setting>& settings, int filter)
    : cursor_(new Cursor{.source = source, .at = 0, .buffer = {}}), archive_(archive_read_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
  for (const Setting setting : settings) setting(archive_);
  archive_read_set_callback_data(archive_, cursor_.get());
  archive_read_set_read_callback(archive_, [](archive*, void* data, const void** bytes) -> la_ssize_t {
    auto& cursor = *static_cast<Cursor*>(data);
    const std::size_t got = cursor.source.ReadAt(cursor.at, cursor.buffer);
    cursor.at += got;
    *bytes = cursor.buffer.data();
    return static_cast<la_ssize_t>(got);
  });
  archive_read_set_skip_callback(archive_, [](archive*, void* data, la_int64_t wanted) -> la_int64_t {
    auto& cursor = *static_cast<Cursor*>(data);
    if (wanted < 0 || cursor.at >= cursor.source.size()) return 0;
    const std::uint64_t left = cursor.source.size() - cursor.at;
    const std::uint64_t skipped = std::min(static_cast<std::uint64_t>(wanted), left);
    cursor.at += skipped;
    return static_cast<la_int64_t>(skipped);
  });
  archive_read_set_seek_callback(
      archive_, [](archive*, void* data, la_int64_t offset, int whence) -> la_int64_t {
        auto& cursor = *static_cast<Cursor*>(data);
        const auto size = static_cast<std::int64_t>(cursor.source.size());
        const std::int64_t from = whence == SEEK_SET   ? 0
                                  : whence == SEEK_CUR ? static_cast<std::int64_t>(cursor.at)
                                                       : size;
        std::int64_t to = 0;
        if (__builtin_add_overflow(from, offset, &to) || to < 0) return ARCHIVE_FATAL;
        cursor.at = static_cast<std::uint64_t>(std::min(to, size));
        return static_cast<la_int64_t>(cursor.at);
      });
  if (filter == ARCHIVE_FILTER_COMPRESS) {
    archive_read_support_filter_compress(archive_);  // appending this one crashes in libarchive 3.6
  } else if (filter != 0) {
    archive_read_append_filter(archive_, filter);
  }
  if (archive_read_open1(archive_) != ARCHIVE_OK) {
    const std::string message = Message();
    archive_read_free(archive_);
    throw Damaged(message);
  }
}

ArchiveReader::~ArchiveReader() { archive_read_free(archive_); }

std::string ArchiveReader::Message() const {
  const char* message = archive_error_string(archive_);
  return message == nullptr ? "not of the type that its first bytes indicate" : message;
}

std::optional<ArchiveReader::Entry> ArchiveReader::Next() {
  archive_entry* entry = nullptr;
  int result = 0;
  for (int tries = 0; tries < 100; ++tries) {
    result = archive_read_next_header(archive_, &entry);
    if (result != ARCHIVE_RETRY && result != ARCHIVE_FAILED) break;
  }
  if (result == ARCHIVE_EOF) return std::nullopt;
  if (result != ARCHIVE_OK && result != ARCHIVE_WARN) throw Damaged(Message());
  const char* name = archive_entry_pathname(entry);
  if (name == nullptr) name = archive_entry_pathname_utf8(entry);
  const bool link = archive_entry_hardlink(entry) != nullptr;
  const auto type = archive_entry_filetype(entry);
  const bool file = type == AE_IFREG || type == 0;  // members of an ar have no type: they are files
  return Entry{.name = name == nullptr ? "" : name, .regular = file && !link};
}

std::optional<ArchiveReader::Block> ArchiveReader::NextBlock() {
  const void* bytes = nullptr;
  std::size_t size = 0;
  la_int64_t offset = 0;
  for (int tries = 0; tries < 100; ++tries) {
    const int result = archive_read_data_block(archive_, &bytes, &size, &offset);
    if (result == ARCHIVE_EOF) return std::nullopt;
    if (result == ARCHIVE_RETRY) continue;
    if (result == ARCHIVE_FATAL) throw Damaged(Message());
    if (result != ARCHIVE_OK) throw BadEntry(Message());  // a warning is a wrong sum or size
    if (offset < 0) throw BadEntry("an offset below zero");
    return Block{.bytes = {static_cast<const char*>(bytes), size},
                 .offset = static_cast<std::uint64_t>(offset)};
  }
  throw BadEntry("cannot be read");
}

}  // namespace kindred::extract

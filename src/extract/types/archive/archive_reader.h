// libarchive over a Source, with exactly the formats and filters that are named: its "all" has run out of
// memory on a text, and takes zeros for an empty tar.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "extract/worker/source.h"

struct archive;
struct archive_entry;

namespace kindred::extract {

class ArchiveReader {
 public:
  using Setting = int (*)(archive*);  // archive_read_support_format_zip, ...

  // `filter`: one of ARCHIVE_FILTER_..., taken off exactly once; 0: none. Throws Damaged.
  ArchiveReader(const Source& source, const std::vector<Setting>& settings, int filter = 0);
  ~ArchiveReader();
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  struct Entry {
    std::string name;  // as stored
    bool regular = false;
  };
  // Empty at the end. Throws Damaged where nothing more can be read.
  std::optional<Entry> Next();

  struct Block {
    std::string_view bytes;
    std::uint64_t offset = 0;  // in the entry: a gap since the last block is zeros
  };
  // Of the present entry; empty at its end. Throws BadEntry if only this entry is lost, Damaged if all are.
  std::optional<Block> NextBlock();

  class BadEntry : public std::runtime_error {
   public:
    using std::runtime_error::runtime_error;
  };

 private:
  struct Cursor;
  std::string Message() const;

  std::unique_ptr<Cursor> cursor_;
  archive* archive_;
};

}  // namespace kindred::extract

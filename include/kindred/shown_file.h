// Reads files named by results in order to show them, as a server does: only below the roots, without
// following links, and only if they are unchanged since the result.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/options.h"
#include "kindred/sink.h"

namespace kindred::inline v0 {

struct ShowOptions {
  std::vector<std::string> roots;  // the file must be one of them, or below one
  bool follow_links = false;       // as WalkOptions::follow_links: then links may lead out of the roots
  InsideOptions inside = {};       // a file may be named with a part of it: "a.zip//b.txt"
  std::string index = {};          // directory of the index, which records the files as scanned
};

// A file as a result named it. It has changed if its size, times or inode differ from those that the index
// has for this digest. If only times or inode differ, files up to 64 MiB are read and their bytes decide.
struct KnownFile {
  std::string path;
  std::string digest = {};  // as IdenticalSet::digest; for a part, the part's own; empty: any content
  std::uint64_t size = 0;
  bool operator==(const KnownFile&) const = default;
};

struct ShownBytes {
  std::string bytes;
  std::uint64_t size = 0;  // of the whole file, part or text
  bool text = false;       // it is text, judged by its first 32 KB
  bool as_file = false;    // ReadText: the bytes are those of the file, at the same offsets
  std::int64_t mtime = kNoTime;
};

// At most `length` bytes from `offset` on; fewer at the end. Error(kNotFound) if the file does not exist or
// is not below the roots; Error(kFailed) if it cannot be read, or has changed.
ShownBytes ReadBytes(const KnownFile& file, std::uint64_t offset, std::uint64_t length, const ShowOptions&,
                     Observer&);

// The compared content of a file as readable text: the text of a document; a text file converted to UTF-8
// with LF line ends; otherwise the bytes. At most `most` bytes: if there are more, `size` is larger than
// that.
ShownBytes ReadText(const KnownFile& file, std::uint64_t most, const ShowOptions&, Observer&);

}  // namespace kindred::inline v0

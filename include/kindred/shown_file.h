// Reading files that results named, in order to show them, as a server does: only below the roots, without
// following links, and only if they still are what the result was about.
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
  std::string index = {};          // its directory: knows how files were when they were scanned
};

// A file as a result named it. It has changed since if size, times or inode are not those that the index has
// with this digest; if only they differ, the bytes are read and decide, of files up to 64 MiB.
struct KnownFile {
  std::string path;
  std::string digest = {};  // as IdenticalSet::digest, of a part that of the part; empty: whatever it is now
  std::uint64_t size = 0;
  bool operator==(const KnownFile&) const = default;
};

struct ShownBytes {
  std::string bytes;
  std::uint64_t size = 0;  // of the whole file, part or text
  bool text = false;       // it is text: as its first 32 KB say
  bool as_file = false;    // ReadText: the bytes are those of the file, at their offsets
  std::int64_t mtime = kNoTime;
};

// At most `length` bytes from `offset` on; fewer at the end. Error(kNotFound) if the file is not there, or
// not below the roots; Error(kFailed) if it cannot be read, or has changed.
ShownBytes ReadBytes(const KnownFile& file, std::uint64_t offset, std::uint64_t length, const ShowOptions&,
                     Observer&);

// What is compared of a file, as text for a person: the text of a document; of a UTF-16 or UTF-32 text its
// UTF-8, of any text with LF at the ends of lines; else the bytes. At most `most` bytes: if there are more,
// `size` tells at least so.
ShownBytes ReadText(const KnownFile& file, std::uint64_t most, const ShowOptions&, Observer&);

}  // namespace kindred::inline v0

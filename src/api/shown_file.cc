// A file is opened from a directory that was reached without following a link, after its resolved path was
// found to be below a resolved root: neither a link nor a race leads elsewhere.
#include "kindred/shown_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <optional>

#include "base/coding.h"
#include "base/file.h"
#include "base/hashing.h"
#include "index/store/store.h"
#include "inside/named_part.h"
#include "inside/take_parts.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "read/files/file_reader.h"
#include "read/text/normaliser.h"
#include "read/types/text_detector.h"
#include "run/stop.h"
#include "walk/entry_status.h"
#include "walk/root_resolver.h"

namespace kindred::inline v0 {

namespace {

using inside::LookInside;

[[noreturn]] void ThrowNotBelow(const std::string& path) {
  throw Error(ErrorKind::kNotFound, "the file is not below the directories that were scanned", path);
}

// Where a file is: its directory without any link in it, and its name there.
struct Place {
  std::string directory;
  std::string name;
};

Place PlaceOf(const std::string& file, const ShowOptions& options) {
  walk::RootResolver resolver;
  struct stat status;
  std::vector<std::string> roots;
  for (const std::string& root : options.roots) {
    std::string absolute;
    if (resolver.Resolve(root, &absolute, &status) == 0) roots.push_back(std::move(absolute));
  }
  const std::string directory = file.find('/') == std::string::npos ? "." : ParentPath(file);
  std::string absolute;
  const int error = resolver.Resolve(directory, &absolute, &status);
  if (error != 0) throw Error(ErrorKind::kNotFound, "its directory no longer exists", file);
  Place place{std::move(absolute), std::string(BaseName(file))};
  const std::string whole = JoinPath(place.directory, place.name);
  if (std::ranges::any_of(roots, [&](const std::string& root) { return IsAtOrBelow(whole, root); }))
    return place;
  // A root may be a link to a file.
  if (resolver.Resolve(file, &absolute, &status) == 0 &&
      (options.follow_links || std::ranges::find(roots, absolute) != roots.end()))
    return {ParentPath(absolute), std::string(BaseName(absolute))};
  ThrowNotBelow(file);
}

constexpr std::uint64_t kMostHashed = std::uint64_t{64} << 20;

std::string HexOf(const base::Hash128& hash) { return Digest{hash.high, hash.low}.Hex(); }

[[noreturn]] void ThrowChanged(const std::string& file) {
  throw Error(ErrorKind::kFailed, "the file has changed since it was scanned", file, "scan again");
}

// Whether the index has the file as it is now, with these bytes.
bool IsAsScanned(const struct stat& status, const KnownFile& known, const Place& place,
                 const std::string& index_directory) {
  if (index_directory.empty()) return false;
  const auto snapshot = index::OpenSnapshot(base::PosixFileSystem(), index_directory);
  const Entry now = walk::MakeEntry(place.name, status);
  for (const index::StoredDirectory& directory :
       snapshot->catalog().DirectoriesUnder({JoinPath(place.directory, place.name)})) {
    for (const index::StoredEntry& stored : directory.entries) {
      const Entry& then = stored.entry;
      if (then.name != now.name || then.ctime_ns == 0) continue;
      if (then.size != now.size || then.mtime_ns != now.mtime_ns || then.ctime_ns != now.ctime_ns ||
          then.inode != now.inode || then.device != now.device)
        return false;
      const std::optional<Content> content = snapshot->catalog().FindContent(stored.content);
      return content && content->digest.Hex() == known.digest;
    }
  }
  return false;
}

std::string BytesAt(int descriptor, std::uint64_t offset, std::uint64_t length, Observer& observer);

// Its times may be unknown (it was written just before the scan), or touched: then its bytes decide.
void RefuseChanged(int descriptor, const KnownFile& known, const Place& place, const ShowOptions& options,
                   Observer& observer) {
  struct stat status;
  if (known.digest.empty()) return;
  if (::fstat(descriptor, &status) != 0 || static_cast<std::uint64_t>(status.st_size) != known.size)
    ThrowChanged(known.path);
  if (IsAsScanned(status, known, place, options.index)) return;
  if (known.size > kMostHashed) ThrowChanged(known.path);
  base::RunningHash128 hash;
  hash.Begin();
  hash.Add(base::AsBytes(BytesAt(descriptor, 0, known.size, observer)));
  if (HexOf(hash.Value()) != known.digest) ThrowChanged(known.path);
}

// Calls `visit` with the open file, if it is as known.
void Visit(const KnownFile& known, const ShowOptions& options, Observer& observer,
           const std::function<void(int)>& visit) {
  const std::string& file = known.path;
  const Place place = PlaceOf(file, options);
  const read::OpenDirectory directory(place.directory, options.follow_links);
  if (directory.descriptor() < 0)
    throw Error(ErrorKind::kNotFound, "cannot open its directory: " + directory.reason(), file);
  const read::FileReader::Outcome outcome =
      read::FileReader::Visit(directory.descriptor(), place.name, options.follow_links, [&](int descriptor) {
        RefuseChanged(descriptor, known, place, options, observer);
        visit(descriptor);
      });
  if (!outcome.ok) read::ThrowUnread(outcome, "the file", file);
}

std::int64_t TimeOf(int descriptor, std::uint64_t* size) {
  struct stat status;
  if (::fstat(descriptor, &status) != 0) return kNoTime;
  *size = static_cast<std::uint64_t>(status.st_size);
  return static_cast<std::int64_t>(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec;
}

// What is there; a file that shrinks meanwhile gives less.
std::string BytesAt(int descriptor, std::uint64_t offset, std::uint64_t length, Observer& observer) {
  constexpr std::size_t kPiece = 1 << 20;
  std::string bytes;
  while (bytes.size() < length) {
    run::StopIfAsked(observer);
    const std::size_t had = bytes.size();
    bytes.resize(had + static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, length - had)));
    const ssize_t got =
        ::pread(descriptor, bytes.data() + had, bytes.size() - had, static_cast<off_t>(offset + had));
    bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got <= 0) break;
  }
  return bytes;
}

bool IsText(std::string_view bytes) { return read::IsText(base::AsBytes(bytes)); }

// The named part; or, without a name, the text of a document if the file is one.
std::optional<ShownBytes> SliceOfPart(int descriptor, const std::string& file,
                                      const std::optional<std::string>& part, std::uint64_t offset,
                                      std::uint64_t length, const ShowOptions& options, Observer& observer,
                                      const std::string& digest = "") {
  const extract::ContainerType type = inside::TypeOfFile(descriptor, file);
  if (type == extract::ContainerType::kNone) return std::nullopt;
  const inside::LookInside look(options.inside, 1);
  if (!look.Asks(type)) return std::nullopt;
  ShownBytes shown;
  shown.text = !part.has_value();
  bool found = false;
  base::RunningHash128 hash;  // of all of it
  const auto begin = [&](const extract::Part& next) {
    const bool wanted = !found && (part ? next.name == *part : next.kind == extract::PartKind::kText);
    if (wanted) {
      shown.size = 0;
      shown.bytes.clear();
      hash.Begin();
    }
    return wanted;
  };
  const auto bytes = [&](std::string_view piece) {
    hash.Add(base::AsBytes(piece));
    const std::uint64_t from = std::max(offset, shown.size);
    const std::uint64_t last = std::min(offset + length, shown.size + piece.size());
    if (from < last) shown.bytes += piece.substr(from - shown.size, last - from);
    shown.size += piece.size();
  };
  inside::TakeParts taken({.begin = begin, .bytes = bytes, .end = [&] { found = true; }});
  look.Extract(descriptor, type, taken, [&] { return observer.StopRequested(); });
  run::StopIfAsked(observer);
  if (!found) return std::nullopt;
  if (!digest.empty() && HexOf(hash.Value()) != digest) ThrowChanged(file);
  return shown;
}

}  // namespace

ShownBytes ReadBytes(const KnownFile& known, std::uint64_t offset, std::uint64_t length,
                     const ShowOptions& options, Observer& observer) {
  const std::string& path = known.path;
  const std::optional<inside::PartName> named = inside::SplitPartName(path);
  ShownBytes shown;
  Visit(named ? KnownFile{named->file} : known, options, observer, [&](int descriptor) {
    std::uint64_t size = 0;
    const std::int64_t mtime = TimeOf(descriptor, &size);
    if (named) {
      auto part =
          SliceOfPart(descriptor, named->file, named->part, offset, length, options, observer, known.digest);
      if (!part) throw Error(ErrorKind::kNotFound, "the part no longer exists", path);
      shown = std::move(*part);
      shown.text = offset == 0 && IsText(shown.bytes);
    } else {
      shown.size = size;
      const std::uint64_t from = std::min(offset, size);
      shown.bytes = BytesAt(descriptor, from, std::min(length, size - from), observer);
      shown.text = IsText(from == 0 && shown.bytes.size() >= read::TextDetector::kSample
                              ? shown.bytes
                              : BytesAt(descriptor, 0, read::TextDetector::kSample, observer));
      shown.as_file = true;
    }
    shown.mtime = mtime;
  });
  return shown;
}

ShownBytes ReadText(const KnownFile& known, std::uint64_t most, const ShowOptions& options,
                    Observer& observer) {
  const std::string& path = known.path;
  const std::optional<inside::PartName> named = inside::SplitPartName(path);
  ShownBytes shown;
  if (!named) {
    bool document = false;
    Visit(known, options, observer, [&](int descriptor) {
      auto text = SliceOfPart(descriptor, path, std::nullopt, 0, most, options, observer);
      document = text.has_value();
      if (document) shown = std::move(*text);
    });
    if (document) return shown;
  }
  shown = ReadBytes(known, 0, most, options, observer);
  shown.text = IsText(shown.bytes);
  if (!shown.text) return shown;
  const std::span<const std::uint8_t> bytes(reinterpret_cast<const std::uint8_t*>(shown.bytes.data()),
                                            shown.bytes.size());
  // The beginning of a text that is too large is normalised as if it were all.
  if (auto normal = read::Normalise(bytes, Ignore{})) {
    if (shown.size == shown.bytes.size()) shown.size = normal->size();
    shown.bytes.assign(normal->begin(), normal->end());
    shown.as_file = false;
  }
  return shown;
}

}  // namespace kindred::inline v0

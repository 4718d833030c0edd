// The bytes of one file, in pieces. The file may change meanwhile; that is detected.
//
// Opened with O_NOFOLLOW|O_NONBLOCK|O_NOCTTY|O_CLOEXEC relative to its directory; only regular files; never
// mapped (it may shrink: SIGBUS). At most the size seen by fstat is read, so endless files end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kindred/error.h"
#include "kindred/values.h"
#include "model/entry.h"

namespace kindred::read {

// A directory opened for reading its files. Reached from "/" without following a link below the root's own
// resolved path (openat2 with RESOLVE_NO_SYMLINKS, or step by step where the kernel has none), so that paths
// longer than PATH_MAX work and a directory swapped for a link since the walk is noticed.
class OpenAncestors;

class OpenDirectory {
 public:
  // On failure descriptor() is -1 and reason() is set.
  OpenDirectory(const std::string& absolute_path, bool follow_links);
  // The same. A path that is too long for one system call is opened from the nearest of `ancestors`.
  OpenDirectory(const DirectoryPath& absolute_path, bool follow_links, OpenAncestors& ancestors);
  ~OpenDirectory();
  OpenDirectory(const OpenDirectory&) = delete;
  OpenDirectory& operator=(const OpenDirectory&) = delete;

  int descriptor() const { return descriptor_; }
  const std::string& reason() const { return reason_; }
  bool error() const { return error_; }  // as Skip::error: false when the directory has vanished

 private:
  void Explain(int error, bool follow_links);

  int descriptor_ = -1;
  std::string reason_;
  bool error_ = true;
};

// Directories that were opened before, from which those deeper below them are opened: else a tree of depth n
// takes n * n / 2 names. Only for paths longer than PATH_MAX; shorter ones are opened from "/" at one go. One
// per thread.
class OpenAncestors {
 public:
  OpenAncestors() = default;
  ~OpenAncestors();
  OpenAncestors(const OpenAncestors&) = delete;
  OpenAncestors& operator=(const OpenAncestors&) = delete;

 private:
  friend class OpenDirectory;
  struct Held {
    DirectoryPath path;
    int descriptor = -1;
  };
  static constexpr std::size_t kMost = 8;

  // The deepest at or above `path`; those that are not above it are closed. nullptr if no such directory is
  // open.
  const Held* Nearest(const DirectoryPath& path);
  void CloseAll();
  // Keeps a copy of the descriptor.
  void Keep(const DirectoryPath& path, int descriptor);

  std::vector<Held> held_;  // each below the one before
};

// Reads files one after another into one buffer that is used again. One per thread.
class FileReader {
 public:
  static constexpr std::size_t kPieceSize = 256 * 1024;  // larger pieces spill the L2 cache

  explicit FileReader(std::size_t piece_size = kPieceSize);

  struct Outcome {
    bool ok = false;
    Entry entry = {};        // as fstat saw the file when it was opened; name as given
    std::string stage = {};  // when not ok: "open" or "read"
    std::string reason = {};
    bool error = true;  // false: left out by its nature (not a regular file any more)
  };

  // Calls `begin(entry)` once after fstat, then `piece(bytes)` until the end; a file that changes between the
  // first and the last piece is not ok ("changed while being read"). `begin` returning false stops the
  // reading with ok = true (the caller has enough). `piece` returning false stops with ok = false, "stopped".
  // `whole(descriptor)`, if given, is called after the last piece; it returns true if it read the file once
  // more, so that a change since the first piece matters.
  Outcome Read(int directory, const std::string& name, bool follow_links,
               const std::function<bool(const Entry&)>& begin,
               const std::function<bool(std::span<const std::uint8_t>)>& piece,
               const std::function<bool(int)>& whole = nullptr);

  // Fills `to` with the bytes at `offset` of a file that was seen before as `expected`; not ok if it is
  // another file now, or has changed since ("changed since it was scanned").
  static Outcome ReadAt(int directory, const Entry& expected, bool follow_links, std::uint64_t offset,
                        std::span<std::uint8_t> to);

  // Calls `visit(descriptor)` with a file that was seen before as `expected`; not ok as ReadAt.
  static Outcome Visit(int directory, const Entry& expected, bool follow_links,
                       const std::function<void(int)>& visit);
  // The same with a file of that name, whatever it was before; not ok if it changes meanwhile.
  static Outcome Visit(int directory, const std::string& name, bool follow_links,
                       const std::function<void(int)>& visit);

  // Whether a file is still the one that was seen as `expected`; it is not opened.
  static bool IsAsSeen(int directory, const Entry& expected, bool follow_links);

  // As Read, for an open descriptor that may be a pipe (standard input): reads to its end.
  Outcome ReadDescriptor(int descriptor, const std::function<bool(std::span<const std::uint8_t>)>& piece);

 private:
  std::size_t piece_size_;
  std::unique_ptr<std::uint8_t[]> buffer_;
};

// Why a file that the user named could not be read: one that is not there has not "vanished", as one of a
// walk has.
std::string TypedReason(const FileReader::Outcome& outcome);
// The kind of the Error with that reason.
ErrorKind TypedKind(const FileReader::Outcome& outcome);
// Throws that Error: "cannot open the file: no such file".
[[noreturn]] void ThrowUnread(const FileReader::Outcome& outcome, std::string_view what,
                              const std::string& path);

}  // namespace kindred::read

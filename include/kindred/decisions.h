// Decisions are stored with an index, survive every scan, and are honoured by Index::Find: unrelated pairs
// are dropped, and an item that is fully decided is hidden and counted (FindOptions::decided).
//
// Threads and processes: as for Index. A change does not lock the index; a second writer waits a few seconds,
// then fails with Error(kBusy). A damaged file is Error(kDamaged), never "no decisions".
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kindred/decision_values.h"
#include "kindred/values.h"

namespace kindred::inline v0 {

class Decisions {
 public:
  // Nothing is created before the first Add.
  explicit Decisions(std::string index_directory);

  struct Batch {
    std::uint64_t number = 0;  // 0: there was none
    std::vector<Decision> decisions;
  };

  // All decisions that were not undone, oldest first, including those that a newer one replaces (InForce).
  std::vector<Decision> List() const;
  // Stores all of them or none. Assigns ids and the batch; a time of 0 is replaced by the current time.
  // Error(kUsage) for an invalid decision, Error(kConflict) for one that contradicts another decision that
  // stays in force; the message names that decision.
  Batch Add(std::vector<Decision> decisions);
  // Undoes the newest batch. With `expected`, only if that is its number, else Error(kConflict): a batch that
  // another user or process stored meanwhile is not undone by accident.
  Batch Undo(std::optional<std::uint64_t> expected = std::nullopt);
  // Changes whenever any process changes the decisions. Reads a few bytes.
  std::uint64_t State() const;

 private:
  std::string directory_;
};

// The decisions in force, oldest first. A newer decision replaces an older one with the same file or folder
// as `a`. "Unrelated" is decided for two files: it replaces, and is replaced by, "unrelated" and "superseded"
// for the same two.
std::vector<Decision> InForce(std::vector<Decision> decisions);

// Looks up decisions by file, folder and pair. Paths are absolute. Immutable; a lookup takes constant time,
// or time proportional to the depth of the path if folders were decided.
class Verdicts {
 public:
  Verdicts();
  // Oldest first. `unchanged` returns whether a folder still has the size that it had when it was decided; if
  // not, the decision is ignored. Not given: all folders are unchanged.
  explicit Verdicts(std::vector<Decision> decisions,
                    const std::function<bool(const DecidedFile& folder)>& unchanged = nullptr);
  Verdicts(Verdicts&&) noexcept;
  Verdicts& operator=(Verdicts&&) noexcept;
  ~Verdicts();

  bool Empty() const { return decisions().empty(); }
  // Those in force, oldest first.
  const std::vector<Decision>& decisions() const;

  // A content: digest in two halves, and size.
  struct Key {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    std::uint64_t size = 0;
    bool operator==(const Key&) const = default;
  };
  // Parses 32 hexadecimal digits; all zero for anything else.
  static Key KeyOf(const std::string& digest, std::uint64_t size);

  bool AnyUnrelated() const;
  bool AnyFolder() const;
  bool Unrelated(const Key& a, const Key& b) const;

  // The decision on the file or folder itself; nullptr: none. It is decided as `a`, or as the `b` that
  // another one gives way to.
  const Decision* OfVersion(const Key& content) const;
  const Decision* OfCopy(const Key& content, const std::string& path) const;
  // For a folder whose size is not known.
  const Decision* OfFolder(const std::string& path, std::optional<std::uint64_t> size) const;

  // The decisions on the members of one item: their own, or those on folders that contain them. Files in a
  // kept folder are kept. Files in a folder that is a copy can go if the other folder has a member, too; the
  // last remaining member in that other folder stays.
  using Found = std::vector<const Decision*>;
  // Equal files.
  Found OfCopies(const Key& content, std::span<const std::string> paths) const;
  // Versions, each with the paths of all its copies. A kept folder does not decide about versions.
  struct Version {
    Key content;
    std::vector<std::string> paths;  // may be empty if AnyFolder() is false
  };
  Found OfVersions(std::span<const Version> members) const;
  // Two folders.
  struct Folder {
    std::string path;
    std::optional<std::uint64_t> size;
  };
  Found OfFolders(const Folder& a, const Folder& b) const;

 private:
  struct Tables;
  class Covered;
  std::unique_ptr<Tables> tables_;
};

}  // namespace kindred::inline v0

// Decisions are kept with an index, outlive every scan, and are honoured by Index::Find: a pair that is
// unrelated is no pair, and an item of which everything is decided is hidden and counted
// (FindOptions::decided).
//
// Threads and processes: as Index. A change takes no lock of the index; a second writer waits for some
// seconds, then Error(kBusy). A damaged file is Error(kDamaged), never "no decisions".
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

  // All that were made and not undone, oldest first; also those that a newer one replaces (InForce).
  std::vector<Decision> List() const;
  // Stores them together, or none of them. Ids and the batch are given here; a time of 0 becomes the present
  // one. Error(kUsage) for a decision that makes no sense by itself, Error(kConflict) for one that
  // contradicts another that stays in force: the message names that one.
  Batch Add(std::vector<Decision> decisions);
  // Takes the newest batch back. With `expected`, only if that is its number, else Error(kConflict): what
  // someone else decided meanwhile is not undone by accident.
  Batch Undo(std::optional<std::uint64_t> expected = std::nullopt);
  // Another number whenever the decisions changed, by whichever process. Reads a few bytes.
  std::uint64_t State() const;

 private:
  std::string directory_;
};

// Those that count, oldest first. A newer decision replaces an older one on the same thing: the same file or
// folder as `a`; of unrelated and superseded files also the same two.
std::vector<Decision> InForce(std::vector<Decision> decisions);

// What decisions say of files, folders and pairs. Paths are absolute. Immutable; lookups take constant time,
// or the depth of a path if folders were decided.
class Verdicts {
 public:
  Verdicts();
  // Oldest first. `unchanged` tells whether a folder still is what was decided about, by its size: one that
  // is not decides nothing. Not given: all are.
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
  // Of 32 hexadecimal digits; all zero for anything else.
  static Key KeyOf(const std::string& digest, std::uint64_t size);

  bool AnyUnrelated() const;
  bool AnyFolder() const;
  bool Unrelated(const Key& a, const Key& b) const;

  // The decision on a thing itself; nullptr: none. It is decided as `a`, or as the `b` of another one that it
  // takes the place of.
  const Decision* OfVersion(const Key& content) const;
  const Decision* OfCopy(const Key& content, const std::string& path) const;
  // Of any size, if that is not known.
  const Decision* OfFolder(const std::string& path, std::optional<std::uint64_t> size) const;

  // The decisions on the members of one item: their own, or those on folders that they are in. Files of a
  // folder that is kept are; those of a folder that is a copy go, if the other folder has a member, too; what
  // is left as the only one in that other folder stays.
  using Found = std::vector<const Decision*>;
  // Equal files.
  Found OfCopies(const Key& content, std::span<const std::string> paths) const;
  // Versions, each with the paths of all its copies. That a folder is kept says nothing about versions.
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

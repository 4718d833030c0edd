// The journal of actions: what was meant to be done, written and synced before the first step of it, and what
// came of it. With it a run that was interrupted is brought to an end by the next one (recover.h), and a run
// that is done can be undone (undo.h).
//
// Each run has its own file in the directory of the index, `journal-N`, written by one process and never
// changed after that: what a later run finds out about an interrupted one, or undoes of a finished one, is in
// the later run's file. So a file that is damaged costs one run, and nothing is ever rewritten. A rejected
// design is one file for all runs: each run would append behind whatever a crash left there.
//
// A file begins with kMagic; records follow: length (4 bytes), checksum (8), bytes. A checksum covers the one
// before it, too, so that what follows a torn record is ignored. Bytes are a kind and its fields
// (base/coding.h). docs/formats/index-format.md has the layout.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "act/files/beneath.h"
#include "act/files/file_facts.h"
#include "base/file.h"
#include "base/hashing.h"
#include "kindred/dedupe_values.h"

namespace kindred::act {

enum class RunKind : std::uint8_t { kDedupe = 1, kUndo = 2, kRecovery = 3 };

struct RunBegin {
  std::uint64_t run = 0;
  RunKind kind = RunKind::kDedupe;
  std::uint64_t of = 0;  // the run that is undone or recovered
  std::int64_t time_ns = 0;
  std::string by = {};
  std::vector<std::string> roots = {};
};

// What is about to be done with one name.
struct Intent {
  std::uint64_t action = 0;  // number in its run, from 1
  ReplaceBy by = ReplaceBy::kHardlink;
  bool restores = false;        // an undo: the file becomes what it was
  std::uint64_t of_action = 0;  // of an undo: the number of the action that it undoes
  TreePath copy = {};
  TreePath keep = {};
  std::string quarantine = {};  // a directory beside the copy, and a name in it (quarantine.h)
  std::string temporary = {};
  std::string target = {};  // a link's text, or where the file goes
  std::string info = {};    // the trash's note on it
  FileFacts copy_facts = {};
  FileFacts keep_facts = {};
  Attributes copy_attributes = {};
  base::Hash128 digest = {};  // of the bytes of both, when they were compared
  std::uint64_t freed = 0;
  bool operator==(const Intent&) const = default;
};

// What came of it.
struct ActionEnd {
  std::uint64_t run = 0;  // that has the intent
  std::uint64_t action = 0;
  ActionOutcome outcome = ActionOutcome::kLeft;
  std::string reason = {};
  std::string saved = {};
  bool operator==(const ActionEnd&) const = default;
};

struct RunEnd {
  std::uint64_t actions = 0;
  std::uint64_t done = 0;  // or restored
  std::uint64_t left = 0;
  std::uint64_t freed = 0;
  bool operator==(const RunEnd&) const = default;
};

// A run as recorded in its file, as far as that can be read.
struct JournalFile {
  RunBegin begin;
  std::vector<Intent> intents;
  std::vector<ActionEnd> ends;
  std::optional<RunEnd> end;  // none: it was interrupted
};

// Writes one run. Every call throws what the FileSystem throws; after that nothing more may be added.
class JournalWriter {
 public:
  JournalWriter(base::FileSystem& files, const std::string& directory, const RunBegin& begin);

  std::uint64_t run() const { return run_; }
  void Add(const Intent& intent);
  void Add(const ActionEnd& end);
  // Everything that was added is on the disk.
  void Sync();
  // The last record, synced.
  void End(const RunEnd& end);

 private:
  void Frame(const std::vector<std::uint8_t>& payload);

  std::uint64_t run_;
  std::unique_ptr<base::WritableFile> file_;
  std::vector<std::uint8_t> pending_;
  std::uint64_t chain_ = 0;
};

// The runs of an index. One process at a time may hold it.
class Journal {
 public:
  // Error(kBusy), naming the holder, if another process acts on files. Removes what a stop left of a run that
  // had not begun.
  Journal(base::FileSystem& files, std::string directory);

  // Ascending.
  static std::vector<std::uint64_t> Runs(base::FileSystem& files, const std::string& directory);
  // Error(kDamaged) if not even its beginning can be read.
  static JournalFile Read(base::FileSystem& files, const std::string& directory, std::uint64_t run);

  std::vector<std::uint64_t> Runs() const { return Runs(files_, directory_); }
  JournalFile Read(std::uint64_t run) const { return Read(files_, directory_, run); }
  // `begin.run` and its time are given here.
  JournalWriter NewRun(RunBegin begin);

 private:
  base::FileSystem& files_;
  std::string directory_;
  std::unique_ptr<base::FileLock> lock_;
};

}  // namespace kindred::act

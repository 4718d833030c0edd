// Marks a round of files: what has to be read is cut into rounds whose marks fit the memory budget, and each
// round becomes one segment per method and one commit. The marks of a file that has too many of them for that
// are put aside on disk while it is read, and become a separate segment.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "index/segment/mark_spill.h"
#include "index/segment/posting_pile.h"
#include "index/store/store.h"
#include "inside/look_inside.h"
#include "jobs/scan/changed_files_reader.h"
#include "jobs/scan/known_contents.h"
#include "tree/methods/make_method.h"

namespace kindred::jobs {

struct MarkedRound {
  // A file that was read: what to store about it, and its content.
  struct Done {
    std::size_t job = 0;  // in ChangePlan::to_read
    Entry entry;
    ContentId content = tree::kNoContent;
    std::unique_ptr<index::StoredContainer> container = {};  // what to store of its inside, if anything
  };
  struct Marked {
    std::vector<index::ContentMarks> contents;  // ascending
    std::vector<index::PostingPile> postings;   // of each thread
    // Contents whose marks were put aside; these are not among `contents`.
    struct Spilled {
      index::CoveredContent covered;
      std::unique_ptr<index::MarkSpill> marks;
    };
    std::vector<Spilled> spilled;
  };
  std::vector<Done> done;             // by job
  std::vector<Content> new_contents;  // new, or known and to be put again
  std::uint64_t parts = 0;            // that were marked
  std::vector<Marked> marked;         // by method
  ReadRound read;
};

// How much a round may hold in memory, and where the rest goes.
struct MarkMemory {
  std::uint64_t bytes = 0;
  unsigned threads = 1;
  base::FileSystem& files;
  std::string directory;  // for temporary files
};

// `stop` is called while a worker looks inside a file.
MarkedRound MarkRound(ChangedFilesReader& reader, std::size_t count, const tree::Methods& methods,
                      KnownContents& known, const inside::LookInside& look, const std::function<bool()>& stop,
                      const MarkMemory& memory);

// How many of the files that are left fit into one round, at least one.
std::size_t MarkRoundSize(const ChangedFilesReader& reader, const tree::ChangePlan& plan,
                          const tree::Methods& methods, const MarkMemory& memory);

}  // namespace kindred::jobs

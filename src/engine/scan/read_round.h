// Reads a round of files with all threads: what has to be read is cut into rounds whose marks fit the memory
// budget, and each round becomes one segment per method and one commit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/make_method.h"
#include "engine/scan/change_plan.h"
#include "engine/scan/content_reader.h"
#include "engine/scan/known_contents.h"
#include "engine/scan/read_batches.h"
#include "kindred/sink.h"

namespace kindred::engine {

struct RoundResult {
  // A job of the round that was read: its state as fstat saw it, and its content.
  struct Done {
    std::size_t job = 0;
    Entry entry;
    ContentId content = kNoContent;
  };
  struct Failed {
    std::size_t job = 0;
    Skip skip;
  };
  struct Marked {
    std::vector<index::ContentMarks> contents;  // ascending
    std::vector<index::PostingPile> postings;   // of each thread
  };
  std::vector<Done> done;      // by job
  std::vector<Failed> failed;  // by job
  std::vector<Content> new_contents;
  std::vector<Marked> marked;  // by method
  std::uint64_t bytes = 0;
  bool stopped = false;  // the observer asked to; jobs in neither list were not read
};

RoundResult ReadRound(std::span<const ChangePlan::Job> jobs, const std::vector<index::StoredDirectory>& files,
                      const Methods& methods, bool follow_links, unsigned threads, KnownContents& known,
                      ReadProgress* progress, Observer& observer);

// How many of `jobs` fit into one round, at least one.
std::size_t RoundSize(std::span<const ChangePlan::Job> jobs, const std::vector<index::StoredDirectory>& files,
                      const Methods& methods, std::uint64_t memory);

}  // namespace kindred::engine

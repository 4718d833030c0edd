// The one reader of a tree: reads the files that a ChangePlan names, with all threads, a round at a time.
// What is done with the bytes is up to a FileTaker (marks for the index, tallies for near); where the results
// of a round are stored is up to the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "kindred/sink.h"
#include "tree/entries/change_plan.h"

namespace kindred::jobs {

// Takes one file after another. One per thread.
class FileTaker {
 public:
  virtual ~FileTaker() = default;
  // `entry` is the file's fstat. A file that fails before its end is followed by another Begin.
  virtual void Begin(const Entry& entry) = 0;
  virtual void Feed(std::span<const std::uint8_t> piece) = 0;
  // All of it was fed. `descriptor` is still open, to look at it once more; returns whether it did.
  virtual bool Whole(int /*descriptor*/) { return false; }
  // The file was read to its end. `job` is its number in ChangePlan::to_read. `entry` is what to store; its
  // ctime_ns is 0, which no file has, if the next run must read the file again. False: a stop was asked for
  // before the taker had done with it, and it is not taken.
  virtual bool Take(std::size_t job, const Entry& entry) = 0;
};

struct ReadRound {
  struct Failed {
    std::size_t job = 0;  // in ChangePlan::to_read
    Skip skip;
  };
  std::vector<Failed> failed;  // by job
  std::uint64_t files = 0;     // that were taken
  std::uint64_t bytes = 0;     // those of failed files included
};

class ReadMeter;  // of progress

class ChangedFilesReader {
 public:
  // The plan must outlive the reader. Names and sizes of files that are still to be read must not change.
  ChangedFilesReader(const tree::ChangePlan& plan, unsigned threads, bool follow_links, Observer& observer);
  ~ChangedFilesReader();

  unsigned threads() const { return threads_; }
  // What is still to be read.
  std::span<const tree::ChangePlan::Job> Left() const { return std::span(plan_.to_read).subspan(next_); }
  // Whether the observer asked to stop. Files of that round may have been neither taken nor failed.
  bool stopped() const { return stopped_; }
  bool Done() const { return stopped_ || Left().empty(); }

  // Reads the next `count` files; takers[i] is called by thread i only.
  ReadRound Next(std::size_t count, std::span<FileTaker* const> takers);

 private:
  const tree::ChangePlan& plan_;
  unsigned threads_;
  bool follow_links_;
  Observer& observer_;
  std::unique_ptr<ReadMeter> meter_;
  std::size_t next_ = 0;
  bool stopped_ = false;
};

}  // namespace kindred::jobs

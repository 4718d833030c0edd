// The parts of one file on their way out: names are made safe and unique, every byte is charged to the
// budget.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "extract/extraction.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

class PartWriter {
 public:
  PartWriter(PartSink& sink, Budget& budget) : sink_(sink), budget_(budget) {}

  // Returns the full name that the part got.
  std::string Begin(std::string_view name, PartKind kind);
  void Bytes(std::string_view bytes);
  void Page() { sink_.PageBreak(); }
  void End();
  // Instead of End, if one is begun: what follows of it is damaged.
  void DropUnfinished();

  // With the names of the containers around it.
  std::string FullName(const std::string& name) const { return prefix_ + name; }

  Budget& budget() { return budget_; }

  // Names get "prefix//" in front for as long as this lives.
  class Inside {
   public:
    Inside(PartWriter& writer, std::string full_name);
    ~Inside() { writer_.prefix_ = before_; }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    PartWriter& writer_;
    std::string before_;
  };

 private:
  PartSink& sink_;
  Budget& budget_;
  std::string prefix_;
  bool in_part_ = false;
  std::unordered_map<std::string, unsigned> names_;  // with how often each was wanted
};

// Without "/" in front, and without empty, "." and ".." steps; never empty.
std::string SafeName(std::string_view name);

}  // namespace kindred::extract

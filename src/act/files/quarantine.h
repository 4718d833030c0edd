// A private directory (mode 0700) beside the files that are replaced. The replacement of a copy is made in
// it, and the displaced copy is kept in it until no process can need it any more. A plain temporary name
// beside the copy could be seen, opened and moved by other programs that work in that directory.
#pragma once

#include <string>

#include "act/files/steps.h"
#include "base/descriptor.h"

namespace kindred::act {

// A name for the quarantines of a batch, ".kindred-" and 16 digits that cannot be guessed.
std::string NewQuarantineName();

class Quarantine {
 public:
  Quarantine(int directory, std::string name) : directory_(directory), name_(std::move(name)) {}

  // Makes it if that was not done. False with errno if it cannot be had.
  bool Make(Steps& steps);
  // Opens one that an interrupted run left; false if there is no such directory.
  bool Open();
  // If it is empty; otherwise false, and what is in it stays. True if it was not made.
  bool Remove(Steps& steps);

  int descriptor() const { return open_.get(); }
  const std::string& name() const { return name_; }

 private:
  int directory_;
  std::string name_;
  base::Descriptor open_;
};

}  // namespace kindred::act

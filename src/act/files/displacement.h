// Exchanges the file under a name with its replacement in quarantine, and undoes the exchange. `made` is the
// replacement (a link, or a restored file), `copy` the file that was compared; link_action.h has the whole
// sequence.
//
// Nothing that is not the compared copy is ever removed. What others put under the name meanwhile goes back
// there; where that cannot be done without hiding something of theirs, it is kept under a new name, which is
// reported.
#pragma once

#include <functional>
#include <string>

#include "act/files/file_facts.h"
#include "act/files/quarantine.h"
#include "act/files/steps.h"

namespace kindred::act {

class Displacement {
 public:
  // Distinguishes our files from those of others.
  using Is = std::function<bool(int directory, const std::string& name, const FileFacts& facts)>;

  Displacement(Steps& steps, int directory, std::string name, Quarantine& quarantine, std::string temporary,
               Is is_made, Is is_copy)
      : steps_(steps),
        directory_(directory),
        name_(std::move(name)),
        quarantine_(quarantine),
        temporary_(std::move(temporary)),
        is_made_(std::move(is_made)),
        is_copy_(std::move(is_copy)) {}

  enum class Thing { kNothing, kMade, kCopy, kOther };
  Thing InQuarantine() const { return Look(quarantine_.descriptor(), temporary_); }
  Thing AtName() const { return Look(directory_, name_); }

  // The name and the thing in quarantine change places. False with errno: nothing happened.
  bool Exchange(Step step);
  // Removes what is in quarantine if it is still `thing`. False with errno.
  bool Remove(Thing thing);

  struct Ending {
    std::string saved = {};  // what has a new name now, beside the old one; empty: nothing
    bool mixed = false;      // others renamed files at the same moments as we
  };
  // Something that others put there was displaced: it goes back.
  Ending GiveBack();
  // The copy goes back. `keeper_quiet`: no program has opened the made thing for writing.
  Ending BringBack(const std::function<bool()>& keeper_quiet);
  // What is in quarantine gets a name beside the old one.
  Ending Save();
  // That name, which an interrupted run could not report.
  std::string SavedName() const;
  // Whether an ending was `mixed`; a note in quarantine records it until it is removed.
  bool WasMixed() const;
  void RemoveNote();

 private:
  std::string NoteName() const { return temporary_ + "-mixed"; }
  Thing Look(int directory, const std::string& name) const;
  Ending UndoExchange(Thing put);

  Steps& steps_;
  int directory_;
  std::string name_;
  Quarantine& quarantine_;
  std::string temporary_;
  Is is_made_;
  Is is_copy_;
};

}  // namespace kindred::act

// Moves a copy to the trash, or to another folder (`--by trash`, `--by move:DIR`). It is compared under
// leases like one that is linked (link_action.h), then its name is moved, which removes nothing: a late
// writer writes to the file at its new place. If it is seen within kQuarantine, or if what was moved is not
// what was compared, or the file that is kept is gone, it is moved back. It is never moved over anything.
#pragma once

#include <optional>
#include <string>

#include "act/actions/action.h"
#include "act/files/trash.h"
#include "act/files/verified_pair.h"

namespace kindred::act {

class MoveAction : public PairAction {
 public:
  using PairAction::PairAction;

  void Prepare() override;
  Intent Describe() const override;
  void Act() override;
  void Watch() override { Look(); }
  void Settle() override;
  void Retreat(const std::string& reason) override { MoveBack(reason); }
  int ChangedDirectory() const override { return moved_ ? pair_.copy_directory->get() : -1; }

 private:
  // Empty: the directory that it goes to is open, and its note is written.
  std::string OpenTarget();
  bool Look();
  void MoveBack(const std::string& reason);
  void RemoveNote();

  std::optional<TrashPlace> trash_;
  std::string target_;  // absolute
  std::string note_;    // of the trash, absolute
  base::Descriptor target_directory_;
  bool noted_ = false;
  bool moved_ = false;
};

// Makes an absolute directory and those above it; -1 with errno. Open for reading.
base::Descriptor OpenMadeDirectory(const std::string& path);

}  // namespace kindred::act

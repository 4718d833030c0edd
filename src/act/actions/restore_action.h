// A link becomes a separate file again, as it was before: undo of a LinkAction. The bytes are copied from the
// file that the link leads to, under a lease, and must have the digest that the journal has of them; owner,
// permissions, attributes and times come from the journal. The new file takes the name by the same exchange,
// and under the same watch, as a link does (link_action.h).
#pragma once

#include <optional>
#include <string>

#include "act/actions/action.h"
#include "act/files/handover.h"
#include "act/files/lease.h"

namespace kindred::act {

class RestoreAction : public Action {
 public:
  RestoreAction(Workshop& shop, const Intent& done, std::uint64_t number);

  void Prepare() override;
  Intent Describe() const override;
  void Act() override;
  void Watch() override;
  void Settle() override;
  void Retreat(const std::string& reason) override { EndWith(handover_->Retreat(reason)); }
  void CleanUp() override {
    if (handover_) handover_->CleanUp();
  }
  int ChangedDirectory() const override { return exchanged_ ? directory_->get() : -1; }

 private:
  bool IsOurLink(int directory, const std::string& name, const FileFacts& facts) const;
  // Empty: the file is made, in quarantine.
  std::string MakeFile();
  std::string FillFile();
  void EndWith(const Handover::Ending& ending);

  const Intent done_;
  const std::string temporary_;
  const base::Descriptor* directory_ = nullptr;
  base::Descriptor content_;  // what the link leads to
  base::Descriptor made_;
  base::Descriptor made_for_reading_;  // a lease needs one that is not for writing
  ReadLease content_lease_;
  ReadLease made_lease_;
  FileFacts content_facts_;
  FileFacts made_facts_;
  std::optional<Handover> handover_;
  bool exchanged_ = false;
};

// Gives an open file the owner, permissions, attributes and times of another. Empty, or what cannot be given.
std::string Restore(int file, const FileFacts& facts, const Attributes& attributes);

}  // namespace kindred::act

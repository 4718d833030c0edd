// A copy shares the blocks of the file that is kept: `--by reflink`. FIDEDUPERANGE compares and shares inside
// the kernel, with both files locked, so no lease and no quarantine are needed: a concurrent write comes
// before or after. Both remain separate files with their own owner, times and permissions, so there is
// nothing to undo. Only where the file system can (btrfs, xfs).
#pragma once

#include "act/actions/action.h"
#include "act/files/verified_pair.h"

namespace kindred::act {

class ShareAction : public Action {
 public:
  using Action::Action;

  void Prepare() override;
  Intent Describe() const override;
  void Act() override;
  void Settle() override {}

 private:
  VerifiedPair pair_;
};

// Whether a file's file system can share blocks; the file is not changed.
bool CanShare(int descriptor);
// Whether two files share all their blocks already.
bool ShareAllBlocks(int a, int b);

}  // namespace kindred::act

// A file that went to the trash or to another folder comes back: undo of a MoveAction. It is never put over
// anything: a name that is taken by now stays with its new file.
#pragma once

#include "act/actions/action.h"

namespace kindred::act {

class ReturnAction : public Action {
 public:
  ReturnAction(Workshop& shop, const Intent& done);

  void Prepare() override;
  Intent Describe() const override;
  void Act() override;
  void Settle() override {}

 private:
  const Intent done_;
  const base::Descriptor* directory_ = nullptr;
  base::Descriptor from_;
};

}  // namespace kindred::act

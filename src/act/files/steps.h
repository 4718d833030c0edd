// The steps that change a tree, named one by one, so that tests can stop the process before any of them, make
// any of them fail, or wait there while others change the files. Writes to the journal go through base/file.h
// and are tested in the same way.
#pragma once

#include <cerrno>
#include <cstdint>

namespace kindred::act {

enum class Step : std::uint8_t {
  kOpen,
  kLease,
  kRead,
  kSyncKeeper,
  kMakeQuarantine,
  kLink,
  kExchange,
  kExchangeBack,
  kSyncDirectory,
  kUnlink,
  kRemoveQuarantine,
  kSave,
  kShare,
  kMakeInfo,
  kMoveAway,
  kMoveBack,
  kRemoveInfo,
  kMakeCopy,
};
inline constexpr int kSteps = 18;

class Steps {
 public:
  virtual ~Steps() = default;
  // The action, by its number in the journal, that the steps until the next call belong to; 0: none of them.
  virtual void Turn(std::uint64_t /*action*/) {}
  // Called before the step; anything but 0 is the errno it fails with instead of being taken.
  virtual int Before(Step) { return 0; }
};

// The step itself: a call that returns -1 and sets errno on failure. Not repeated on EINTR but where the
// caller does so.
template <typename Call>
auto Take(Steps& steps, Step step, Call call) -> decltype(call()) {
  if (const int error = steps.Before(step); error != 0) {
    errno = error;
    return -1;
  }
  return call();
}

}  // namespace kindred::act

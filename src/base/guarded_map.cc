// The handler finds the mapping in a list that it can read at any moment: slots are added at the front, used
// again, and never freed. It does nothing but system calls and atomic stores. A signal that is not about one
// of our mappings goes on to the previous handler. See guarded_map.h.
#include "base/guarded_map.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>

#include "base/errno_text.h"
#include "kindred/error.h"

namespace kindred::base {

struct GuardedMap::Slot {
  std::atomic<bool> taken = true;
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<std::uint64_t> failed = 0;  // the first offset that could not be read, plus 1
  Slot* next = nullptr;
};

namespace {

std::uintptr_t PageSize() {
  static const auto size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

// What a signal handler needs cannot be handed to it: this is the one place with state of the process.
struct Guard {
  std::atomic<GuardedMap::Slot*> slots = nullptr;
  struct sigaction before = {};
};

Guard& TheGuard() {
  static Guard guard;
  return guard;
}

bool PutZeros(std::uintptr_t address) {
  void* const page = reinterpret_cast<void*>(address / PageSize() * PageSize());
  return ::mmap(page, PageSize(), PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == page;
}

bool IsOurs(const siginfo_t& info) {
  if (info.si_code <= 0) return false;  // sent by a process
  const auto address = reinterpret_cast<std::uintptr_t>(info.si_addr);
  for (GuardedMap::Slot* slot = TheGuard().slots.load(); slot != nullptr; slot = slot->next) {
    const std::uintptr_t begin = slot->begin.load();
    if (begin == 0 || address < begin || address >= slot->end.load()) continue;
    std::uint64_t none = 0;
    slot->failed.compare_exchange_strong(none, address - begin + 1);
    return PutZeros(address);
  }
  return false;
}

void OnBusError(int signal, siginfo_t* info, void* context) {
  const int error = errno;
  if (!IsOurs(*info)) {
    const struct sigaction& before = TheGuard().before;
    if ((before.sa_flags & SA_SIGINFO) != 0) {
      before.sa_sigaction(signal, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
      before.sa_handler(signal);
    } else {  // the access is tried again, and ends the process as it would have
      ::sigaction(signal, &before, nullptr);
      if (info->si_code <= 0) ::raise(signal);
    }
  }
  errno = error;
}

void InstallHandler() {
  static std::once_flag once;
  std::call_once(once, [] {
    PageSize();  // before a signal asks
    struct sigaction action = {};
    action.sa_sigaction = OnBusError;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGBUS, &action, &TheGuard().before);
  });
}

GuardedMap::Slot* TakeSlot() {
  Guard& guard = TheGuard();
  for (GuardedMap::Slot* slot = guard.slots.load(); slot != nullptr; slot = slot->next) {
    bool taken = false;
    if (slot->taken.compare_exchange_strong(taken, true)) return slot;
  }
  auto* slot = new GuardedMap::Slot;
  slot->next = guard.slots.load();
  while (!guard.slots.compare_exchange_weak(slot->next, slot)) {
  }
  return slot;
}

}  // namespace

GuardedMap::GuardedMap(int descriptor, std::uint64_t size, std::string path)
    : path_(std::move(path)), size_(size) {
  if (size_ == 0) return;
  InstallHandler();
  slot_ = TakeSlot();
  void* map = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
  if (map == MAP_FAILED) {
    const int error = errno;
    slot_->taken.store(false);
    throw Error(KindOf(error), "cannot map into memory: " + SystemWords(error), path_);
  }
  begin_ = static_cast<const std::uint8_t*>(map);
  slot_->failed.store(0);
  slot_->end.store(reinterpret_cast<std::uintptr_t>(map) + size_);
  slot_->begin.store(reinterpret_cast<std::uintptr_t>(map));
}

GuardedMap::~GuardedMap() {
  if (slot_ == nullptr) return;
  slot_->begin.store(0);
  ::munmap(const_cast<std::uint8_t*>(begin_), size_);
  slot_->taken.store(false);
}

void GuardedMap::Check() const {
  if (slot_ == nullptr) return;
  const std::uint64_t failed = slot_->failed.load(std::memory_order_acquire);
  if (failed == 0) return;
  throw Error(ErrorKind::kDamaged,
              "cannot be read at offset " + std::to_string(failed - 1) +
                  ": the file was cut while it was in use, or its device failed",
              path_);
}

void GuardedMap::Forget(std::uint64_t offset, std::uint64_t length) {
  if (slot_ == nullptr) return;
  const std::uint64_t first = (offset + PageSize() - 1) / PageSize() * PageSize();
  const std::uint64_t last = (offset + length) / PageSize() * PageSize();
  // The pages stay in the system's cache; a failure here does no harm.
  if (first < last) ::madvise(const_cast<std::uint8_t*>(begin_) + first, last - first, MADV_DONTNEED);
}

}  // namespace kindred::base

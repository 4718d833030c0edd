// See worker_source.h.
#include "extract/pool/worker_source.h"

#include <optional>
#include <string_view>
#include <utility>

#include "extract/protocol.h"

namespace kindred::extract {

namespace {

// The first message of a process; empty with `why` if none comes.
std::optional<std::string_view> FirstMessage(WorkerProcess& process, const std::string& path, NoWorker& why) {
  std::string_view message;
  const WorkerProcess::Wait wait = process.Receive(kStartTime, message);
  if (wait == WorkerProcess::Wait::kMessage) return message;
  why.reason = path + (wait == WorkerProcess::Wait::kGone ? " ended at once: " + process.Farewell()
                                                          : " does not answer");
  return std::nullopt;
}

// Whether a worker that sent this may be given files.
bool MayWork(std::string_view message, bool unsandboxed, const std::string& path, NoWorker& why) {
  const auto ready = DecodeReady(message);
  if (!ready || ready->version != kProtocolVersion) {
    why = {.reason = path + " belongs to another version of Kindred", .lasting = true};
    return false;
  }
  if (!ready->locked && !unsandboxed) {
    why = {.reason = "no sandbox on this machine (" + ready->reason + ")", .lasting = true};
    return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<WorkerProcess> WorkerSource::Start(const std::string& path, bool unsandboxed, NoWorker& why) {
  why = {};
  std::unique_ptr<WorkerProcess> worker;
  std::optional<std::string_view> message;
  {
    const std::lock_guard lock(mutex_);
    if (nursery_) worker = WorkerProcess::StartFrom(*nursery_, why.reason);
    if (!worker) {
      nursery_ = WorkerProcess::Start(path, unsandboxed ? "nurse-unsandboxed" : "nurse", why.reason);
      if (nursery_) message = FirstMessage(*nursery_, path, why);
      if (!message) {
        nursery_.reset();
        return nullptr;
      }
      if (DecodePrepared(*message) == kProtocolVersion) {
        message.reset();
        worker = WorkerProcess::StartFrom(*nursery_, why.reason);
        if (!worker) {
          why.reason = path + " cannot make a worker: " + why.reason;
          nursery_.reset();
          return nullptr;
        }
      } else {
        worker = std::move(nursery_);  // a program that makes no copies is a worker itself
      }
    }
  }
  if (!message) message = FirstMessage(*worker, path, why);
  return message && MayWork(*message, unsandboxed, path, why) ? std::move(worker) : nullptr;
}

}  // namespace kindred::extract

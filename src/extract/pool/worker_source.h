// Where the workers of one program come from: its fork server (worker/nursery.h), which is started for the
// first one, and again if it has gone.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "extract/pool/worker_process.h"

namespace kindred::extract {

// Why no worker could be started.
struct NoWorker {
  std::string reason = {};
  bool lasting = false;  // it will be so again
};

class WorkerSource {
 public:
  WorkerSource() = default;
  WorkerSource(const WorkerSource&) = delete;
  WorkerSource& operator=(const WorkerSource&) = delete;

  // A new worker, in its sandbox; null with `why` if it cannot work. May be called from several threads.
  std::unique_ptr<WorkerProcess> Start(const std::string& path, bool unsandboxed, NoWorker& why);

 private:
  std::mutex mutex_;
  std::unique_ptr<WorkerProcess> nursery_;
};

}  // namespace kindred::extract

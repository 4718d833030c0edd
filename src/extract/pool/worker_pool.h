// The worker programs that look inside files, seen from the main program.
//
// A file is parsed in a separate process that enters a sandbox first (worker/sandbox.h): a descriptor goes in
// over a socket, the parts come back as messages (protocol.h), and nothing that a worker sends is trusted. A
// worker has one file at a time, so that a crash can be attributed to a file; a worker that crashed, hung or
// was refused is replaced, and only its file is affected. PDF has a separate program, because its library is
// under the GPL. Tested in worker_pool_test.cc and tests/hostile.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "extract/container_type.h"
#include "extract/extraction.h"

namespace kindred::extract {

struct PoolOptions {
  int workers = 0;  // at a time, of all programs together; 0: one for each processor
  // Where kindred-extract and kindred-extract-pdf are. Empty: beside the running program, in
  // ../libexec/kindred of it, then in the directory that the environment's KINDRED_EXTRACT names.
  std::string programs = {};
  bool unsandboxed = false;  // go on where the kernel has no Landlock or no seccomp
};

class WorkerPool {
 public:
  explicit WorkerPool(PoolOptions options);
  ~WorkerPool();  // ends the workers; no call may be under way
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Looks inside the file of `fd`, which must be a regular file open for reading (the worker reads at given
  // offsets: the position of `fd` is not used). Blocks until a worker is free, starts one where needed.
  // `stop` is called several times a second, from this thread; empty: never. Calls may come from several
  // threads.
  Extraction Extract(int fd, ContainerType type, const Limits& limits, PartSink& sink,
                     const std::function<bool()>& stop);

  // What libmagic calls the file ("image/webp"), asked in a worker; empty if nothing is known or no worker
  // is.
  std::string MediaType(int fd);

  // The title that a document of this type carries, read in a worker; empty without a title, or without a
  // worker.
  std::string Title(int fd, ContainerType type);

  // Whether such files can be looked into on this machine, found out once by starting a worker.
  bool Available(ContainerType type) const;
  // Why not, with what to install; empty if available.
  std::string WhyNot(ContainerType type) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kindred::extract

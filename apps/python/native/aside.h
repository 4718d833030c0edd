// Runs a library call in a separate thread while the thread that Python called waits: that thread hands over
// progress and finished batches, and checks for signals. So only the thread that holds Python's lock anyway
// ever touches Python, whatever threads the library has, and Ctrl-C stops a call cleanly: what Scan has read
// stays in the index.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>

#include "kindred/sink.h"
#include "table.h"

namespace kindred::python {

// Passed to the call: where finished batches go. Blocks while Python is behind.
class BatchQueue {
 public:
  virtual ~BatchQueue() = default;
  virtual void Put(std::shared_ptr<Table> batch) = 0;
};

// `progress`: None, or called with stage, files, total files, bytes, total bytes; False from it stops the
// call. `on_batch`: None, or called with a Table for each that is put. What these or a signal handler raise
// stops the call and is raised here.
void RunAside(const std::function<void(Observer&, BatchQueue&)>& run, nanobind::object progress,
              nanobind::object on_batch);

}  // namespace kindred::python

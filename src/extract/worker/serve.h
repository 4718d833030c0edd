// The life of a worker: it enters the sandbox, reports that, and then takes one request after the other until
// the main program closes the socket.
#pragma once

#include <functional>
#include <string>

#include "extract/container_type.h"
#include "extract/extraction.h"
#include "extract/worker/part_writer.h"
#include "extract/worker/sandbox.h"
#include "extract/worker/source.h"

namespace kindred::extract {

struct WorkerProgram {
  SandboxOptions sandbox;
  // Writes the parts of one file. May throw LimitReached or Damaged. Returns what was left out, in words, or
  // "".
  std::function<std::string(const Source&, ContainerType, const Limits&, PartWriter&)> extract;
  // What libmagic calls these first bytes; empty: this program is not asked.
  std::function<std::string(std::string_view)> media_type = {};
  // What a document calls itself, as it is written there; may throw Damaged. Empty: this program is not
  // asked.
  std::function<std::string(const Source&, ContainerType)> title = {};
};

enum class Locking {
  kMust,
  kIfPossible,  // goes on where the kernel cannot lock
  kNone,        // for tests, which compare
};

// Returns the exit code of the process: 0 if the main program has gone, else it got an invalid request.
int Serve(const WorkerProgram& program, Locking locking);

// One file, as Serve does it; the tests and fuzz targets call it without a process in between.
Extraction ExtractOne(const WorkerProgram& program, const Source& source, ContainerType type,
                      const Limits& limits, PartSink& sink);

}  // namespace kindred::extract

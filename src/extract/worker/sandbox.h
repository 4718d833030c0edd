// Puts a worker process into a sandbox before it reads the first byte of a file.
//
// Landlock takes the file system (and, where the kernel has them, TCP, signals and abstract sockets) away;
// seccomp leaves only the system calls that parsing needs. Both, because each has gaps: Landlock does not
// cover UDP or access(), and a filter of system calls cannot distinguish paths. Limits on memory, processor
// time, files and processes come on top.
//
// What seccomp does not allow fails with EPERM, so that a library that asks for a locale or a clock goes on
// without it; what only an intruder would try (another program, process, debugger, mount or socket) ends the
// process. Tested by the programs themselves: `kindred-extract try-forbidden`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kindred::extract {

struct SandboxOptions {
  std::vector<std::string> readable = {};                // directories that stay readable
  std::uint64_t address_space = std::uint64_t{1} << 30;  // bytes
  std::uint64_t processor_seconds = 1800;                // in all; a worker is replaced long before
};

// Empty if the process is locked now; else why this machine cannot do it. It may be half locked then.
std::string LockProcess(const SandboxOptions& options);

}  // namespace kindred::extract

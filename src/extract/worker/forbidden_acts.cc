// See forbidden_acts.h. Every act is harmless where nothing stops it: it names what does not exist, or
// concerns this process alone.
#include "extract/worker/forbidden_acts.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace kindred::extract {

namespace {

constexpr const char* kNowhere = "/nonexistent-kindred/file";

// The system denies the act itself; it does not report that something is missing.
bool Permitted(long result) { return result >= 0 || (errno != EPERM && errno != EACCES); }

bool MapsCode() {
  return ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

bool TurnsMemoryIntoCode() {
  void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && Permitted(::mprotect(memory, 4096, PROT_READ | PROT_EXEC));
}

bool StartsAProgram() {
  char* const nothing[] = {nullptr};
  return Permitted(::execve(kNowhere, nothing, nothing));
}

bool StartsAProcess() {
  const pid_t pid = ::fork();
  if (pid == 0) ::syscall(SYS_exit_group, 0);
  return Permitted(pid);
}

bool RaisesItsLimits() {
  const rlimit same = {.rlim_cur = 0, .rlim_max = 0};
  return Permitted(::setrlimit(RLIMIT_CORE, &same));
}

bool AsksAboutAFile() {
  struct stat status;
  return Permitted(::stat("/", &status));
}

constexpr ForbiddenAct kActs[] = {
    {"read a file", [] { return Permitted(::open("/etc/passwd", O_RDONLY | O_CLOEXEC)); }},
    {"read a directory", [] { return Permitted(::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)); }},
    {"open its own memory", [] { return Permitted(::open("/proc/self/mem", O_RDWR | O_CLOEXEC)); }},
    {"create a file", [] { return Permitted(::open(kNowhere, O_CREAT | O_WRONLY | O_CLOEXEC, 0600)); }},
    {"ask whether a file is there", [] { return Permitted(::access("/", F_OK)); }},
    {"ask about a file", AsksAboutAFile},
    {"remove a file", [] { return Permitted(::unlink(kNowhere)); }},
    {"rename a file", [] { return Permitted(::rename(kNowhere, kNowhere)); }},
    {"make a directory", [] { return Permitted(::mkdir(kNowhere, 0700)); }},
    {"make a link", [] { return Permitted(::symlink(kNowhere, kNowhere)); }},
    {"change a file's rights", [] { return Permitted(::chmod(kNowhere, 0600)); }},
    {"change its directory", [] { return Permitted(::chdir("/")); }},
    {"talk TCP", [] { return Permitted(::socket(AF_INET, SOCK_STREAM, 0)); }},
    {"talk UDP", [] { return Permitted(::socket(AF_INET6, SOCK_DGRAM, 0)); }},
    {"talk to local servers", [] { return Permitted(::socket(AF_UNIX, SOCK_STREAM, 0)); }},
    {"signal its parent", [] { return Permitted(::kill(::getppid(), 0)); }},
    {"start a program", StartsAProgram},
    {"start a process", StartsAProcess},
    {"be debugged", [] { return Permitted(::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }},
    {"read another process",
     [] { return Permitted(::syscall(SYS_process_vm_readv, ::getpid(), nullptr, 0, nullptr, 0, 0)); }},
    {"mount", [] { return Permitted(::mount(kNowhere, kNowhere, "none", 0, nullptr)); }},
    {"change its root", [] { return Permitted(::chroot(kNowhere)); }},
    {"leave what it shares", [] { return Permitted(::unshare(CLONE_FS)); }},
    {"use the keyring", [] { return Permitted(::syscall(SYS_keyctl, 0, -3, 0, 0, 0)); }},
    {"make a file in memory", [] { return Permitted(::memfd_create("forbidden", MFD_CLOEXEC)); }},
    {"map code", MapsCode},
    {"turn memory into code", TurnsMemoryIntoCode},
    {"watch files", [] { return Permitted(::inotify_init1(IN_CLOEXEC)); }},
    {"queue work in the kernel", [] { return Permitted(::syscall(SYS_io_uring_setup, 0, nullptr)); }},
    {"set its limits", RaisesItsLimits},
    {"write to a descriptor", [] { return Permitted(::write(1, "", 0)); }},
};

}  // namespace

std::span<const ForbiddenAct> ForbiddenActs() { return kActs; }

}  // namespace kindred::extract

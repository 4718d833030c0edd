// See forbidden_acts.h.
#include "extract/worker/forbidden_acts.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
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
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

namespace kindred::extract {

namespace {

bool Connects(int kind) {
  const int fd = ::socket(AF_INET, kind, 0);
  if (fd < 0) return false;
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
  return true;  // a socket is enough, whoever is at the other end
}

bool ConnectsLocally() {
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  return fd >= 0;
}

bool MapsCode() {
  void* memory =
      ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED;
}

bool TurnsMemoryIntoCode() {
  void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return memory != MAP_FAILED && ::mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0;
}

bool Executes() {
  char program[] = "/bin/true";
  char* const arguments[] = {program, nullptr};
  char* const environment[] = {nullptr};
  ::execve(program, arguments, environment);
  return false;  // as a success, /bin/true would end with 0: told apart by the caller's exit code
}

bool Forks() {
  const pid_t pid = ::fork();
  return pid >= 0;
}

bool RaisesLimits() {
  const rlimit more = {.rlim_cur = RLIM_INFINITY, .rlim_max = RLIM_INFINITY};
  return ::setrlimit(RLIMIT_AS, &more) == 0;
}

constexpr ForbiddenAct kActs[] = {
    {"open a file for reading", [] { return ::open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0; }},
    {"open a directory", [] { return ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC) >= 0; }},
    {"open its own memory", [] { return ::open("/proc/self/mem", O_RDWR | O_CLOEXEC) >= 0; }},
    {"create a file", [] { return ::open("/tmp/kindred-forbidden", O_CREAT | O_WRONLY, 0600) >= 0; }},
    {"ask whether a file is there", [] { return ::access("/etc/passwd", F_OK) == 0; }},
    {"ask about a file",
     [] {
       struct stat status;
       return ::stat("/etc/passwd", &status) == 0;
     }},
    {"remove a file", [] { return ::unlink("/tmp/kindred-forbidden") == 0; }},
    {"rename a file", [] { return ::rename("/tmp/kindred-forbidden", "/tmp/kindred-forbidden-2") == 0; }},
    {"make a directory", [] { return ::mkdir("/tmp/kindred-forbidden", 0700) == 0; }},
    {"link a file", [] { return ::symlink("/etc/passwd", "/tmp/kindred-forbidden") == 0; }},
    {"change a file's rights", [] { return ::chmod("/tmp", 01777) == 0; }},
    {"leave its directory", [] { return ::chdir("/tmp") == 0; }},
    {"connect by TCP", [] { return Connects(SOCK_STREAM); }},
    {"send by UDP", [] { return Connects(SOCK_DGRAM); }},
    {"open a local socket", ConnectsLocally},
    {"signal its parent", [] { return ::kill(::getppid(), 0) == 0; }},
    {"signal everyone", [] { return ::kill(-1, 0) == 0; }},
    {"start a program", Executes},
    {"start a process", Forks},
    {"be debugged", [] { return ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0; }},
    {"read another process",
     [] { return ::syscall(SYS_process_vm_readv, ::getpid(), nullptr, 0, nullptr, 0, 0) >= 0; }},
    {"mount", [] { return ::mount("none", "/tmp", "tmpfs", 0, nullptr) == 0; }},
    {"change its root", [] { return ::chroot("/tmp") == 0; }},
    {"make a namespace", [] { return ::unshare(CLONE_NEWUSER) == 0; }},
    {"use the keyring", [] { return ::syscall(SYS_keyctl, 0, -3, 1, 0, 0) >= 0; }},
    {"make a file in memory", [] { return ::memfd_create("forbidden", MFD_CLOEXEC) >= 0; }},
    {"map code", MapsCode},
    {"turn memory into code", TurnsMemoryIntoCode},
    {"watch files", [] { return ::inotify_init1(IN_CLOEXEC) >= 0; }},
    {"queue work in the kernel", [] { return ::syscall(SYS_io_uring_setup, 1, nullptr) >= 0; }},
    {"raise its limits", RaisesLimits},
    {"write to standard output", [] { return ::write(1, "", 0) == 0; }},
};

}  // namespace

std::span<const ForbiddenAct> ForbiddenActs() { return kActs; }

}  // namespace kindred::extract

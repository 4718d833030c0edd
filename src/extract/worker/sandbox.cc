// Landlock, seccomp and resource limits; see sandbox.h.
#include "extract/worker/sandbox.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "extract/protocol.h"

namespace kindred::extract {

namespace {

std::string Failed(const char* what) { return std::string(what) + ": " + std::strerror(errno); }

// The newest form of the structure; a kernel takes as much of it as its version has.
struct LandlockRules {
  std::uint64_t file_system = 0;
  std::uint64_t network = 0;
  std::uint64_t scoped = 0;
};
constexpr std::size_t kBytesOfAbi[] = {0, 8, 8, 8, 16, 16, 24};  // by version
constexpr std::uint64_t kFileRights[] = {0, 0x1fff, 0x3fff, 0x7fff, 0x7fff, 0xffff};
constexpr std::uint64_t kTcp = 3;     // bind, connect: version 4
constexpr std::uint64_t kScopes = 3;  // abstract sockets, signals: version 6

template <std::size_t kSize>
constexpr std::uint64_t OfVersion(const std::uint64_t (&table)[kSize], long version) {
  return table[version < static_cast<long>(kSize) ? version : static_cast<long>(kSize) - 1];
}

std::string AllowReading(int rules, const std::string& directory) {
  const int parent = ::open(directory.c_str(), O_PATH | O_CLOEXEC | O_DIRECTORY);
  if (parent < 0) return "";  // nothing there to read
  landlock_path_beneath_attr below = {};
  below.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
  below.parent_fd = parent;
  const long result = ::syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &below, 0);
  const std::string reason = result == 0 ? "" : Failed("Landlock");
  ::close(parent);
  return reason;
}

std::string Landlock(const SandboxOptions& options) {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return "this kernel has no Landlock";
  LandlockRules wanted;
  wanted.file_system = OfVersion(kFileRights, version);
  wanted.network = version >= 4 ? kTcp : 0;
  wanted.scoped = version >= 6 ? kScopes : 0;
  const std::size_t size = version < static_cast<long>(std::size(kBytesOfAbi)) ? kBytesOfAbi[version] : 24;
  const int rules = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &wanted, size, 0));
  if (rules < 0) return Failed("Landlock");
  std::string reason;
  for (const std::string& directory : options.readable) {
    if (reason.empty()) reason = AllowReading(rules, directory);
  }
  if (reason.empty() && ::syscall(SYS_landlock_restrict_self, rules, 0) != 0) reason = Failed("Landlock");
  ::close(rules);
  return reason;
}

std::string Limit(int resource, std::uint64_t value) {
  const rlimit limit = {.rlim_cur = value, .rlim_max = value};
  return ::setrlimit(static_cast<__rlimit_resource>(resource), &limit) == 0 ? "" : Failed("a limit");
}

std::string LimitResources(const SandboxOptions& options) {
  struct Row {
    int resource;
    std::uint64_t value;
  };
  const Row rows[] = {
    {RLIMIT_CPU, options.processor_seconds},
    {RLIMIT_FSIZE, 0},
    {RLIMIT_CORE, 0},
    {RLIMIT_NPROC, 0},
    {RLIMIT_NOFILE, 32},
    {RLIMIT_MEMLOCK, 0},
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    {RLIMIT_AS, options.address_space},  // a sanitizer maps terabytes
#endif
  };
  for (const Row& row : rows) {
    if (std::string reason = Limit(row.resource, row.value); !reason.empty()) return reason;
  }
  return "";
}

class SeccompFilter {
 public:
  SeccompFilter() : context_(seccomp_init(SCMP_ACT_ERRNO(EPERM))) {}
  ~SeccompFilter() { seccomp_release(context_); }
  SeccompFilter(const SeccompFilter&) = delete;
  SeccompFilter& operator=(const SeccompFilter&) = delete;

  template <typename... Conditions>
  void Rule(std::uint32_t action, int call, Conditions... conditions) {
    if (context_ == nullptr || failed_) return;
    failed_ = seccomp_rule_add(context_, action, call, sizeof...(conditions), conditions...) != 0;
  }
  bool Load() { return context_ != nullptr && !failed_ && seccomp_load(context_) == 0; }

 private:
  scmp_filter_ctx context_;
  bool failed_ = false;
};

// A condition on an argument of a system call.
scmp_arg_cmp Argument(unsigned number, scmp_compare operation, std::uint64_t a, std::uint64_t b = 0) {
  return {.arg = number, .op = operation, .datum_a = a, .datum_b = b};
}

std::string FilterCalls(bool may_open) {
  SeccompFilter filter;
  for (const int call : {SCMP_SYS(read),
                         SCMP_SYS(pread64),
                         SCMP_SYS(readv),
                         SCMP_SYS(lseek),
                         SCMP_SYS(close),
                         SCMP_SYS(fstat),
                         SCMP_SYS(brk),
                         SCMP_SYS(munmap),
                         SCMP_SYS(mremap),
                         SCMP_SYS(madvise),
                         SCMP_SYS(futex),
                         SCMP_SYS(clock_gettime),
                         SCMP_SYS(gettimeofday),
                         SCMP_SYS(time),
                         SCMP_SYS(getrandom),
                         SCMP_SYS(getpid),
                         SCMP_SYS(gettid),
                         SCMP_SYS(rt_sigaction),
                         SCMP_SYS(rt_sigprocmask),
                         SCMP_SYS(rt_sigreturn),
                         SCMP_SYS(sigaltstack),
                         SCMP_SYS(restart_syscall),
                         SCMP_SYS(exit),
                         SCMP_SYS(exit_group),
                         SCMP_SYS(sched_yield)})
    filter.Rule(SCMP_ACT_ALLOW, call);
  filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(sendto), Argument(0, SCMP_CMP_EQ, kWorkerSocket),
              Argument(4, SCMP_CMP_EQ, 0));
  filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(sendmsg), Argument(0, SCMP_CMP_EQ, kWorkerSocket));
  filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(recvmsg), Argument(0, SCMP_CMP_EQ, kWorkerSocket));
  // Memory never becomes code.
  filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(mmap), Argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(mprotect), Argument(2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
  // abort() signals its own thread.
  filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(tgkill),
              Argument(0, SCMP_CMP_EQ, static_cast<std::uint64_t>(::getpid())));
  if (may_open) {
    constexpr std::uint64_t kWrites = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
    filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(openat), Argument(2, SCMP_CMP_MASKED_EQ, kWrites, O_RDONLY));
    filter.Rule(SCMP_ACT_ALLOW, SCMP_SYS(getdents64));
  }
  for (const int call : {SCMP_SYS(execve),
                         SCMP_SYS(execveat),
                         SCMP_SYS(fork),
                         SCMP_SYS(vfork),
                         SCMP_SYS(clone),
                         SCMP_SYS(clone3),
                         SCMP_SYS(ptrace),
                         SCMP_SYS(process_vm_readv),
                         SCMP_SYS(process_vm_writev),
                         SCMP_SYS(socket),
                         SCMP_SYS(connect),
                         SCMP_SYS(bind),
                         SCMP_SYS(mount),
                         SCMP_SYS(umount2),
                         SCMP_SYS(pivot_root),
                         SCMP_SYS(chroot),
                         SCMP_SYS(unshare),
                         SCMP_SYS(setns),
                         SCMP_SYS(bpf),
                         SCMP_SYS(userfaultfd),
                         SCMP_SYS(io_uring_setup),
                         SCMP_SYS(keyctl),
                         SCMP_SYS(add_key),
                         SCMP_SYS(request_key),
                         SCMP_SYS(init_module),
                         SCMP_SYS(finit_module),
                         SCMP_SYS(kexec_load),
                         SCMP_SYS(perf_event_open),
                         SCMP_SYS(kill),
                         SCMP_SYS(pidfd_open),
                         SCMP_SYS(pidfd_getfd),
                         SCMP_SYS(pidfd_send_signal),
                         SCMP_SYS(memfd_create),
                         SCMP_SYS(memfd_secret)})
    filter.Rule(SCMP_ACT_KILL_PROCESS, call);
  return filter.Load() ? "" : "this kernel has no seccomp filters";
}

}  // namespace

std::string LockProcess(const SandboxOptions& options) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return Failed("no_new_privs");
  if (::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return Failed("not dumpable");
  std::string reason = Landlock(options);
  if (reason.empty()) reason = LimitResources(options);
  if (reason.empty()) reason = FilterCalls(!options.readable.empty());
  return reason;
}

}  // namespace kindred::extract

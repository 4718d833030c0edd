// Looks into files with a pool of workers and reports the cost by type; or, with --mutations, gives the pool
// files with a few bytes changed and reports how each ended: no file may be lost, whatever becomes of its
// worker.
//
// Usage: bench_extract_pool [--workers N] [--rounds N] [--mutations N [--first N]] FILE...
//
// Mutation i depends on i alone: a long campaign can be run in parts; --first says where one begins.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "extract/container_type.h"
#include "extract/pool/worker_pool.h"

namespace {

using namespace kindred::extract;

class CountingSink : public PartSink {
 public:
  void BeginPart(const Part&) override { ++parts; }
  void Bytes(std::string_view bytes) override { size += bytes.size(); }
  void EndPart() override {}
  std::uint64_t parts = 0;
  std::uint64_t size = 0;
};

struct Sum {
  std::uint64_t files = 0, in = 0, out = 0, parts = 0;
  double seconds = 0;
};

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

ContainerType TypeOf(const std::string& bytes, const std::string& path) {
  return DetectContainer(std::string_view(bytes).substr(0, kContainerHeadBytes), path);
}

// Processor time of this process and of the workers that have ended, so that a busy machine matters less.
double ProcessorSeconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage;
    ::getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime})
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  }
  return seconds;
}

// Each type alone, with as many threads as workers. Speeds are per second of processor time.
void Measure(const std::vector<std::string>& paths, int threads, int rounds) {
  std::map<std::string_view, std::vector<std::string>> by_type;
  for (const std::string& path : paths) by_type[NameOf(TypeOf(ReadAll(path), path))].push_back(path);
  std::printf("%-6s %7s %9s %9s %8s %9s %9s %9s %9s\n", "type", "files", "in MB", "out MB", "seconds",
              "processor", "in MB/s", "out MB/s", "us/file");
  for (const auto& [name, files] : by_type) {
    if (name.empty()) continue;
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    Sum sum;
    const auto start = std::chrono::steady_clock::now();
    const double before = ProcessorSeconds();
    {
      WorkerPool pool({.workers = threads, .programs = "", .unsandboxed = false});
      std::vector<std::jthread> workers;
      for (int t = 0; t < threads; ++t) {
        workers.emplace_back([&] {
          for (std::size_t i; (i = next++) < files.size() * static_cast<std::size_t>(rounds);) {
            const std::string& path = files[i % files.size()];
            const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
            CountingSink sink;
            const Extraction result = pool.Extract(fd, ContainerTypeOf(name), {}, sink, {});
            const auto size = static_cast<std::uint64_t>(::lseek(fd, 0, SEEK_END));
            ::close(fd);
            const std::lock_guard lock(mutex);
            if (result.outcome != Extraction::Outcome::kDone)
              std::printf("%s: %s\n", path.c_str(), result.reason.c_str());
            sum.files += 1;
            sum.in += size;
            sum.out += sink.size;
          }
        });
      }
    }
    sum.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double processor = ProcessorSeconds() - before;
    const double in = static_cast<double>(sum.in) / 1e6;
    const double out = static_cast<double>(sum.out) / 1e6;
    std::printf("%-6.*s %7llu %9.1f %9.1f %8.2f %9.2f %9.1f %9.1f %9.0f\n", static_cast<int>(name.size()),
                name.data(), static_cast<unsigned long long>(sum.files), in, out, sum.seconds, processor,
                in / processor, out / processor, processor * 1e6 / static_cast<double>(sum.files));
  }
  rusage largest;
  ::getrusage(RUSAGE_CHILDREN, &largest);
  std::printf("memory %.0f MB\n", static_cast<double>(largest.ru_maxrss) / 1024);
}

std::string Mutated(std::string bytes, std::mt19937_64& random) {
  for (std::uint64_t changes = 1 + random() % 8; changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 4) {
      case 0:
        bytes[at] = static_cast<char>(random());
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
        break;
      case 2:
        bytes.erase(at, 1 + random() % 16);
        break;
      default:
        bytes.insert(at, bytes.substr(random() % bytes.size(), 1 + random() % 64));
    }
  }
  return bytes;
}

void Mutate(WorkerPool& pool, const std::vector<std::string>& paths, int threads, std::uint64_t first,
            std::uint64_t count) {
  std::vector<std::pair<ContainerType, std::string>> seeds;
  for (const std::string& path : paths) {
    std::string bytes = ReadAll(path);
    if (const ContainerType type = TypeOf(bytes, path); type != ContainerType::kNone)
      seeds.emplace_back(type, std::move(bytes));
  }
  std::atomic<std::uint64_t> next = first;
  std::mutex mutex;
  std::map<std::pair<std::string_view, int>, std::uint64_t> ends;
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> workers;
    for (int t = 0; t < threads; ++t) {
      workers.emplace_back([&] {
        for (std::uint64_t i; (i = next++) < first + count;) {
          std::mt19937_64 random(i);
          const auto& [type, bytes] = seeds[i % seeds.size()];
          const std::string changed = Mutated(bytes, random);
          const int fd = ::memfd_create("mutated", MFD_CLOEXEC);
          if (::write(fd, changed.data(), changed.size()) != static_cast<ssize_t>(changed.size()))
            std::abort();
          CountingSink sink;
          const Extraction result = pool.Extract(fd, type, {.time = std::chrono::seconds(10)}, sink, {});
          ::close(fd);
          const std::lock_guard lock(mutex);
          ++ends[{NameOf(type), static_cast<int>(result.outcome)}];
        }
      });
    }
  }
  constexpr const char* kOutcomes[] = {"done",      "limit",       "refused", "crashed",
                                       "timed out", "unavailable", "stopped"};
  std::uint64_t all = 0;
  for (const auto& [end, files] : ends) {
    std::printf("%-6.*s %-12s %llu\n", static_cast<int>(end.first.size()), end.first.data(),
                kOutcomes[end.second], static_cast<unsigned long long>(files));
    all += files;
  }
  std::printf("%llu files in %.1f s\n", static_cast<unsigned long long>(all),
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
}

}  // namespace

int main(int count, char** arguments) {
  int workers = 1;
  int rounds = 1;
  std::uint64_t mutations = 0;
  std::uint64_t first = 0;
  std::vector<std::string> paths;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (i + 1 < count && argument == "--workers") {
      workers = std::atoi(arguments[++i]);
    } else if (i + 1 < count && argument == "--rounds") {
      rounds = std::atoi(arguments[++i]);
    } else if (i + 1 < count && argument == "--first") {
      first = std::strtoull(arguments[++i], nullptr, 10);
    } else if (i + 1 < count && argument == "--mutations") {
      mutations = std::strtoull(arguments[++i], nullptr, 10);
    } else {
      paths.push_back(argument);
    }
  }
  WorkerPool pool({.workers = workers, .programs = "", .unsandboxed = false});
  if (!pool.Available(ContainerType::kZip)) {
    std::printf("%s\n", pool.WhyNot(ContainerType::kZip).c_str());
    return 1;
  }
  if (mutations > 0) {
    Mutate(pool, paths, workers, first, mutations);
  } else {
    Measure(paths, workers, rounds);
  }
  return 0;
}

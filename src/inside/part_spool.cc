// See part_spool.h.
#include "inside/part_spool.h"

#include <unistd.h>

#include <cerrno>
#include <exception>
#include <utility>

#include "base/errno_text.h"
#include "base/temporary_file.h"
#include "inside/named_part.h"
#include "inside/take_parts.h"
#include "model/entry.h"

namespace kindred::inside {

namespace {

read::FileReader::Outcome Failure(std::string reason) {
  read::FileReader::Outcome outcome;
  outcome.stage = "inside";
  outcome.reason = std::move(reason);
  return outcome;
}

// The transfer of `size` bytes by pread or pwrite; false with errno.
template <typename Call, typename Byte>
bool Transfer(Call call, int file, Byte* bytes, std::uint64_t size, std::uint64_t offset) {
  for (std::uint64_t done = 0; done < size;) {
    const ssize_t moved = call(file, bytes + done, size - done, static_cast<off_t>(offset + done));
    if (moved < 0 && errno == EINTR) continue;
    if (moved == 0) errno = EIO;
    if (moved <= 0) return false;
    done += static_cast<std::uint64_t>(moved);
  }
  return true;
}

}  // namespace

PartSpool::PartSpool(std::shared_ptr<const LookInside> look, std::string directory, bool follow_links,
                     std::function<bool()> stop)
    : look_(std::move(look)),
      directory_(std::move(directory)),
      follow_links_(follow_links),
      stop_(std::move(stop)) {}

PartSpool::~PartSpool() {
  if (file_ >= 0) ::close(file_);
}

void PartSpool::Fill(const std::string& path, const index::StoredEntry& inside, Container* container) {
  const read::OpenDirectory opened(ParentPath(path), follow_links_);
  if (opened.descriptor() < 0) {
    container->outcome = Failure(opened.reason());
    return;
  }
  std::string name, bytes;
  std::vector<std::uint64_t> pages;
  int error = 0;
  const auto begin = [&](const extract::Part& part) {
    name = part.name;
    bytes.clear();
    pages.clear();
    return true;
  };
  const auto write = [&] {
    std::unique_lock lock(mutex_);
    Place place{std::exchange(end_, end_ + bytes.size()), bytes.size(), std::move(pages)};
    lock.unlock();
    if (error == 0 && !Transfer(::pwrite, file_, bytes.data(), bytes.size(), place.begin)) error = errno;
    container->parts.insert_or_assign(name, std::move(place));
  };
  TakeParts writer({.begin = begin,
                    .bytes = [&](std::string_view piece) { bytes.append(piece); },
                    .end = write,
                    .page_break = [&] { pages.push_back(bytes.size()); }});
  extract::Extraction done;
  container->outcome =
      read::FileReader::Visit(opened.descriptor(), inside.entry, follow_links_, [&](int descriptor) {
        const extract::ContainerType type = TypeOfFile(descriptor, inside.entry.name);
        done = look_->Extract(descriptor, type, writer, stop_);
      });
  if (error != 0) container->outcome = Failure(base::ErrnoText(error));
  // What was finished before a limit was compared, and is there again.
  const bool some = done.outcome == extract::Extraction::Outcome::kDone || !container->parts.empty();
  if (container->outcome.ok && !some) container->outcome = Failure(done.reason);
}

const PartSpool::Container& PartSpool::ContainerAt(const std::string& path,
                                                   const index::StoredEntry& inside) {
  std::unique_lock lock(mutex_);
  auto [found, first] = containers_.try_emplace(path);
  Container& container = found->second;  // a map's values stay where they are
  if (!first) {
    filled_.wait(lock, [&] { return container.ready; });
    return container;
  }
  if (file_ < 0) file_ = base::OpenTemporary(directory_);
  if (file_ < 0) file_ = base::OpenTemporary("/tmp");  // an index may be read-only
  const int error = file_ < 0 ? errno : 0;
  lock.unlock();
  if (error != 0) {
    container.outcome = Failure("cannot make a temporary file: " + base::ErrnoText(error));
  } else {
    try {
      Fill(path, inside, &container);
    } catch (const std::exception& failure) {  // others wait for it
      container.outcome = Failure(failure.what());
    }
  }
  lock.lock();
  container.ready = true;
  filled_.notify_all();
  return container;
}

read::FileReader::Outcome PartSpool::ReadAt(const std::string& path, const index::StoredEntry& inside,
                                            const std::string& part, std::uint64_t offset,
                                            std::span<std::uint8_t> to) {
  const Container& container = ContainerAt(path, inside);
  if (!container.outcome.ok) return container.outcome;
  const auto found = container.parts.find(part);
  if (found == container.parts.end() || offset + to.size() > found->second.size)
    return Failure("its parts have changed since it was scanned");
  if (!Transfer(::pread, file_, to.data(), to.size(), found->second.begin + offset))
    return Failure(base::ErrnoText(errno));
  read::FileReader::Outcome outcome;
  outcome.ok = true;
  return outcome;
}

std::uint64_t PartSpool::PageAt(const std::string& path, const std::string& part, std::uint64_t offset) {
  const std::lock_guard lock(mutex_);
  const auto container = containers_.find(path);
  if (container == containers_.end() || !container->second.ready) return 0;
  const auto found = container->second.parts.find(part);
  return found == container->second.parts.end() ? 0 : PageOf(found->second.pages, offset);
}

}  // namespace kindred::inside

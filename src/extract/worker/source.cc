// See source.h.
#include "extract/worker/source.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace kindred::extract {

std::size_t FileSource::ReadAt(std::uint64_t offset, std::span<char> into) const {
  if (offset >= size_) return 0;
  into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), size_ - offset)));
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got =
        ::pread(fd_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::size_t MemorySource::ReadAt(std::uint64_t offset, std::span<char> into) const {
  if (offset >= bytes_.size()) return 0;
  const std::string_view some = bytes_.substr(static_cast<std::size_t>(offset), into.size());
  std::copy(some.begin(), some.end(), into.begin());
  return some.size();
}

}  // namespace kindred::extract

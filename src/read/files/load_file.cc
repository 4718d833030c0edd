// See load_file.h.
#include "read/files/load_file.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace kindred::read {

namespace {

LoadedFile Loaded(PieceCollector& collector, FileReader::Outcome outcome) {
  LoadedFile file{std::move(collector.bytes()), collector.too_large(), std::move(outcome)};
  if (file.too_large) {
    file.outcome.ok = false;
    file.outcome.stage = "read";
    file.outcome.reason = "too large";
  }
  return file;
}

}  // namespace

bool PieceCollector::Expect(std::uint64_t size) {
  too_large_ = size > most_;
  // Without a limit the size is not trusted: memory grows as bytes come.
  if (!too_large_ && most_ != kNoLimit) bytes_.reserve(size);
  return !too_large_;
}

bool PieceCollector::Add(std::span<const std::uint8_t> piece) {
  too_large_ = too_large_ || piece.size() > most_ - bytes_.size();
  if (!too_large_) bytes_.insert(bytes_.end(), piece.begin(), piece.end());
  return !too_large_;
}

LoadedFile LoadFile(FileReader& reader, int directory, const std::string& name, bool follow_links,
                    std::uint64_t most, const std::function<bool(std::span<const std::uint8_t>)>& go_on) {
  PieceCollector collector(most);
  FileReader::Outcome outcome = reader.Read(
      directory, name, follow_links, [&](const Entry& entry) { return collector.Expect(entry.size); },
      [&](std::span<const std::uint8_t> piece) {
        return collector.Add(piece) && (!go_on || go_on(collector.bytes()));
      });
  return Loaded(collector, std::move(outcome));
}

LoadedFile LoadNamedFile(const std::string& path, std::uint64_t most,
                         const std::function<bool(std::span<const std::uint8_t>)>& go_on) {
  FileReader reader;
  return LoadFile(reader, AT_FDCWD, path, true, most, go_on);
}

LoadedFile LoadStartOfFile(FileReader& reader, int directory, const std::string& name, bool follow_links,
                           std::uint64_t most) {
  LoadedFile file;
  bool enough = false;
  file.outcome = reader.Read(
      directory, name, follow_links, [](const Entry&) { return true; },
      [&](std::span<const std::uint8_t> piece) {
        const auto wanted = piece.first(std::min<std::uint64_t>(piece.size(), most - file.bytes.size()));
        file.bytes.insert(file.bytes.end(), wanted.begin(), wanted.end());
        enough = file.bytes.size() == most;
        return !enough;
      });
  if (enough) file.outcome.ok = true;
  return file;
}

}  // namespace kindred::read

// See read_input.h.
#include "read/files/read_input.h"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace kindred::read {

namespace {

// In pieces as a file's, so that a caller can stop in between.
FileReader::Outcome ReadMemory(const Input& input,
                               const std::function<bool(std::span<const std::uint8_t>)>& piece) {
  FileReader::Outcome outcome;
  outcome.entry.name = input.name();
  outcome.entry.size = input.bytes().size();
  std::span rest(reinterpret_cast<const std::uint8_t*>(input.bytes().data()), input.bytes().size());
  while (!rest.empty()) {
    const auto next = rest.first(std::min(rest.size(), FileReader::kPieceSize));
    if (!piece(next)) {
      outcome.stage = "read";
      outcome.reason = "stopped";
      outcome.error = false;
      return outcome;
    }
    rest = rest.subspan(next.size());
  }
  outcome.ok = true;
  return outcome;
}

}  // namespace

FileReader::Outcome ReadInput(const Input& input, const std::function<bool(const Entry&)>& begin,
                              const std::function<bool(std::span<const std::uint8_t>)>& piece) {
  switch (input.kind()) {
    case Input::Kind::kMemory:
      return ReadMemory(input, piece);
    case Input::Kind::kDescriptor:
      return FileReader().ReadDescriptor(input.descriptor(), piece);
    case Input::Kind::kFile:
      break;
  }
  return FileReader().Read(AT_FDCWD, input.name(), true, begin, piece);
}

LoadedFile LoadInput(const Input& input, std::uint64_t most,
                     const std::function<bool(std::span<const std::uint8_t>)>& go_on) {
  if (input.kind() == Input::Kind::kFile) return LoadNamedFile(input.name(), most, go_on);
  PieceCollector collector(most);
  LoadedFile loaded;
  loaded.outcome = ReadInput(input, nullptr, [&](std::span<const std::uint8_t> piece) {
    return collector.Add(piece) && (!go_on || go_on(collector.bytes()));
  });
  loaded.too_large = collector.too_large();
  if (loaded.too_large) loaded.outcome.reason = "too large";
  loaded.bytes = std::move(collector.bytes());
  return loaded;
}

}  // namespace kindred::read

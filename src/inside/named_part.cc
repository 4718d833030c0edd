// See named_part.h.
#include "inside/named_part.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/coding.h"
#include "base/hashing.h"
#include "inside/take_parts.h"
#include "kindred/digest.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "model/entry.h"
#include "read/files/file_reader.h"
#include "run/stop.h"

namespace kindred::inside {

namespace {

using extract::Extraction;

// Takes the bytes of one part. Throws if the part is not there, or not all of it.
void ExtractOne(const std::string& file, const std::string& name, const InsideOptions& options,
                std::function<void(std::string_view)> take, std::function<void()> page_break,
                Observer& observer) {
  bool found = false, whole = false;
  std::optional<std::string> first;
  const auto begin = [&](const extract::Part& part) {
    if (!first) first = part.name;
    found = found || part.name == name;
    return part.name == name;
  };
  TakeParts sink({.begin = begin,
                  .bytes = std::move(take),
                  .end = [&] { whole = true; },
                  .page_break = std::move(page_break)});
  const Extraction done = ExtractNamed(file, LookInside(options, 1), sink, observer);
  if (whole) return;
  if (found || !first) throw Error(ErrorKind::kFailed, "cannot look inside the file: " + done.reason, file);
  throw Error(ErrorKind::kNotFound, fmt::format("there is no part {} inside", QuotePath(name)), file,
              fmt::format("the first is {}; `ListParts` lists all", QuotePath(*first)));
}

}  // namespace

std::string_view PartKindName(extract::PartKind kind) {
  static constexpr std::array<std::string_view, extract::kPartKinds> kNames = {"text", "member",  "stream",
                                                                               "code", "payload", "metadata"};
  return kNames[static_cast<std::size_t>(kind)];
}

extract::ContainerType TypeOfFile(int descriptor, const std::string& name) {
  std::array<char, extract::kContainerHeadBytes> head;
  const ssize_t got = ::pread(descriptor, head.data(), head.size(), 0);
  if (got <= 0) return extract::ContainerType::kNone;
  return extract::DetectContainer({head.data(), static_cast<std::size_t>(got)}, BaseName(name));
}

std::uint64_t PageOf(std::span<const std::uint64_t> pages, std::uint64_t offset) {
  if (pages.empty()) return 0;
  const auto before = static_cast<std::size_t>(std::ranges::upper_bound(pages, offset) - pages.begin());
  return std::min(before, pages.size() - 1) + 1;
}

std::optional<PartName> SplitPartName(const std::string& typed) {
  for (std::size_t at = typed.find("//"); at != std::string::npos; at = typed.find("//", at + 1)) {
    if (at == 0 || at + 2 >= typed.size()) continue;
    struct stat status;
    std::string file = typed.substr(0, at);
    if (::stat(file.c_str(), &status) != 0) return std::nullopt;
    if (S_ISREG(status.st_mode)) return PartName{std::move(file), typed.substr(at + 2)};
  }
  return std::nullopt;
}

Extraction ExtractNamed(const std::string& file, const LookInside& look, extract::PartSink& sink,
                        Observer& observer) {
  extract::ContainerType type = extract::ContainerType::kNone;
  Extraction done;
  const read::FileReader::Outcome outcome =
      read::FileReader::Visit(AT_FDCWD, file, true, [&](int descriptor) {
        type = TypeOfFile(descriptor, file);
        if (type == extract::ContainerType::kNone || !look.Asks(type)) return;
        done = look.Extract(descriptor, type, sink, [&] { return observer.StopRequested(); });
      });
  if (!outcome.ok) read::ThrowUnread(outcome, "the file", file);
  run::StopIfAsked(observer);
  if (type == extract::ContainerType::kNone) {
    throw Error(ErrorKind::kFailed, "nothing is inside files of this type", file,
                "its bytes are what is compared");
  }
  if (!look.Asks(type)) {
    throw Error(ErrorKind::kFailed, fmt::format("files of the type {} are not looked into", NameOf(type)),
                file, "name the type with `look_inside`");
  }
  if (done.outcome == Extraction::Outcome::kUnavailable)
    throw Error(ErrorKind::kFailed, "cannot look inside the file: " + done.reason, file);
  return done;
}

ResolvedInput::ResolvedInput(const Input& input, const InsideOptions& options, std::uint64_t most,
                             Observer& observer)
    : input_(input) {
  if (input.kind() != Input::Kind::kFile) return;
  const std::optional<PartName> named = SplitPartName(input.name());
  if (!named) return;
  const auto take = [&](std::string_view bytes) {
    if (bytes_.size() + bytes.size() > most) {
      throw Error(ErrorKind::kFailed,
                  fmt::format("larger than {}, which is a quarter of the memory", SizeText(most)),
                  input.name(), "give more with `memory`");
    }
    bytes_.append(bytes);
  };
  ExtractOne(
      named->file, named->part, options, take, [&] { pages_.push_back(bytes_.size()); }, observer);
  input_ = Input::Memory(input.name(), bytes_);
}

void ListPartsOf(const std::string& file, const InsideOptions& options, ResultSink& sink,
                 Observer& observer) {
  std::vector<FilePart> parts;
  FilePart part;
  base::RunningHash128 hash;
  const auto begin = [&](const extract::Part& next) {
    part = {
        .path = PartPath(file, next.name), .name = next.name, .kind = std::string(PartKindName(next.kind))};
    hash.Begin();
    return true;
  };
  const auto bytes = [&](std::string_view piece) {
    part.size += piece.size();
    hash.Add(base::AsBytes(piece));
  };
  const auto end = [&] {
    const base::Hash128 value = hash.Value();
    part.digest = Digest{value.high, value.low}.Hex();
    parts.push_back(std::move(part));
  };
  TakeParts taken({.begin = begin, .bytes = bytes, .end = end});
  const Extraction done = ExtractNamed(file, LookInside(options, 1), taken, observer);
  InsideSummary summary{.file = file, .parts = parts.size()};
  for (const FilePart& listed : parts) summary.bytes += listed.size;
  summary.complete = done.outcome == Extraction::Outcome::kDone && done.reason.empty();
  summary.reason = done.reason;
  sink.On(summary);
  for (const FilePart& listed : parts) sink.On(listed);
}

void ExtractPartOf(const std::string& file, const std::string& part, const InsideOptions& options,
                   const std::function<void(std::string_view)>& take, Observer& observer) {
  ExtractOne(
      file, part, options, take, [] {}, observer);
}

}  // namespace kindred::inside

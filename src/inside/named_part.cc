// See named_part.h.
#include "inside/named_part.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/hashing.h"
#include "kindred/digest.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "read/files/file_reader.h"
#include "run/stop.h"

namespace kindred::inside {

namespace {

using extract::Extraction;

// Takes the bytes of one part, and the names of the others for a message.
class OnePart : public extract::PartSink {
 public:
  OnePart(
      std::string name, std::function<void(std::string_view)> take, std::function<void()> page_break = [] {})
      : name_(std::move(name)), take_(std::move(take)), page_break_(std::move(page_break)) {}

  void BeginPart(const extract::Part& part) override {
    wanted_ = part.name == name_;
    found_ = found_ || wanted_;
    if (parts_++ == 0) first_ = part.name;
  }
  void Bytes(std::string_view bytes) override {
    if (wanted_) take_(bytes);
  }
  void PageBreak() override {
    if (wanted_) page_break_();
  }
  void EndPart() override {
    whole_ = whole_ || wanted_;
    wanted_ = false;
  }

  void DropPart() override { wanted_ = false; }

  // Throws if the part was not there, or not all of it.
  void Expect(const std::string& file, const Extraction& done) const {
    if (whole_) return;
    if (found_ || parts_ == 0)
      throw Error(ErrorKind::kFailed, "cannot look inside the file: " + done.reason, file);
    throw Error(ErrorKind::kNotFound, fmt::format("there is no part {} inside", QuotePath(name_)), file,
                fmt::format("the first is {}; `ListParts` lists all", QuotePath(first_)));
  }

 private:
  const std::string name_;
  const std::function<void(std::string_view)> take_;
  const std::function<void()> page_break_;
  bool wanted_ = false;
  bool found_ = false;
  bool whole_ = false;
  std::uint64_t parts_ = 0;
  std::string first_;
};

class PartLister : public extract::PartSink {
 public:
  void BeginPart(const extract::Part& part) override {
    parts_.push_back({.name = part.name, .kind = std::string(PartKindName(part.kind))});
    hash_.Begin();
  }
  void Bytes(std::string_view bytes) override {
    parts_.back().size += bytes.size();
    hash_.Add({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  }
  void EndPart() override {
    const base::Hash128 hash = hash_.Value();
    parts_.back().digest = Digest{hash.high, hash.low}.Hex();
  }
  void DropPart() override { parts_.pop_back(); }
  // Those that were finished.
  std::vector<FilePart>& parts() {
    if (!parts_.empty() && parts_.back().digest.empty()) parts_.pop_back();
    return parts_;
  }

 private:
  std::vector<FilePart> parts_;
  base::RunningHash128 hash_;
};

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
  return extract::DetectContainer({head.data(), static_cast<std::size_t>(got)},
                                  name.substr(name.rfind('/') + 1));
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
  if (!outcome.ok) {
    throw Error(read::TypedKind(outcome),
                fmt::format("cannot {} the file: {}", outcome.stage, read::TypedReason(outcome)), file);
  }
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
  const LookInside look(options, 1);
  OnePart sink(
      named->part,
      [&](std::string_view bytes) {
        if (bytes_.size() + bytes.size() > most) {
          throw Error(ErrorKind::kFailed,
                      fmt::format("larger than {}, which is a quarter of the memory", SizeText(most)),
                      input.name(), "give more with `memory`");
        }
        bytes_.append(bytes);
      },
      [&] { pages_.push_back(bytes_.size()); });
  sink.Expect(named->file, ExtractNamed(named->file, look, sink, observer));
  input_ = Input::Memory(input.name(), bytes_);
}

void ListPartsOf(const std::string& file, const InsideOptions& options, ResultSink& sink,
                 Observer& observer) {
  const LookInside look(options, 1);
  PartLister lister;
  const Extraction done = ExtractNamed(file, look, lister, observer);
  InsideSummary summary{.file = file, .parts = lister.parts().size()};
  for (const FilePart& part : lister.parts()) summary.bytes += part.size;
  summary.complete = done.outcome == Extraction::Outcome::kDone && done.reason.empty();
  summary.reason = done.reason;
  sink.On(summary);
  for (FilePart& part : lister.parts()) {
    part.path = PartPath(file, part.name);
    sink.On(part);
  }
}

void ExtractPartOf(const std::string& file, const std::string& part, const InsideOptions& options,
                   const std::function<void(std::string_view)>& take, Observer& observer) {
  const LookInside look(options, 1);
  OnePart sink(part, take);
  sink.Expect(file, ExtractNamed(file, look, sink, observer));
}

}  // namespace kindred::inside

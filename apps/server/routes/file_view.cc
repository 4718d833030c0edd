// See file_view.h.
#include "routes/file_view.h"

#include <algorithm>
#include <utility>

#include "http/gate.h"
#include "kindred/kindred.h"
#include "kindred/report.h"
#include "routes/api_items.h"
#include "routes/member_json.h"
#include "routes/shown_runs.h"

namespace kindred::server {

namespace {

constexpr std::uint64_t kKeptBytes = std::uint64_t{192} << 20;
constexpr std::uint64_t kShortestTextRun = 32;
constexpr std::uint64_t kShortestRun = 64;
constexpr std::size_t kSharedFiles = 64;
constexpr std::uint64_t kSharedBytes = std::uint64_t{64} << 20;

// Gives a turn back when a comparison is over, however it ends.
class Turn {
 public:
  explicit Turn(std::counting_semaphore<2>& turns) : turns_(turns) { turns_.acquire(); }
  ~Turn() { turns_.release(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  std::counting_semaphore<2>& turns_;
};

const Member& FileOf(const View& view, const Parameters& parameters) {
  const std::string* id = Given(parameters, "item");
  if (id == nullptr) Usage("item", "is missing");
  const Item& item = ItemNamed(view, *id);
  if (item.kind == ItemKind::kFolders) Usage("item", "has folders, not files");
  return item.members[MemberNumber(item, NumberOf(parameters, "file", 0), "file")];
}

KnownFile Known(const Member& member) {
  if (member.elsewhere)
    throw ReplyError(ErrorReply(404, "not-found", "the file is in a pool, not on this machine", member.path));
  return {member.path, member.digest, member.size};
}

// A file that cannot be read any more is not the server's failure.
template <typename Read>
ShownBytes ReadNow(const Read& read) {
  try {
    return read();
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kFailed) throw;
    throw ReplyError(ErrorReply(409, "changed", error.message(), error.where(), "scan again"));
  }
}

// By the first bytes alone: a name may be wrong. Empty: not a type that a browser may show.
std::string ImageTypeOf(std::string_view bytes) {
  if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return "image/png";
  if (bytes.starts_with("\xff\xd8\xff")) return "image/jpeg";
  if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a")) return "image/gif";
  if (bytes.size() >= 12 && bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP") return "image/webp";
  return "";
}

std::uint64_t LinesOf(std::string_view text) {
  return static_cast<std::uint64_t>(std::ranges::count(text, '\n')) +
         (!text.empty() && !text.ends_with('\n'));
}

}  // namespace

class FileView::StopObserver : public Observer {
 public:
  explicit StopObserver(const std::atomic<bool>& stop) : stop_(stop) {}
  bool StopRequested() override { return stop_.load(std::memory_order_relaxed); }

 private:
  const std::atomic<bool>& stop_;
};

FileView::FileView(std::string index_directory, const FindOptions& options)
    : index_directory_(std::move(index_directory)),
      find_(options),
      show_{.roots = options.scan.walk.roots,
            .follow_links = options.scan.walk.follow_links,
            .inside = options.scan.inside,
            .index = index_directory_} {}

std::unique_ptr<Observer> FileView::Observing() const { return std::make_unique<StopObserver>(stop_); }

FileView::Text FileView::TextOf(const Member& member) {
  const KnownFile file = Known(member);
  {
    const std::lock_guard lock(mutex_);
    const auto kept = std::ranges::find(texts_, file, &Kept::file);
    if (kept != texts_.end()) {
      texts_.splice(texts_.begin(), texts_, kept);
      return kept->text;
    }
  }
  StopObserver observer(stop_);
  auto text =
      std::make_shared<const ShownBytes>(ReadNow([&] { return ReadText(file, kMostText, show_, observer); }));
  const std::lock_guard lock(mutex_);
  texts_.push_front({file, text});
  std::uint64_t bytes = 0;
  auto kept = texts_.begin();
  while (kept != texts_.end() && (bytes += kept->text->bytes.size()) <= kKeptBytes) ++kept;
  texts_.erase(kept == texts_.begin() ? std::next(kept) : kept, texts_.end());
  return text;
}

Reply FileView::Content(const View& view, const Parameters& parameters) {
  const Member& member = FileOf(view, parameters);
  const std::uint64_t offset = NumberOf(parameters, "offset", 0);
  const std::uint64_t length = NumberOf(parameters, "length", 64 << 10);
  if (length > kMostSlice) Usage("length", "is more than 1 MiB");
  const std::string* as = Given(parameters, "as");
  if (as != nullptr && *as != "text" && *as != "bytes") Usage("as", "is neither text nor bytes");
  Reply reply{.type = "application/octet-stream"};
  std::uint64_t size = 0;
  bool text = false;
  if (as != nullptr && *as == "bytes") {
    StopObserver observer(stop_);
    ShownBytes shown = ReadNow([&] { return ReadBytes(Known(member), offset, length, show_, observer); });
    reply.body = std::move(shown.bytes);
    size = shown.size;
    text = shown.text;
  } else {
    const Text shown = TextOf(member);
    size = shown->bytes.size();
    text = shown->text;
    reply.body = shown->bytes.substr(std::min<std::uint64_t>(offset, size), length);
  }
  reply.headers = {{"X-Kindred-Size", std::to_string(size)},
                   {"X-Kindred-Kind", text ? "text" : "binary"},
                   {"Content-Disposition", "attachment"}};
  return reply;
}

Reply FileView::Image(const View& view, const Parameters& parameters) {
  const Member& member = FileOf(view, parameters);
  StopObserver observer(stop_);
  ShownBytes shown = ReadNow([&] { return ReadBytes(Known(member), 0, kMostImage + 1, show_, observer); });
  const std::string type = ImageTypeOf(shown.bytes);
  if (type.empty()) return ErrorReply(415, "type", "the file is not a png, jpeg, gif or webp", member.path);
  if (shown.bytes.size() > kMostImage)
    return ErrorReply(415, "type", "the picture is too large", member.path);
  return {.type = type, .body = std::move(shown.bytes)};
}

Reply FileView::Compare(const View& view, const Parameters& parameters) {
  const std::string* id = Given(parameters, "item");
  if (id == nullptr) Usage("item", "is missing");
  const Item& item = ItemNamed(view, *id);
  if (item.kind == ItemKind::kFolders) Usage("item", "has folders, not files");
  const std::size_t numbers[] = {MemberNumber(item, NumberOf(parameters, "a", 0), "a"),
                                 MemberNumber(item, NumberOf(parameters, "b", 1), "b")};
  const Text texts[] = {TextOf(item.members[numbers[0]]), TextOf(item.members[numbers[1]])};
  const Turn turn(comparing_);
  StopObserver observer(stop_);
  FileCompareOptions options;
  options.side_by_side = true;
  options.run = find_.scan.run;
  options.search.min_length = texts[0]->text && texts[1]->text ? kShortestTextRun : kShortestRun;
  JsonWriter json;
  auto sink = Receive([&](const SideBySide& side) {
    const bool image = !ImageTypeOf(side.bytes_a).empty() && !ImageTypeOf(side.bytes_b).empty();
    const bool text = texts[0]->text && texts[1]->text;
    bool cut = false;
    const std::vector<ShownRun> runs = RunsToShow(side.runs, &cut);
    const MemberWriter members(view, item);
    json.Open('{').Key("a");
    members.Write(numbers[0], json);
    json.Key("b");
    members.Write(numbers[1], json);
    json.Key("kind").Text(image ? "image" : text ? "text" : "binary");
    json.Key("of_a").Share(side.comparison.of_a).Key("of_b").Share(side.comparison.of_b);
    json.Key("identical").Flag(side.comparison.identical);
    for (int i : {0, 1}) {
      json.Key(i == 0 ? "text_a" : "text_b")
          .Open('{')
          .Key("size")
          .Number(texts[i]->bytes.size())
          .Key("lines");
      if (text) {
        json.Number(LinesOf(texts[i]->bytes));
      } else {
        json.Null();
      }
      json.Key("as_file").Flag(texts[i]->as_file).Close('}');
      cut = cut || texts[i]->size > texts[i]->bytes.size();
    }
    json.Key("runs").Open('[');
    for (std::size_t i = 0; i < runs.size(); ++i) {
      json.Open('{').Key("n").Number(i + 1).Key("a_offset").Number(runs[i].run.a).Key("b_offset");
      json.Number(runs[i].run.b).Key("length").Number(runs[i].run.length);
      json.Key("moved").Flag(runs[i].moved).Close('}');
    }
    json.Close(']').Key("truncated").Flag(cut).Close('}');
  });
  CompareFiles(Input::Memory(item.members[numbers[0]].path, texts[0]->bytes),
               Input::Memory(item.members[numbers[1]].path, texts[1]->bytes), options, sink, observer);
  return JsonReply(std::move(json));
}

Reply FileView::Shared(const View& view, const Item& item) {
  if (item.kind != ItemKind::kFamily && item.kind != ItemKind::kContained) Usage("item", "is not a family");
  const Turn turn(comparing_);
  StopObserver observer(stop_);
  const Text centre = TextOf(item.members[item.centre]);
  using Stretch = std::pair<std::uint64_t, std::uint64_t>;
  std::vector<Stretch> left;  // of the centre, that all so far have; in order
  if (!centre->bytes.empty()) left.emplace_back(0, centre->bytes.size());
  std::uint64_t read = centre->bytes.size();
  std::size_t files = 1;
  bool complete = true;
  for (std::size_t n = 0; n < item.members.size() && !left.empty(); ++n) {
    if (n == item.centre) continue;
    const Text other = TextOf(item.members[n]);
    read += other->bytes.size();
    if (files == kSharedFiles || read > kSharedBytes) {
      complete = false;
      break;
    }
    ++files;
    FileCompareOptions options;
    options.side_by_side = true;
    options.run = find_.scan.run;
    options.search.min_length = kRunLength;
    std::vector<Stretch> has;
    auto sink = Receive([&](const SideBySide& side) {
      for (const SideBySide::Run& run : side.runs) {
        if (!has.empty() && run.a <= has.back().second) {
          has.back().second = std::max(has.back().second, run.a + run.length);
        } else {
          has.emplace_back(run.a, run.a + run.length);
        }
      }
    });
    CompareFiles(Input::Memory("a", centre->bytes), Input::Memory("b", other->bytes), options, sink,
                 observer);
    std::vector<Stretch> both;
    for (std::size_t i = 0, j = 0; i < left.size() && j < has.size();) {
      const std::uint64_t begin = std::max(left[i].first, has[j].first);
      const std::uint64_t end = std::min(left[i].second, has[j].second);
      if (begin < end && end - begin >= kRunLength) both.emplace_back(begin, end);
      ++(left[i].second < has[j].second ? i : j);
    }
    left = std::move(both);
  }
  std::uint64_t bytes = 0;
  for (const Stretch& part : left) bytes += part.second - part.first;
  JsonWriter json;
  json.Open('{').Key("of").Number(item.centre).Key("size").Number(centre->bytes.size());
  json.Key("bytes").Number(bytes).Key("runs").Open('[');
  for (std::size_t i = 0; i < std::min(left.size(), kMostRuns); ++i) {
    json.Open('{').Key("offset").Number(left[i].first).Key("length");
    json.Number(left[i].second - left[i].first).Close('}');
  }
  json.Close(']').Key("files").Number(files).Key("complete").Flag(complete).Close('}');
  return TaggedReply(std::move(json), view.generation());
}

Reply FileView::Relations(const View& view, const Item& item, const Parameters& parameters) {
  if (item.kind != ItemKind::kFolders) Usage("item", "has no folders");
  const PageOfList page = ParsePage(parameters, view.generation());
  const std::shared_ptr<const std::vector<std::string>> lines = RelationsOf(view, item);
  return ListReply(view.generation(), page, lines->size(),
                   [&](JsonWriter& json, std::uint64_t i) { json.Raw((*lines)[i]); });
}

std::shared_ptr<const std::vector<std::string>> FileView::RelationsOf(const View& view, const Item& item) {
  const Turn turn(comparing_);
  {
    const std::lock_guard lock(mutex_);
    if (relations_ != nullptr && relations_of_ == item.id && relations_generation_ == view.generation())
      return relations_;
  }
  StopObserver observer(stop_);
  CompareOptions options;
  options.scan = find_.scan;
  options.match = find_.match;
  options.estimate = true;
  std::vector<std::string> lines;
  auto sink = Receive([&](const FileRelation& relation) {
    lines.push_back(JsonLines(relation));
    while (lines.back().ends_with('\n')) lines.back().pop_back();
  });
  Index(index_directory_).Compare(item.folders.a, item.folders.b, options, sink, observer);
  const std::lock_guard lock(mutex_);
  relations_ = std::make_shared<const std::vector<std::string>>(std::move(lines));
  relations_of_ = item.id;
  relations_generation_ = view.generation();
  return relations_;
}

}  // namespace kindred::server

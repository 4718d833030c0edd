// Digest, type and marks in one pass; see content_reader.h.
#include "tree/bytes/content_reader.h"

#include <algorithm>

#include "base/hashing.h"
#include "read/text/normaliser.h"
#include "read/types/text_detector.h"
#include "read/types/type_detector.h"

namespace kindred::tree {

namespace {

// The methods that ignore the same are fed the same bytes.
struct Stream {
  Stream(Ignore what, const read::TextDetector& type) : ignore(what), normaliser(what, type) {}
  Ignore ignore;
  read::Normaliser normaliser;
  std::vector<std::size_t> methods;
  read::Normaliser::Take take;
  bool by_passed = false;    // levels follow what was passed on, not the size of the file
  std::uint64_t passed = 0;  // bytes
};

// Bytes fed before levels are checked again: at the finest, one byte in 4 would be a mark.
constexpr std::size_t kSlice = 16 * 1024;

// Offsets of marks are those of the file. Lengths stay those of what was hashed: equal keys have equal ones.
void MapOffsets(const read::Normaliser& normaliser, Unit unit, std::vector<Mark>* marks) {
  const std::uint64_t scale = unit == Unit::kBit ? 8 : 1;
  std::vector<std::uint64_t> rests;
  std::vector<std::uint64_t*> offsets;
  for (Mark& mark : *marks) {
    rests.push_back(mark.offset % scale);
    mark.offset /= scale;
    offsets.push_back(&mark.offset);
  }
  normaliser.ToFile(offsets);
  for (std::size_t i = 0; i < marks->size(); ++i) (*marks)[i].offset = (*marks)[i].offset * scale + rests[i];
}

}  // namespace

struct ContentReader::State {
  std::vector<const mark::Method*> methods;
  std::vector<std::unique_ptr<mark::Marker>> markers;
  std::vector<Unit> units;
  std::vector<std::unique_ptr<Stream>> streams;
  read::TypeDetector media;
  base::RunningHash128 hash;
  read::TextDetector text;
  ReadContent content;

  void Feed(Stream& stream, std::span<const std::uint8_t> piece) {
    if (!stream.by_passed) {
      for (const std::size_t method : stream.methods) markers[method]->Feed(piece);
      return;
    }
    for (std::size_t at = 0; at < piece.size(); at += kSlice) {
      const auto slice = piece.subspan(at, std::min(kSlice, piece.size() - at));
      stream.passed += slice.size();
      for (const std::size_t method : stream.methods) {
        // Never too coarse: the total can only be more than what was fed so far.
        const int level = methods[method]->LevelFor(stream.passed);
        if (level > content.levels[method]) markers[method]->Coarsen(content.levels[method] = level);
        markers[method]->Feed(slice);
      }
    }
  }
};

namespace {

std::vector<const mark::Method*> Pointers(const Methods& methods) {
  std::vector<const mark::Method*> pointers;
  for (const auto& method : methods) pointers.push_back(method.get());
  return pointers;
}

}  // namespace

ContentReader::ContentReader(const Methods& methods) : ContentReader(Pointers(methods)) {}
ContentReader::ContentReader(const mark::Method& method) : ContentReader(std::vector{&method}) {}

ContentReader::ContentReader(std::vector<const mark::Method*> methods) : state_(std::make_unique<State>()) {
  for (std::size_t i = 0; i < methods.size(); ++i) {
    state_->methods.push_back(methods[i]);
    state_->markers.push_back(methods[i]->NewMarker());
    state_->units.push_back(methods[i]->unit());
    const Ignore ignore = methods[i]->ignore();
    auto stream = std::ranges::find_if(state_->streams, [&](const auto& s) { return s->ignore == ignore; });
    if (stream == state_->streams.end()) {
      state_->streams.push_back(std::make_unique<Stream>(ignore, state_->text));
      stream = state_->streams.end() - 1;
    }
    (*stream)->methods.push_back(i);
  }
  for (auto& stream : state_->streams) {
    stream->take = [state = state_.get(), to = stream.get()](std::span<const std::uint8_t> piece) {
      state->Feed(*to, piece);
    };
  }
  state_->content.marks.resize(methods.size());
}

ContentReader::~ContentReader() = default;

void ContentReader::BeginSized(std::uint64_t size) {
  std::vector<int> levels;
  for (const mark::Method* method : state_->methods)
    levels.push_back(method->LevelFor(method->ignore().Any() ? 0 : size));
  Begin(std::move(levels));
  for (auto& stream : state_->streams) {
    stream->by_passed = stream->ignore.Any();
    stream->passed = 0;
  }
}

void ContentReader::BeginUnsized() {
  std::vector<int> levels;
  for (const mark::Method* method : state_->methods) levels.push_back(method->LevelFor(0));
  Begin(std::move(levels));
  for (auto& stream : state_->streams) {
    stream->by_passed = true;
    stream->passed = 0;
  }
}

void ContentReader::Begin(std::vector<int> levels) {
  for (auto& stream : state_->streams) stream->by_passed = false;
  state_->hash.Begin();
  state_->text = read::TextDetector();
  state_->media.Begin();
  for (auto& stream : state_->streams) stream->normaliser.Begin();
  state_->content.size = 0;
  for (std::size_t i = 0; i < state_->markers.size(); ++i) state_->markers[i]->Begin(levels[i]);
  state_->content.levels = std::move(levels);
}

void ContentReader::Feed(std::span<const std::uint8_t> piece) {
  state_->hash.Add(piece);
  state_->text.Feed(piece);  // before the normalisers, which ask it
  state_->media.Feed(piece);
  for (auto& stream : state_->streams) stream->normaliser.Feed(piece, stream->take);
  state_->content.size += piece.size();
}

void ContentReader::Coarsen(std::vector<int> levels) {
  for (std::size_t i = 0; i < state_->markers.size(); ++i) state_->markers[i]->Coarsen(levels[i]);
  state_->content.levels = std::move(levels);
}

bool ContentReader::TakeMarks(std::size_t method, std::size_t most, std::vector<Mark>* marks) {
  return state_->markers[method]->Take(most, marks);
}

const ReadContent& ContentReader::Finish() {
  ReadContent& content = state_->content;
  const base::Hash128 hash = state_->hash.Value();
  content.digest = {hash.high, hash.low};
  content.type = state_->text.Decide();
  for (auto& stream : state_->streams) stream->normaliser.Finish(stream->take);
  for (std::size_t i = 0; i < state_->markers.size(); ++i) {
    content.marks[i].clear();
    state_->markers[i]->Finish(&content.marks[i]);
  }
  for (const auto& stream : state_->streams) {
    if (!stream->normaliser.Changed()) continue;
    for (const std::size_t i : stream->methods)
      MapOffsets(stream->normaliser, state_->units[i], &content.marks[i]);
  }
  return content;
}

std::span<const std::uint8_t> ContentReader::Head() const { return state_->media.head(); }

MediaType ContentReader::Media() const { return state_->media.Decide(state_->content.type); }

}  // namespace kindred::tree

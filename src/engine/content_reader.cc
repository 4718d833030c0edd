// Digest, type and marks in one pass; see content_reader.h.
#include "engine/content_reader.h"

#include <xxhash.h>

#include <algorithm>
#include <new>

#include "read/normaliser.h"
#include "read/text_detector.h"
#include "read/type_detector.h"

namespace kindred {

namespace {

struct FreeHash {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

Digest ToDigest(XXH128_hash_t hash) { return {hash.high64, hash.low64}; }

// The methods that ignore the same are fed the same bytes.
struct Stream {
  explicit Stream(Ignore what) : ignore(what), normaliser(what) {}
  Ignore ignore;
  Normaliser normaliser;
  std::vector<std::size_t> methods;
  Normaliser::Take take;
};

// Offsets of marks are those of the file. Lengths stay those of what was hashed: equal keys have equal ones.
void MapOffsets(const OffsetMap& map, Unit unit, std::vector<Mark>* marks) {
  const std::uint64_t scale = unit == Unit::kBit ? 8 : 1;
  std::vector<std::uint64_t> rests;
  std::vector<std::uint64_t*> offsets;
  for (Mark& mark : *marks) {
    rests.push_back(mark.offset % scale);
    mark.offset /= scale;
    offsets.push_back(&mark.offset);
  }
  map.ToFile(offsets);
  for (std::size_t i = 0; i < marks->size(); ++i) (*marks)[i].offset = (*marks)[i].offset * scale + rests[i];
}

}  // namespace

struct ContentReader::State {
  std::vector<std::unique_ptr<Marker>> markers;
  std::vector<Unit> units;
  std::vector<std::unique_ptr<Stream>> streams;
  TypeDetector media;
  std::unique_ptr<XXH3_state_t, FreeHash> hash{XXH3_createState()};
  TextDetector text;
  ReadContent content;
};

ContentReader::ContentReader(const Methods& methods) : state_(std::make_unique<State>()) {
  if (!state_->hash) throw std::bad_alloc();
  for (std::size_t i = 0; i < methods.size(); ++i) {
    state_->markers.push_back(methods[i]->NewMarker());
    state_->units.push_back(methods[i]->unit());
    const Ignore ignore = methods[i]->ignore();
    auto stream = std::ranges::find_if(state_->streams, [&](const auto& s) { return s->ignore == ignore; });
    if (stream == state_->streams.end()) {
      state_->streams.push_back(std::make_unique<Stream>(ignore));
      stream = state_->streams.end() - 1;
    }
    (*stream)->methods.push_back(i);
  }
  for (auto& stream : state_->streams) {
    stream->take = [state = state_.get(), to = stream.get()](std::span<const std::uint8_t> piece) {
      for (const std::size_t method : to->methods) state->markers[method]->Feed(piece);
    };
  }
  state_->content.marks.resize(methods.size());
}

ContentReader::~ContentReader() = default;

void ContentReader::Begin(std::vector<int> levels) {
  XXH3_128bits_reset(state_->hash.get());
  state_->text = TextDetector();
  state_->media.Begin();
  for (auto& stream : state_->streams) stream->normaliser.Begin();
  state_->content.size = 0;
  for (std::size_t i = 0; i < state_->markers.size(); ++i) state_->markers[i]->Begin(levels[i]);
  state_->content.levels = std::move(levels);
}

void ContentReader::Feed(std::span<const std::uint8_t> piece) {
  XXH3_128bits_update(state_->hash.get(), piece.data(), piece.size());
  state_->text.Feed(piece);
  state_->media.Feed(piece);
  for (auto& stream : state_->streams) stream->normaliser.Feed(piece, stream->take);
  state_->content.size += piece.size();
}

void ContentReader::Coarsen(std::vector<int> levels) {
  for (std::size_t i = 0; i < state_->markers.size(); ++i) state_->markers[i]->Coarsen(levels[i]);
  state_->content.levels = std::move(levels);
}

const ReadContent& ContentReader::Finish() {
  ReadContent& content = state_->content;
  content.digest = ToDigest(XXH3_128bits_digest(state_->hash.get()));
  content.type = state_->text.Decide();
  for (auto& stream : state_->streams) stream->normaliser.Finish(stream->take);
  for (std::size_t i = 0; i < state_->markers.size(); ++i) {
    content.marks[i].clear();
    state_->markers[i]->Finish(&content.marks[i]);
  }
  for (const auto& stream : state_->streams) {
    if (!stream->normaliser.Changed()) continue;
    for (const std::size_t i : stream->methods)
      MapOffsets(stream->normaliser.map(), state_->units[i], &content.marks[i]);
  }
  return content;
}

MediaType ContentReader::Media() { return state_->media.Decide(state_->content.type); }

}  // namespace kindred

// Digest, type and marks in one pass; see content_reader.h.
#include "engine/content_reader.h"

#include <xxhash.h>

#include <new>

#include "read/text_detector.h"

namespace kindred {

namespace {

struct FreeHash {
  void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
};

Digest ToDigest(XXH128_hash_t hash) { return {hash.high64, hash.low64}; }

}  // namespace

struct ContentReader::State {
  std::vector<std::unique_ptr<Marker>> markers;
  std::unique_ptr<XXH3_state_t, FreeHash> hash{XXH3_createState()};
  TextDetector text;
  ReadContent content;
};

ContentReader::ContentReader(const Methods& methods) : state_(std::make_unique<State>()) {
  if (!state_->hash) throw std::bad_alloc();
  for (const auto& method : methods) state_->markers.push_back(method->NewMarker());
  state_->content.marks.resize(methods.size());
}

ContentReader::~ContentReader() = default;

void ContentReader::Begin(std::vector<int> levels) {
  XXH3_128bits_reset(state_->hash.get());
  state_->text = TextDetector();
  state_->content.size = 0;
  for (std::size_t i = 0; i < state_->markers.size(); ++i) state_->markers[i]->Begin(levels[i]);
  state_->content.levels = std::move(levels);
}

void ContentReader::Feed(std::span<const std::uint8_t> piece) {
  XXH3_128bits_update(state_->hash.get(), piece.data(), piece.size());
  state_->text.Feed(piece);
  for (auto& marker : state_->markers) marker->Feed(piece);
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
  for (std::size_t i = 0; i < state_->markers.size(); ++i) {
    content.marks[i].clear();
    state_->markers[i]->Finish(&content.marks[i]);
  }
  return content;
}

}  // namespace kindred

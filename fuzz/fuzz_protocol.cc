// Messages of a worker: any content, each preceded by its length. What reaches the sink is in order and
// within the limits; a request that can be parsed is written back unchanged.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

#include "extract/protocol.h"

namespace {

using namespace kindred::extract;

class OrderedSink : public PartSink {
 public:
  explicit OrderedSink(const Limits& limits) : limits_(limits) {}
  void BeginPart(const Part& part) override {
    Demand(!open_ && IsPartName(part.name) && names_.insert(part.name).second);
    Demand(names_.size() <= limits_.members && static_cast<int>(part.kind) < kPartKinds);
    open_ = true;
  }
  void Bytes(std::string_view bytes) override {
    bytes_ += bytes.size();
    Demand(open_ && !bytes.empty() && bytes_ <= limits_.output_bytes);
  }
  void PageBreak() override { Demand(open_); }
  void EndPart() override { Close(); }
  void DropPart() override { Close(); }

 private:
  static void Demand(bool good) {
    if (!good) std::abort();
  }
  void Close() {
    Demand(open_);
    open_ = false;
  }

  Limits limits_;
  std::set<std::string> names_;
  std::uint64_t bytes_ = 0;
  bool open_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Limits limits = {.output_bytes = 300, .members = 5};
  OrderedSink sink(limits);
  Transcript transcript(limits, sink);
  std::string_view rest(reinterpret_cast<const char*>(data), size);
  while (!rest.empty()) {
    const auto length = static_cast<std::size_t>(static_cast<unsigned char>(rest[0]));
    const std::string message(rest.substr(1, length));  // of its exact size, for the sanitizer
    rest.remove_prefix(std::min(1 + length, rest.size()));
    if (const auto request = DecodeRequest(message)) {
      const auto again = DecodeRequest(EncodeRequest(*request));
      if (!again || again->input_bytes != request->input_bytes || again->type != request->type) std::abort();
    }
    DecodeReady(message);
    DecodePrepared(message);
    DecodeMade(message);
    DecodeWords(message);
    switch (transcript.Take(message)) {
      case Transcript::Next::kMore:
        continue;
      case Transcript::Next::kDone:
        if (transcript.result().outcome > Extraction::Outcome::kRefused) std::abort();
        return 0;
      case Transcript::Next::kNonsense:
        return 0;
    }
  }
  return 0;
}

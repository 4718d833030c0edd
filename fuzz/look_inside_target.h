// Looks into bytes as a worker does, in this process: whatever the bytes are, parts come in order, with good
// names, within their limits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "extract/protocol.h"
#include "extract/types/look_inside.h"
#include "extract/worker/serve.h"

namespace kindred::fuzz {

// Sends each part through the main program's checks.
class CheckingSink : public extract::PartSink {
 public:
  explicit CheckingSink(const extract::Limits& limits) : transcript_(limits, nowhere_) {}
  void BeginPart(const extract::Part& part) override { Say(extract::EncodeBegin(part)); }
  void Bytes(std::string_view bytes) override {
    for (; !bytes.empty(); bytes.remove_prefix(std::min(bytes.size(), extract::kDataBytes)))
      Say(static_cast<char>(extract::MessageKind::kData) + std::string(bytes.substr(0, extract::kDataBytes)));
  }
  void PageBreak() override { Say(std::string(1, static_cast<char>(extract::MessageKind::kPage))); }
  void EndPart() override { Say(std::string(1, static_cast<char>(extract::MessageKind::kEnd))); }
  void DropPart() override { Say(std::string(1, static_cast<char>(extract::MessageKind::kDrop))); }
  void Done(const extract::Extraction& result) {
    if (transcript_.Take(extract::EncodeDone(result)) != extract::Transcript::Next::kDone) std::abort();
  }

 private:
  class Nowhere : public extract::PartSink {
   public:
    void BeginPart(const extract::Part&) override {}
    void Bytes(std::string_view) override {}
    void EndPart() override {}
  };
  void Say(const std::string& message) {
    if (transcript_.Take(message) != extract::Transcript::Next::kMore) std::abort();
  }

  Nowhere nowhere_;
  extract::Transcript transcript_;
};

inline void LookInto(std::string_view bytes, extract::ContainerType type) {
  const extract::Limits limits = {.output_bytes = std::uint64_t{4} << 20, .members = 1000};
  const extract::MemorySource source(bytes);
  CheckingSink sink(limits);
  extract::WorkerProgram program;
  program.extract = [](const extract::Source& from, extract::ContainerType as, const extract::Limits& within,
                       extract::PartWriter& out) {
    std::string notes;
    extract::LookInside(
        {.source = from, .type = as, .limits = within, .out = out, .level = 1, .notes = notes});
    return notes;
  };
  sink.Done(extract::ExtractOne(program, source, type, limits, sink));
}

}  // namespace kindred::fuzz

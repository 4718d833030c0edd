// A sink of parts made of functions, for those who want one part, a slice of it, or only its bytes.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

#include "extract/extraction.h"

namespace kindred::inside {

// All but `begin` are called for a part that `begin` wanted only.
struct PartSteps {
  std::function<bool(const extract::Part&)> begin;  // whether it is wanted
  std::function<void(std::string_view)> bytes;
  std::function<void()> end = [] {};
  std::function<void()> page_break = [] {};
  std::function<void()> drop = [] {};
};

class TakeParts : public extract::PartSink {
 public:
  explicit TakeParts(PartSteps steps) : steps_(std::move(steps)) {}

  void BeginPart(const extract::Part& part) override { wanted_ = steps_.begin(part); }
  void Bytes(std::string_view bytes) override {
    if (wanted_) steps_.bytes(bytes);
  }
  void PageBreak() override {
    if (wanted_) steps_.page_break();
  }
  void EndPart() override {
    if (std::exchange(wanted_, false)) steps_.end();
  }
  void DropPart() override {
    if (std::exchange(wanted_, false)) steps_.drop();
  }

 private:
  const PartSteps steps_;
  bool wanted_ = false;
};

}  // namespace kindred::inside

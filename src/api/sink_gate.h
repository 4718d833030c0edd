// A caller ends a run by returning false from its sink. Pipelines push without looking at the answer: the
// gate in front of the caller's sink unwinds them.
#pragma once

#include "kindred/sink.h"

namespace kindred::api {

class SinkGate : public ResultSink {
 public:
  explicit SinkGate(ResultSink& sink) : sink_(sink) {}

  bool On(const Record& record) override {
    if (!sink_.On(record)) throw Closed{};
    return true;
  }

  // Calls run(gate); returns early, without an error, when the sink wants no more.
  template <typename Run>
  static void Push(ResultSink& sink, Run run) {
    SinkGate gate(sink);
    try {
      run(gate);
    } catch (const Closed&) {
    }
  }

 private:
  struct Closed {};

  ResultSink& sink_;
};

}  // namespace kindred::api

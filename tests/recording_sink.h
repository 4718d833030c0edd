// A sink that keeps what it gets, and an observer that does nothing.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "kindred/sink.h"

namespace kindred::testing_support {

// A function that keeps the last result of its type, or all of them.
template <typename T>
auto Into(T* value) {
  return [value](const T& result) { *value = result; };
}
template <typename T>
auto Into(std::vector<T>* values) {
  return [values](const T& result) { values->push_back(result); };
}

class RecordingSink : public ResultSink {
 public:
  bool On(const Record& record) override {
    return Receive(Into(&summary), Into(&identical), Into(&families), Into(&groups), Into(&skips),
                   Into(&query), Into(&matches), Into(&span_summary), Into(&comparison), Into(&spans),
                   Into(&scan), Into(&directories),
                   [this](const FilePair& pair) {
                     pairs[{pair.a, pair.b}] = pair;
                   })
        .On(record);
  }

  Summary summary;
  std::vector<IdenticalSet> identical;
  std::vector<Family> families;
  std::vector<Group> groups;
  std::map<std::pair<std::string, std::string>, FilePair> pairs;
  std::vector<Skip> skips;
  QueryHeader query;
  std::vector<Match> matches;
  SpanSummary span_summary;
  FileComparison comparison;
  std::vector<Span> spans;
  ScanSummary scan;
  std::vector<DirectoryPair> directories;
};

class SilentObserver : public Observer {};

}  // namespace kindred::testing_support

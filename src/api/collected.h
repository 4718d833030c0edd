// Results as values: a sink that puts each record into the member of a result that has its type.
#pragma once

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "kindred/results.h"
#include "kindred/sink.h"

namespace kindred::api {

template <typename... Members>
class Collector : public ResultSink {
 public:
  explicit Collector(std::tuple<Members&...> members) : members_(members) {}

  bool On(const Record& record) override {
    std::apply([&](Members&... members) { (void)(Put(record, members) || ...); }, members_);
    return true;
  }

 private:
  // Whether it is of the member's type.
  template <typename T>
  static bool Put(const Record& record, std::vector<T>& list) {
    const T* value = record.As<T>();
    if (value != nullptr) list.push_back(*value);
    return value != nullptr;
  }
  template <typename T>
  static bool Put(const Record& record, std::optional<T>& member) {
    const T* value = record.As<T>();
    if (value != nullptr) member = *value;
    return value != nullptr;
  }
  template <typename T>
  static bool Put(const Record& record, T& member) {
    const T* value = record.As<T>();
    if (value != nullptr) member = *value;
    return value != nullptr;
  }

  std::tuple<Members&...> members_;
};

inline auto MembersOf(FindResult& r) {
  return std::tie(r.summary, r.folders, r.identical, r.inside, r.families, r.contained, r.groups,
                  r.directories, r.sets, r.pairs, r.suggestions, r.near_summary, r.near_sets, r.near_pairs,
                  r.skips);
}
inline auto MembersOf(QueryResult& r) { return std::tie(r.queries, r.matches, r.skips); }
inline auto MembersOf(CompareResult& r) { return std::tie(r.summary, r.relations, r.skips); }
inline auto MembersOf(SpansResult& r) { return std::tie(r.summary, r.spans, r.skips); }

// What `call` pushes into the sink that it is given.
template <typename Result, typename Call>
Result Collected(const Call& call) {
  Result result;
  Collector collector(MembersOf(result));
  call(collector);
  return result;
}

}  // namespace kindred::api

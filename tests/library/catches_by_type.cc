// What libkindred throws can be caught outside by its type, and Records pushed by it are recognised by their
// type. Records of other programs are described like its own.
#include <cstdio>
#include <iostream>
#include <string>

#include "kindred/fields.h"
#include "kindred/kindred.h"
#include "kindred/report.h"

namespace {

// A result of this program, described once for all formats (kindred/record.h).
struct Visit {
  std::string path;
  std::uint64_t size = 0;
};

}  // namespace

template <>
const kindred::RecordType& kindred::TypeOf<Visit>() {
  using F = kindred::FieldsOf<Visit>;
  static const kindred::RecordType type = {
      .name = "visit",
      .fields = {F::Name<&Visit::path>("path", {.csv = "path_a", .title = "File"}),
                 F::Bytes<&Visit::size>("size", {.csv = "size_a", .title = "Size"})}};
  return type;
}

int main() {
  try {
    kindred::QueryOptions options;
    options.match.filter = "of_a >";
    auto sink = kindred::IgnoreResults();
    kindred::Observer observer;
    kindred::Index("/nonexistent/index").Query("/dev/null", options, sink, observer);
    std::puts("nothing was thrown");
    return 1;
  } catch (const kindred::FilterError& error) {
    if (error.expression() != "of_a >") return 1;
  }
  try {
    kindred::MakeReport("no such format", {}, std::cout);
    return 1;
  } catch (const std::runtime_error& error) {
    if (dynamic_cast<const kindred::Error*>(&error) == nullptr) return 1;
  }
  const kindred::Skip skip{"/a", "open", "gone", true};
  const kindred::Record record(skip);
  if (record.As<kindred::Skip>() != &skip) return 1;
  std::printf("%s", kindred::JsonLines(record).c_str());
  const Visit visit{"/a", 10};
  std::printf("%s", kindred::JsonLines(kindred::Record(visit)).c_str());
}

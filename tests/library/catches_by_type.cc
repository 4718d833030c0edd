// What libkindred throws can be caught outside by its type, and Records pushed by it are recognised by their
// type.
#include <cstdio>
#include <iostream>

#include "kindred/kindred.h"
#include "kindred/report.h"

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
}

// The filter language: any text is a filter or a FilterError whose column lies in the text, and a filter can
// be applied.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "kindred/error.h"
#include "match/filter/pair_filter.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const kindred::match::FilterPair pair = {
        .a = {"a/x.c", 10, {kindred::ContentType::kText, kindred::MediaType::kPlain}},
        .b = {"y", 1 << 20, {}},
        .of_a = 0.5};
    kindred::match::PairFilter::Parse(text).Passes(pair);
  } catch (const kindred::FilterError& error) {
    if (error.column() > text.size()) std::abort();
  }
  return 0;
}

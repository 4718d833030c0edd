// See flag.h.
#include "flags/flag.h"

#include <algorithm>

namespace kindred::cli {

void AppendPart(const std::vector<Flag>& part, const std::function<void*(void*)>& way,
                std::vector<Flag>* flags) {
  for (const Flag& flag : part) {
    flags->push_back(flag);
    flags->back().apply = [way, apply = flag.apply](void* to, Text name, Text value) {
      apply(way(to), name, value);
    };
  }
}

void SortBySection(std::vector<Flag>* flags) {
  std::ranges::stable_sort(*flags, {}, [](const Flag& flag) { return flag.section.in_completions; });
}

}  // namespace kindred::cli

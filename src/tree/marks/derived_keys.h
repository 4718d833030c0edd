// Which keys templates take out of a match. A template was made with one method and keeps the keys of that
// one; for any other method, or another rate or window of it, keys are made from the text that it keeps. So a
// template holds whatever a file is compared by. Cost: marking the text, at most 1 MB a template, once a run.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "index/store/templates.h"
#include "mark/method/method.h"

namespace kindred::tree {

// Ascending. Empty: the template keeps no text, or too little for a mark of this method.
std::vector<std::uint64_t> KeysFor(const index::StoredTemplate& stored, const mark::Method& method);

// The keys of all templates, ascending, each once, and how many templates have any.
struct MethodTemplates {
  std::uint64_t templates = 0;
  std::vector<std::uint64_t> keys;
};
MethodTemplates TemplatesFor(std::span<const index::StoredTemplate> templates, const mark::Method& method);

}  // namespace kindred::tree

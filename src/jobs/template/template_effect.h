// What a template does: to the families of a tree, and where its keys occur in an index.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "index/store/store.h"
#include "index/store/templates.h"
#include "jobs/template/matched_tree.h"
#include "kindred/template_values.h"

namespace kindred::jobs {

// "fingerprints/1:window=50;marks;48" as people type it: "fingerprints:window=50".
std::string TypedMethod(std::string line);

// What is known of a template, and what of it the index has now.
TemplateInfo InfoOf(const index::StoredTemplate& stored, index::Snapshot* snapshot);

// A piece of its text: where a file of the index has it, or, if no file does any more, as it was kept.
std::optional<TemplateSuggestion> ExampleOf(const index::StoredTemplate& stored, index::Snapshot* snapshot);

// Applies a template to the tree, on top of what was applied before. `families` are those before, and become
// those after. `limit` is that of the families that are named; 0: all.
TemplateEffect ApplyTo(const index::StoredTemplate& made, std::uint64_t limit, MatchedTree* matched,
                       TreeFamilies* families);

}  // namespace kindred::jobs

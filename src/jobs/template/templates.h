// Templates: add, list, show, remove and suggest (docs/using/types.md). The calls of kindred.h, for an index
// in `index_directory`.
#pragma once

#include <span>
#include <string>

#include "base/file.h"
#include "index/store/templates.h"
#include "kindred/sink.h"
#include "kindred/templates.h"

namespace kindred::jobs {

void AddTemplateTo(base::FileSystem& files, const std::string& index_directory,
                   const TemplateOptions& options, ResultSink& sink, Observer& observer);
void ListTemplatesOf(base::FileSystem& files, const std::string& index_directory, ResultSink& sink);
void ShowTemplateOf(base::FileSystem& files, const std::string& index_directory, const std::string& name,
                    ResultSink& sink);
void RemoveTemplateFrom(base::FileSystem& files, const std::string& index_directory, const std::string& name);
void SuggestTemplatesFor(base::FileSystem& files, const std::string& index_directory,
                         const SuggestOptions& options, ResultSink& sink, Observer& observer);

// Adds them all in one step. Throws Error(kUsage) if a name is taken; nothing is stored then.
void StoreTemplates(base::FileSystem& files, const std::string& index_directory,
                    std::span<const index::StoredTemplate> made);
// A source is for people: what is longer than a few lines is cut.
void CutSource(index::StoredTemplate* made);

}  // namespace kindred::jobs

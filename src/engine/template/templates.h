// Templates: add, list, show, remove and suggest (docs/templates.md). The calls of kindred.h, for an index in
// `index_directory`.
#pragma once

#include <string>

#include "base/file.h"
#include "kindred/sink.h"
#include "kindred/templates.h"

namespace kindred::engine {

void AddTemplateTo(base::FileSystem& files, const std::string& index_directory,
                   const TemplateOptions& options, ResultSink& sink, Observer& observer);
void ListTemplatesOf(base::FileSystem& files, const std::string& index_directory, ResultSink& sink);
void ShowTemplateOf(base::FileSystem& files, const std::string& index_directory, const std::string& name,
                    ResultSink& sink);
void RemoveTemplateFrom(base::FileSystem& files, const std::string& index_directory, const std::string& name);
void SuggestTemplatesFor(base::FileSystem& files, const std::string& index_directory,
                         const SuggestOptions& options, ResultSink& sink, Observer& observer);

}  // namespace kindred::engine

// The templates of an index: named sets of keys that every match passes over (Forman et al. 2005, section 4).
// One checksummed file beside the manifest; docs/index-format.md, "templates", describes its bytes.
//
// A template belongs to a method with all its parameters: keys of another method mean other bytes. The file
// is not derived data and not part of a generation: templates are the user's input and outlive every scan. A
// damaged file is an error, never treated as no templates.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/segment/segment.h"

namespace kindred::index {

inline constexpr const char* kTemplatesName = "templates";
inline constexpr const char* kNewTemplatesName = "templates.new";

struct StoredTemplate {
  std::string name;
  std::string method;               // MethodLine()
  std::string source;               // for people: "cluster 1a2b3c4d"
  std::vector<std::uint64_t> keys;  // ascending, as the index stores them
  bool operator==(const StoredTemplate&) const = default;
};

// Letters, digits, - _ and . (not in front); 100 bytes at most.
bool IsTemplateName(const std::string& name);

std::vector<std::uint8_t> EncodeTemplates(std::span<const StoredTemplate> templates);
// `path` is for messages. Throws Error(kDamaged), or Error(kFailed) for a newer format.
std::vector<StoredTemplate> ParseTemplates(std::span<const std::uint8_t> bytes, const std::string& path);

// Sorted by name; none if there is no such file.
std::vector<StoredTemplate> ReadTemplates(base::FileSystem& files, const std::string& index_directory);
// Replaces the file in one step, or removes it if there are no templates. The caller must hold the index's
// lock (IndexWriter).
void WriteTemplates(base::FileSystem& files, const std::string& index_directory,
                    std::span<const StoredTemplate> templates);

// The keys of all templates of a method, ascending, each once.
struct MethodTemplates {
  std::uint64_t templates = 0;
  std::vector<std::uint64_t> keys;
};
MethodTemplates TemplatesOf(std::span<const StoredTemplate> templates, const StoredMethod& method);

}  // namespace kindred::index

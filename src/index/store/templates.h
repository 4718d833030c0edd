// The templates of an index: named sets of keys that every match passes over (Forman et al. 2005, section 4).
// One checksummed file, named by the manifest; docs/formats/index-format.md, "templates", describes its
// bytes.
//
// Keys belong to a method with all its parameters: those of another method mean other bytes. So a template
// also keeps its text, from which the keys of any other method are made (tree/marks/derived_keys.h). The
// file is not derived data: templates are the user's input and outlive every scan. A damaged or missing file
// is an error, never treated as no templates.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/file.h"
#include "index/segment/segment.h"

namespace kindred::index {

// Of earlier versions; now the file has a number, and the manifest names it.
inline constexpr const char* kOldTemplatesName = "templates";
inline constexpr const char* kNewTemplatesName = "templates.new";

struct StoredTemplate {
  std::string name;
  std::string method;               // MethodLine()
  std::string source;               // for people: "family 1a2b3c4d"
  std::vector<std::uint64_t> keys;  // ascending, as the index stores them
  // The runs of bytes that it represents. None: only the keys are known, as in version 1 of the file.
  std::vector<std::string> pieces = {};
  bool operator==(const StoredTemplate&) const = default;
};

// What a template may keep of its text, all pieces together.
inline constexpr std::size_t kMostTemplateText = std::size_t{1} << 20;

// Letters, digits, - _ and . (not in front); 100 bytes at most.
bool IsTemplateName(const std::string& name);

std::vector<std::uint8_t> EncodeTemplates(std::span<const StoredTemplate> templates);
// `path` is for messages. Throws Error(kDamaged), or Error(kFailed) for a newer format.
std::vector<StoredTemplate> ParseTemplates(std::span<const std::uint8_t> bytes, const std::string& path);

// Sorted by name; none if the manifest names no file.
std::vector<StoredTemplate> ReadTemplates(base::FileSystem& files, const std::string& index_directory);
// Writes a new file, and a manifest that names it, or none if there are no templates; then the old file goes.
// The caller must hold the index's lock (IndexWriter), and make no commit with that writer.
void WriteTemplates(base::FileSystem& files, const std::string& index_directory,
                    std::span<const StoredTemplate> templates);

}  // namespace kindred::index

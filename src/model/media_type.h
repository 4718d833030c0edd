// The type of a content, detected from its first bytes. The numbers are stored in catalogs: never change one.
#pragma once

#include <string_view>

#include "model/content.h"

namespace kindred {

struct MediaTypeName {
  MediaType type;
  const char* name;
};

inline constexpr MediaTypeName kMediaTypes[] = {
    {MediaType::kData, "data"},         {MediaType::kPlain, "plain"},
    {MediaType::kHtml, "html"},         {MediaType::kXml, "xml"},
    {MediaType::kTex, "tex"},           {MediaType::kTroff, "troff"},
    {MediaType::kPostScript, "ps"},     {MediaType::kScript, "script"},
    {MediaType::kRtf, "rtf"},           {MediaType::kPdf, "pdf"},
    {MediaType::kImage, "image"},       {MediaType::kAudio, "audio"},
    {MediaType::kVideo, "video"},       {MediaType::kFont, "font"},
    {MediaType::kArchive, "archive"},   {MediaType::kCompressed, "compressed"},
    {MediaType::kProgram, "program"},   {MediaType::kDatabase, "database"},
    {MediaType::kDocument, "document"},
};

// Both things that are known of a content's kind.
struct FileType {
  ContentType type = ContentType::kOther;
  MediaType media = MediaType::kData;
  bool operator==(const FileType&) const = default;
};

inline FileType TypeOf(const Content& content) { return {content.type, content.media}; }

// Bytes of the units that a text is written in: 2 in UTF-16, 4 in UTF-32, otherwise 1.
inline int UnitBytes(MediaType type) { return 1 << (static_cast<unsigned>(type) >> 6 & 3); }
// `units` is 1, 2 or 4.
inline MediaType WithUnitBytes(MediaType type, int units) {
  return static_cast<MediaType>(static_cast<unsigned>(type) | static_cast<unsigned>(units / 2) << 6);
}

inline std::string_view MediaName(MediaType type) {
  type = static_cast<MediaType>(static_cast<unsigned>(type) & 0x3f);
  for (const MediaTypeName& known : kMediaTypes) {
    if (type == known.type) return known.name;
  }
  return "data";
}

// What a caller may name: `text`, `other`, and the names above.
inline bool IsTypeName(std::string_view name) {
  if (name == "text" || name == "other") return true;
  for (const MediaTypeName& known : kMediaTypes) {
    if (name == known.name) return true;
  }
  return false;
}

// Whether a file is of the type that a caller names.
inline bool IsOfType(FileType file, std::string_view name) {
  if (name == "text") return file.type == ContentType::kText;
  if (name == "other") return file.type == ContentType::kOther;
  return name == MediaName(file.media);
}

}  // namespace kindred

// What kind of file a content is, as its first bytes tell. The numbers stand in catalogs: never change one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// Whether a content is of the type that a caller names: one of the names above, `text` or `other`.
inline bool IsOfType(const Content& content, std::string_view name) {
  if (name == "text") return content.type == ContentType::kText;
  if (name == "other") return content.type == ContentType::kOther;
  for (const MediaTypeName& known : kMediaTypes) {
    if (name == known.name) return content.media == known.type;
  }
  return false;
}

}  // namespace kindred

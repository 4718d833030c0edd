// A content: distinct bytes, known by size and digest. Entries with equal bytes share one content.
#pragma once

#include <cstdint>

#include "kindred/digest.h"

namespace kindred {

// Numbers a content within one index. Never used again for other bytes, even after the content is gone.
using ContentId = std::uint32_t;

// Text and other files are compared apart (Manber 1993, section 4).
enum class ContentType : std::uint8_t { kText = 1, kOther = 2 };

// By the first bytes; model/media_type.h has the names. The numbers are stored in catalogs. The three highest
// bits are not part of the type: two hold the width of a text's characters (UnitBytes), the third is the
// catalog's (catalog_pack.cc).
enum class MediaType : std::uint8_t {
  kData = 0,  // not known
  kPlain = 1,
  kHtml = 2,
  kXml = 3,
  kTex = 4,
  kTroff = 5,
  kPostScript = 6,
  kScript = 7,
  kRtf = 8,
  kPdf = 9,
  kImage = 10,
  kAudio = 11,
  kVideo = 12,
  kFont = 13,
  kArchive = 14,
  kCompressed = 15,
  kProgram = 16,
  kDatabase = 17,
  kDocument = 18,
};

struct Content {
  ContentId id = 0;
  std::uint64_t size = 0;
  Digest digest;
  ContentType type = ContentType::kOther;
  MediaType media = MediaType::kData;
  // Whether it was examined for parts: if so, the catalog has it among its containers. Indexes of format 3
  // and before did not look.
  bool container_known = false;
};

}  // namespace kindred

// The types of files that have something inside, recognised by their first bytes. Pure and part of the main
// program: most files have no such type, and one look at the first byte shows it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace kindred::extract {

// The values are part of the protocol between the programs, and of what is kept in an index: never
// renumbered.
enum class ContainerType : std::uint8_t {
  kNone = 0,
  kGzip = 1,
  kBzip2 = 2,
  kXz = 3,
  kZstd = 4,
  kLz4 = 5,
  kCompress = 6,  // .Z
  kZip = 10,
  kTar = 11,
  k7z = 12,
  kCpio = 13,
  kAr = 14,
  kDeb = 15,
  kIso = 16,
  kRpm = 17,
  kRar = 18,
  kDocx = 30,
  kXlsx = 31,
  kPptx = 32,
  kOdt = 33,
  kOds = 34,
  kOdp = 35,
  kEpub = 36,
  kPdf = 40,
  kEml = 50,
  kMbox = 51,
  kElf = 60,
  kJpeg = 70,
  kPng = 71,
  kTiff = 72,
  kMp3 = 73,
  kMp4 = 74,
};

// What derives the parts. Its number and version belong to everything that is kept of its work: a version is
// raised by each change of what is derived from the same bytes, and then only files of these types are read
// again.
struct Extractor {
  std::uint8_t id = 0;  // never given to another; 0: none
  std::uint16_t version = 0;
  std::string_view name;
};

struct TypeRow {
  ContainerType type = ContainerType::kNone;
  std::string_view name;  // as in --look-inside: "gz", "docx"
  Extractor extractor;
};

// All types but kNone, in the order of documents.
std::span<const TypeRow> ContainerTypes();
std::string_view NameOf(ContainerType type);                   // "" for kNone
ContainerType ContainerTypeOf(std::string_view name);          // kNone if there is no such type
std::optional<ContainerType> ContainerTypeOf(std::uint8_t n);  // of its number
const Extractor& ExtractorOf(ContainerType type);              // id 0 for kNone
bool HasTitle(ContainerType type);  // documents: a title may be among its properties

inline constexpr std::size_t kContainerHeadBytes = 4096;

// `first_bytes`: up to kContainerHeadBytes from the start of the file. `name`, its last part, only decides
// where the bytes leave a choice: between the documents of one family, for a tar of the oldest kind, for an
// ISO image, whose mark is beyond these bytes. kNone for everything else. Never kRar unless the bytes are
// (Limits::rar decides).
ContainerType DetectContainer(std::string_view first_bytes, std::string_view name);

}  // namespace kindred::extract

// The table of types, and their signatures; see container_type.h.
#include "extract/container_type.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace kindred::extract {

namespace {

using namespace std::string_view_literals;

constexpr Extractor kNoExtractor = {};
constexpr Extractor kStreams = {.id = 1, .version = 1, .name = "stream"};
constexpr Extractor kArchives = {.id = 2, .version = 1, .name = "archive"};
constexpr Extractor kOffice = {.id = 3, .version = 1, .name = "office"};
constexpr Extractor kPdfText = {.id = 4, .version = 1, .name = "pdf"};
constexpr Extractor kMail = {.id = 5, .version = 1, .name = "mail"};
constexpr Extractor kPrograms = {.id = 6, .version = 2, .name = "elf"};
constexpr Extractor kMedia = {.id = 7, .version = 1, .name = "media"};

constexpr TypeRow kTypes[] = {
    {ContainerType::kGzip, "gz", kStreams},  {ContainerType::kBzip2, "bz2", kStreams},
    {ContainerType::kXz, "xz", kStreams},    {ContainerType::kZstd, "zst", kStreams},
    {ContainerType::kLz4, "lz4", kStreams},  {ContainerType::kCompress, "Z", kStreams},
    {ContainerType::kZip, "zip", kArchives}, {ContainerType::kTar, "tar", kArchives},
    {ContainerType::k7z, "7z", kArchives},   {ContainerType::kCpio, "cpio", kArchives},
    {ContainerType::kAr, "ar", kArchives},   {ContainerType::kDeb, "deb", kArchives},
    {ContainerType::kIso, "iso", kArchives}, {ContainerType::kRpm, "rpm", kArchives},
    {ContainerType::kRar, "rar", kArchives}, {ContainerType::kDocx, "docx", kOffice},
    {ContainerType::kXlsx, "xlsx", kOffice}, {ContainerType::kPptx, "pptx", kOffice},
    {ContainerType::kOdt, "odt", kOffice},   {ContainerType::kOds, "ods", kOffice},
    {ContainerType::kOdp, "odp", kOffice},   {ContainerType::kEpub, "epub", kOffice},
    {ContainerType::kPdf, "pdf", kPdfText},  {ContainerType::kEml, "eml", kMail},
    {ContainerType::kMbox, "mbox", kMail},   {ContainerType::kElf, "elf", kPrograms},
    {ContainerType::kJpeg, "jpeg", kMedia},  {ContainerType::kPng, "png", kMedia},
    {ContainerType::kTiff, "tiff", kMedia},  {ContainerType::kMp3, "mp3", kMedia},
    {ContainerType::kMp4, "mp4", kMedia},
};

const TypeRow* RowOf(ContainerType type) {
  for (const TypeRow& row : kTypes) {
    if (row.type == type) return &row;
  }
  return nullptr;
}

char AsciiLower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

bool EqualIgnoringCase(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return AsciiLower(x) == AsciiLower(y); });
}

bool HasExtension(std::string_view name, std::string_view extension) {
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && EqualIgnoringCase(name.substr(dot + 1), extension);
}

bool HasAt(std::string_view bytes, std::size_t offset, std::string_view what) {
  return bytes.size() >= offset + what.size() && bytes.substr(offset, what.size()) == what;
}

unsigned At(std::string_view bytes, std::size_t offset) { return static_cast<unsigned char>(bytes[offset]); }

// The names of the first members of a zip, which are not compressed, show its kind.
ContainerType DetectZip(std::string_view head, std::string_view name) {
  if (HasAt(head, 30, "mimetype")) {
    const std::size_t extra = At(head, 28) | At(head, 29) << 8;  // bytes between name and content
    if (!HasAt(head, 38 + extra, "application/")) return ContainerType::kZip;
    const std::string_view type = head.substr(50 + extra);
    if (type.starts_with("epub+zip")) return ContainerType::kEpub;
    for (const auto& [kind, value] : {std::pair{"text"sv, ContainerType::kOdt},
                                      {"spreadsheet"sv, ContainerType::kOds},
                                      {"presentation"sv, ContainerType::kOdp}}) {
      if (HasAt(type, 0, "vnd.oasis.opendocument.") && type.substr(23).starts_with(kind)) return value;
    }
    return ContainerType::kZip;
  }
  // Names of members: after a local header, or anywhere in these bytes, as members are small at the start.
  const bool office = head.find("[Content_Types].xml") != std::string_view::npos ||
                      head.find("_rels/.rels") != std::string_view::npos || HasAt(head, 30, "docProps/");
  constexpr std::array kFolders = {std::pair{"word/"sv, ContainerType::kDocx},
                                   std::pair{"xl/"sv, ContainerType::kXlsx},
                                   std::pair{"ppt/"sv, ContainerType::kPptx}};
  for (std::size_t at = 0; office && (at = head.find("PK\3\4"sv, at)) != std::string_view::npos; at += 4) {
    for (const auto& [folder, type] : kFolders) {
      if (HasAt(head, at + 30, folder)) return type;
    }
  }
  // The extractor treats a zip with a wrong name as a zip.
  if (HasExtension(name, "docx")) return ContainerType::kDocx;
  if (HasExtension(name, "xlsx")) return ContainerType::kXlsx;
  if (HasExtension(name, "pptx")) return ContainerType::kPptx;
  return ContainerType::kZip;
}

// The oldest tar has no signature, only the sum of its first header.
bool IsOldTar(std::string_view head, std::string_view name) {
  if (head.size() < 512 || !HasExtension(name, "tar") || head[0] == '\0') return false;
  unsigned sum = 0;
  for (std::size_t i = 0; i < 512; ++i) sum += i >= 148 && i < 156 ? ' ' : At(head, i);
  unsigned stated = 0;
  for (std::size_t i = 148; i < 156; ++i) {
    if (head[i] >= '0' && head[i] <= '7') stated = stated * 8 + static_cast<unsigned>(head[i] - '0');
  }
  return sum == stated;
}

// Two frames of MPEG audio in a row, so that no other bytes are taken for one.
bool IsMp3Frame(std::string_view head) {
  if (head.size() < 4 || At(head, 0) != 0xff || (At(head, 1) & 0xe6) != 0xe2) return false;  // layer III
  const unsigned version = At(head, 1) >> 3 & 3;
  const unsigned rate = At(head, 2) >> 4;
  const unsigned frequency = At(head, 2) >> 2 & 3;
  if (version == 1 || rate == 0 || rate == 15 || frequency == 3) return false;
  constexpr unsigned kFirst[] = {0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
  constexpr unsigned kSecond[] = {0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};
  constexpr unsigned kHertz[] = {44100, 48000, 32000};
  const bool first = version == 3;
  const unsigned hertz = kHertz[frequency] >> (first ? 0 : version == 2 ? 1 : 2);
  const unsigned bits = (first ? kFirst[rate] : kSecond[rate]) * 1000;
  const unsigned length = (first ? 144 : 72) * bits / hertz + (At(head, 2) >> 1 & 1);
  return head.size() >= length + 2 && At(head, length) == 0xff && At(head, length + 1) == At(head, 1);
}

// "From someone Tue Nov  3 10:00:00 2020": a day and a time of day on the first line.
bool IsMbox(std::string_view head) {
  const std::string_view line = head.substr(0, std::min(head.find('\n'), head.size()));
  constexpr std::string_view kDays[] = {" Mon ", " Tue ", " Wed ", " Thu ", " Fri ", " Sat ", " Sun "};
  const bool day =
      std::ranges::any_of(kDays, [&](std::string_view d) { return line.find(d) != std::string_view::npos; });
  return day && line.find(':') != std::string_view::npos && line.size() < head.size();
}

// A header whose lines are all fields, with at least three that every mail has, one of them its sender or its
// way.
bool IsMail(std::string_view head) {
  constexpr std::string_view kUsual[] = {"From",       "To",           "Subject",     "Date",
                                         "Message-ID", "MIME-Version", "Return-Path", "Received"};
  unsigned seen = 0;
  for (std::size_t at = 0; at < head.size();) {
    const std::size_t end = std::min(head.find('\n', at), head.size());
    std::string_view line = head.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    const std::size_t colon = line.find(':');
    const bool folded = line[0] == ' ' || line[0] == '\t';
    if (!folded) {
      const std::string_view field = line.substr(0, std::min(colon, line.size()));
      const bool name = std::ranges::all_of(field, [](char c) { return c > 32 && c < 127; });
      if (end == head.size()) break;  // perhaps only half of the line is here
      if (colon == std::string_view::npos || !name || field.empty()) return false;
      for (unsigned i = 0; i < std::size(kUsual); ++i) {
        if (EqualIgnoringCase(field, kUsual[i])) seen |= 1u << i;
      }
    } else if (at == 0) {
      return false;
    }
    at = end + 1;
  }
  return std::popcount(seen) >= 3 && (seen & 0b11010001) != 0;
}

// What begins with a letter may be a mail: a field's name, then its colon, in the first bytes.
bool BeginsWithField(std::string_view head) {
  const std::size_t end = head.substr(0, 80).find_first_not_of(
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_");
  return end != std::string_view::npos && head[end] == ':' && end + 1 < head.size() &&
         (head[end + 1] == ' ' || head[end + 1] == '\t' || head[end + 1] == '\r' || head[end + 1] == '\n');
}

ContainerType DetectByLetter(std::string_view head) {
  switch (head[0]) {
    case 'P':
      if (head.starts_with("PK\5\6")) return ContainerType::kZip;  // an empty one
      break;
    case '7':
      if (head.starts_with("7z\xbc\xaf\x27\x1c")) return ContainerType::k7z;
      return ContainerType::kNone;
    case 'B':
      if (HasAt(head, 0, "BZh") && head.size() >= 10 && head[3] >= '1' && head[3] <= '9' &&
          (HasAt(head, 4, "1AY&SY") || HasAt(head, 4, "\x17\x72\x45\x38\x50\x90")))
        return ContainerType::kBzip2;
      break;
    case '0':
      if (HasAt(head, 0, "07070") && head.size() > 6 && (head[5] == '1' || head[5] == '2' || head[5] == '7'))
        return ContainerType::kCpio;
      return ContainerType::kNone;
    case 'R':
      if (head.starts_with("Rar!\x1a\7")) return ContainerType::kRar;
      break;
    case 'I':
      if (head.starts_with("II*\0"sv)) return ContainerType::kTiff;
      if (head.starts_with("ID3") && head.size() > 10 && At(head, 3) < 0xff && At(head, 6) < 0x80)
        return ContainerType::kMp3;
      break;
    case 'M':
      if (head.starts_with("MM\0*"sv)) return ContainerType::kTiff;
      break;
    case 'F':
      if (head.starts_with("From ")) return IsMbox(head) ? ContainerType::kMbox : ContainerType::kNone;
      break;
    default:
      break;
  }
  return BeginsWithField(head) && IsMail(head) ? ContainerType::kEml : ContainerType::kNone;
}

ContainerType DetectBySignature(std::string_view head) {
  switch (At(head, 0)) {
    case '!':
      if (!head.starts_with("!<arch>\n")) return ContainerType::kNone;
      return HasAt(head, 8, "debian-binary") ? ContainerType::kDeb : ContainerType::kAr;
    case '%':
      return head.starts_with("%PDF-") ? ContainerType::kPdf : ContainerType::kNone;
    case 0x1f:
      if (HasAt(head, 1, "\x8b\x08")) return ContainerType::kGzip;
      return HasAt(head, 1, "\x9d") ? ContainerType::kCompress : ContainerType::kNone;
    case 0xfd:
      return HasAt(head, 1, "7zXZ\0"sv) ? ContainerType::kXz : ContainerType::kNone;
    case 0x28:
      return HasAt(head, 1, "\xb5\x2f\xfd") ? ContainerType::kZstd : ContainerType::kNone;
    case 0x04:
      return HasAt(head, 1, "\x22\x4d\x18") ? ContainerType::kLz4 : ContainerType::kNone;
    case 0xed:
      return HasAt(head, 1, "\xab\xee\xdb") ? ContainerType::kRpm : ContainerType::kNone;
    case 0xc7:
      return HasAt(head, 1, "\x71") && head.size() > 26 ? ContainerType::kCpio : ContainerType::kNone;
    case 0x7f:
      return HasAt(head, 1, "ELF") ? ContainerType::kElf : ContainerType::kNone;
    case 0x89:
      return HasAt(head, 1, "PNG\r\n\x1a\n") ? ContainerType::kPng : ContainerType::kNone;
    case 0xff:
      if (HasAt(head, 1, "\xd8\xff")) return ContainerType::kJpeg;
      return IsMp3Frame(head) ? ContainerType::kMp3 : ContainerType::kNone;
    case 0:
      return HasAt(head, 4, "ftyp") ? ContainerType::kMp4 : ContainerType::kNone;
    default:
      return ContainerType::kNone;
  }
}

}  // namespace

std::span<const TypeRow> ContainerTypes() { return kTypes; }

std::string_view NameOf(ContainerType type) {
  const TypeRow* row = RowOf(type);
  return row == nullptr ? std::string_view() : row->name;
}

ContainerType ContainerTypeOf(std::string_view name) {
  for (const TypeRow& row : kTypes) {
    if (row.name == name) return row.type;
  }
  return ContainerType::kNone;
}

std::optional<ContainerType> ContainerTypeOf(std::uint8_t number) {
  for (const TypeRow& row : kTypes) {
    if (static_cast<std::uint8_t>(row.type) == number) return row.type;
  }
  return std::nullopt;
}

bool HasTitle(ContainerType type) {
  const std::uint8_t extractor = ExtractorOf(type).id;
  return extractor == kOffice.id || extractor == kPdfText.id;
}

const Extractor& ExtractorOf(ContainerType type) {
  const TypeRow* row = RowOf(type);
  return row == nullptr ? kNoExtractor : row->extractor;
}

ContainerType DetectContainer(std::string_view first_bytes, std::string_view name) {
  if (first_bytes.size() < 4) return ContainerType::kNone;
  const std::string_view head = first_bytes.substr(0, kContainerHeadBytes);
  if (HasAt(head, 257, "ustar")) return ContainerType::kTar;
  const char first = head[0];
  ContainerType type = ContainerType::kNone;
  if (head.starts_with("PK\3\4"sv)) {
    type = DetectZip(head, name);
  } else if ((first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z') ||
             (first >= '0' && first <= '9')) {
    type = DetectByLetter(head);
  } else {
    type = DetectBySignature(head);
  }
  if (type != ContainerType::kNone || name.size() < 5) return type;
  if (HasExtension(name, "iso"))
    return ContainerType::kIso;  // its mark is at 32769; the extractor looks there
  return IsOldTar(head, name) ? ContainerType::kTar : ContainerType::kNone;
}

}  // namespace kindred::extract

// Names, text and replacement of the manifest. Tested by manifest_test.cc, tests/fault and fuzz/.
#include "index/store/manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/coding.h"
#include "base/hashing.h"
#include "base/temporary_file.h"
#include "index/damage.h"
#include "index/decisions/decision_store.h"
#include "index/segment/file_parts.h"
#include "index/store/kept_pairs.h"
#include "index/store/kept_shares.h"
#include "index/store/store.h"
#include "index/store/templates.h"
#include "kindred/error.h"
#include "model/entry.h"

namespace kindred::index {

namespace {

constexpr char kManifestName[] = "manifest";
constexpr char kNewManifestName[] = "manifest.new";
constexpr char kLockName[] = "lock";
constexpr std::uint64_t kMostManifestBytes = 64 * 1024 * 1024;
constexpr std::uint64_t kTemplatesNamedSince = 3;

bool IsNumbered(std::string_view name, std::string_view before, std::string_view after) {
  if (!name.starts_with(before) || !name.ends_with(after) || name.size() <= before.size() + after.size()) {
    return false;
  }
  name = name.substr(before.size(), name.size() - before.size() - after.size());
  std::uint64_t number = 0;
  return base::ParseNumber(name, &number) && std::to_string(number) == name;
}

// The words of one line, as far as the line has them.
class Words {
 public:
  explicit Words(std::string_view line) : rest_(line) {}
  std::string_view Next() {
    std::size_t space = std::min(rest_.find(' '), rest_.size());
    std::string_view word = rest_.substr(0, space);
    rest_.remove_prefix(std::min(space + 1, rest_.size()));
    return word;
  }
  bool Number(std::uint64_t* number) { return base::ParseNumber(Next(), number); }
  bool Hex(std::uint64_t* number) { return base::ParseNumber(Next(), number, 16); }
  bool AtEnd() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

bool ParseFact(std::string_view line, Manifest* manifest) {
  Words words(line);
  const std::string_view what = words.Next();
  if (what == "generation") return words.Number(&manifest->generation) && words.AtEnd();
  if (what == "next-content") return words.Number(&manifest->next_content) && words.AtEnd();
  if (what == "next-file") return words.Number(&manifest->next_file) && words.AtEnd();
  if (what == "catalog") {
    CatalogFile file;
    file.name = words.Next();
    if (manifest->catalog || KindOfName(file.name) != NameKind::kCatalog) return false;
    bool whole = words.Number(&file.size) && words.Hex(&file.checksum) && words.AtEnd();
    manifest->catalog = std::move(file);
    return whole;
  }
  if (what == "segment") {
    ManifestSegment segment;
    segment.name = words.Next();
    if (manifest->Names(segment.name) || KindOfName(segment.name) != NameKind::kSegment) return false;
    bool whole = words.Number(&segment.size) && words.Hex(&segment.checksum);
    segment.method = words.Next();
    manifest->segments.push_back(std::move(segment));
    return whole && words.AtEnd();
  }
  if (what == "templates" && manifest->format >= kTemplatesNamedSince) {
    ManifestTemplates file;
    file.name = words.Next();
    if (manifest->templates || KindOfName(file.name) != NameKind::kTemplates) return false;
    bool whole = words.Number(&file.size) && words.Hex(&file.checksum) && words.AtEnd();
    manifest->templates = std::move(file);
    return whole;
  }
  return false;
}

std::string PlainWord(const std::string& text) {
  std::string word;
  for (unsigned char byte : text) {
    bool plain = byte > 0x20 && byte < 0x7f && byte != '%';
    word += plain ? std::string(1, static_cast<char>(byte)) : fmt::format("%{:02x}", byte);
  }
  return word;
}

}  // namespace

bool Manifest::Names(const std::string& file) const {
  return (catalog && catalog->name == file) || (templates && templates->name == file) ||
         std::ranges::find(segments, file, &ManifestSegment::name) != segments.end();
}

std::string ManifestPath(const std::string& index_directory) {
  return JoinPath(index_directory, kManifestName);
}
std::string CatalogName(std::uint64_t generation) { return fmt::format("catalog-{}.sqlite", generation); }
std::string SegmentName(std::uint64_t number) { return fmt::format("marks-{}.segment", number); }
std::string TemplatesName(std::uint64_t number) { return fmt::format("templates-{}", number); }

NameKind KindOfName(std::string_view name) {
  if (name == kManifestName) return NameKind::kManifest;
  if (name == kLockName) return NameKind::kLock;
  if (name == kNewManifestName || name == kNewKeptPairsName || name == kNewKeptSharesName ||
      name == kNewTemplatesName)
    return NameKind::kTemporary;
  if (IsNumbered(name, base::kTemporaryPrefix, base::kTemporarySuffix)) return NameKind::kTemporary;
  if (IsNumbered(name, "match-", ".tmp")) return NameKind::kTemporary;  // of earlier versions
  if (name == kOldTemplatesName || IsNumbered(name, "templates-", "")) return NameKind::kTemplates;
  if (name == kKeptPairsName || name == kKeptSharesName) return NameKind::kDerived;
  if (name.starts_with(kTalliesName)) return NameKind::kTallies;  // SQLite may have a journal beside it
  if (name.starts_with(kDecisionsName)) return NameKind::kDecisions;
  if (IsNumbered(name, "catalog-", ".sqlite")) return NameKind::kCatalog;
  if (IsNumbered(name, "marks-", ".segment")) return NameKind::kSegment;
  if (name == "journal.lock" || IsNumbered(name, "journal-", "") || IsNumbered(name, "journal-", ".new"))
    return NameKind::kJournal;
  return NameKind::kForeign;
}

std::string MethodLine(const StoredMethod& method) {
  std::string line = fmt::format("{}/{}", method.info.name, method.info.version);
  char before = ':';
  for (const auto& [name, value] : method.info.parameters) {
    line += before + name + '=' + value;
    before = ',';
  }
  line += fmt::format(";{};{}", method.weight == Weight::kBytes ? "bytes" : "marks", method.key_bits);
  return PlainWord(line);
}

std::string EncodeManifest(const Manifest& manifest) {
  std::string text =
      fmt::format("kindred index {}\ngeneration {}\nnext-content {}\nnext-file {}\n", kIndexFormatVersion,
                  manifest.generation, manifest.next_content, manifest.next_file);
  if (manifest.catalog) {
    const CatalogFile& file = *manifest.catalog;
    text += fmt::format("catalog {} {} {:016x}\n", file.name, file.size, file.checksum);
  }
  for (const ManifestSegment& segment : manifest.segments) {
    text += fmt::format("segment {} {} {:016x} {}\n", segment.name, segment.size, segment.checksum,
                        segment.method);
  }
  if (manifest.templates) {
    const ManifestTemplates& file = *manifest.templates;
    text += fmt::format("templates {} {} {:016x}\n", file.name, file.size, file.checksum);
  }
  return text + fmt::format("checksum {:016x}\n", base::Checksum(base::AsBytes(text)));
}

Manifest ParseManifest(std::string_view text, const std::string& path) {
  constexpr std::string_view kFirstWords = "kindred index ";
  const std::size_t first_end = std::min(text.find('\n'), text.size());
  std::uint64_t version = 0;
  if (!text.starts_with(kFirstWords) ||
      !base::ParseNumber(text.substr(kFirstWords.size(), first_end - kFirstWords.size()), &version)) {
    throw Damage(path, 0, "not a manifest");
  }
  if (version > kIndexFormatVersion) {
    throw Error(ErrorKind::kFailed,
                fmt::format("index format {} is newer than this kindred ({})", version, kIndexFormatVersion),
                path, "upgrade kindred, or make another index with `directory` and `Index::Scan`");
  }
  if (version == 0) throw Damage(path, 0, "not a manifest");
  if (version < kOldestFormatVersion) {
    throw Error(
        ErrorKind::kFailed,
        fmt::format("index format {} is older than this kindred reads ({})", version, kOldestFormatVersion),
        path, "remove the index, then make it again with `Index::Scan`, or use another with `directory`");
  }
  // "checksum " and 16 digits and a newline
  constexpr std::size_t kChecksumLine = 26;
  if (text.size() < first_end + 1 + kChecksumLine) {
    throw Damage(path, first_end, "the manifest is cut off");
  }
  const std::string body(text.substr(0, text.size() - kChecksumLine));
  if (text.substr(body.size()) != fmt::format("checksum {:016x}\n", base::Checksum(base::AsBytes(body)))) {
    throw Damage(path, body.size(), "the checksum of the manifest differs");
  }

  Manifest manifest;
  manifest.format = version;
  for (std::size_t at = first_end + 1; at < body.size();) {
    const std::size_t end = body.find('\n', at);
    if (end == std::string::npos || !ParseFact(std::string_view(body).substr(at, end - at), &manifest)) {
      throw Damage(path, at, "a line of the manifest is invalid");
    }
    at = end + 1;
  }
  const bool complete = manifest.generation == 0 || manifest.catalog.has_value();
  if (!complete || manifest.next_content == 0 ||
      manifest.next_content > std::uint64_t{std::numeric_limits<ContentId>::max()} + 1) {
    throw Damage(path, 0, "the manifest is invalid");
  }
  return manifest;
}

namespace {

// Format 2 did not name the templates: those that are there count, and are named from the next commit on.
std::optional<ManifestTemplates> OldTemplates(base::FileSystem& files, const std::string& index_directory) {
  const std::string path = JoinPath(index_directory, kOldTemplatesName);
  if (!files.Exists(path)) return std::nullopt;
  const std::unique_ptr<base::ReadableFile> file = files.OpenForRead(path);
  std::uint8_t seal[kSealBytes] = {};
  if (file->size() >= kSealBytes) file->ReadAt(file->size() - kSealBytes, seal);
  return ManifestTemplates{kOldTemplatesName, file->size(), base::LoadFixed64(seal)};
}

}  // namespace

std::optional<Manifest> ReadManifest(base::FileSystem& files, const std::string& index_directory) {
  const std::string path = ManifestPath(index_directory);
  if (!files.Exists(path)) {
    if (!files.Exists(index_directory)) return std::nullopt;
    for (const std::string& name : files.List(index_directory)) {
      NameKind kind = KindOfName(name);
      if (kind != NameKind::kCatalog && kind != NameKind::kSegment) continue;
      if (files.Exists(path)) break;  // a writer has just begun
      throw Error(ErrorKind::kDamaged, "is missing, but " + name + " is there", path,
                  "remove the index and run `Index::Scan` again");
    }
    if (!files.Exists(path)) return std::nullopt;
  }
  std::unique_ptr<base::ReadableFile> file = files.OpenForRead(path);
  if (file->size() > kMostManifestBytes) throw Damage(path, 0, "the manifest is too large");
  std::string text(file->size(), '\0');
  file->ReadAt(0, {reinterpret_cast<std::uint8_t*>(text.data()), text.size()});
  Manifest manifest = ParseManifest(text, path);
  if (manifest.format < kTemplatesNamedSince) manifest.templates = OldTemplates(files, index_directory);
  return manifest;
}

void WriteManifest(base::FileSystem& files, const std::string& index_directory, const Manifest& manifest) {
  const std::string temporary = JoinPath(index_directory, kNewManifestName);
  std::unique_ptr<base::WritableFile> file = files.Create(temporary);
  file->Append(base::AsBytes(EncodeManifest(manifest)));
  file->Sync();
  file->Close();
  files.Rename(temporary, ManifestPath(index_directory));
  files.SyncDirectory(index_directory);
}

}  // namespace kindred::index

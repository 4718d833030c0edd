// See templates.h.
#include "index/store/templates.h"

#include <algorithm>
#include <utility>

#include "index/segment/file_parts.h"
#include "index/store/manifest.h"
#include "kindred/error.h"
#include "model/entry.h"

namespace kindred::index {

namespace {

constexpr std::uint64_t kTemplatesMagic = 0x31534C504D544B01;  // 01 "KTMPLS1"
constexpr std::uint64_t kKeysOnlyVersion = 1;                  // before templates kept their text
constexpr std::uint64_t kTemplatesVersion = 2;
constexpr std::size_t kLongestName = 100;

Error TemplatesAreDamaged(const std::string& path, const std::string& what) {
  return Error(ErrorKind::kDamaged, "the templates are damaged: " + what, path,
               "use `templates = false`, or remove the file and add them again");
}

// Differences; the bits that an index drops are zeros in all keys, and are not written.
void PutKeys(std::vector<std::uint8_t>* out, std::span<const std::uint64_t> keys) {
  std::uint64_t any = 0;
  for (std::uint64_t key : keys) any |= key;
  const int shift = any == 0 ? 0 : std::countr_zero(any);
  base::PutVarint(out, static_cast<std::uint64_t>(shift));
  base::PutVarint(out, keys.size());
  std::uint64_t last = 0;
  for (std::uint64_t key : keys) {
    base::PutVarint(out, (key >> shift) - last);
    last = key >> shift;
  }
}

std::uint64_t SealOf(std::span<const std::uint8_t> bytes) {
  return base::LoadFixed64(bytes.data() + SealedPart(bytes).size());
}

// False if they do not ascend.
bool TakeKeys(base::ByteReader* reader, std::vector<std::uint64_t>* keys) {
  const std::uint64_t shift = reader->VarintUpTo(63);
  const std::uint64_t count = reader->VarintUpTo(reader->left());  // a byte each at least
  const std::uint64_t most = ~std::uint64_t{0} >> shift;
  std::uint64_t last = 0;
  keys->reserve(count);
  for (std::uint64_t i = 0; i < count && reader->ok(); ++i) {
    const std::uint64_t more = reader->Varint();
    if ((i > 0 && more == 0) || more > most - last) return false;
    last += more;
    keys->push_back(last << shift);
  }
  return reader->ok();
}

void PutPieces(std::vector<std::uint8_t>* out, std::span<const std::string> pieces) {
  base::PutVarint(out, pieces.size());
  for (const std::string& piece : pieces) {
    base::PutVarint(out, piece.size());
    base::PutBytes(out, base::AsBytes(piece));
  }
}

// False if they are more than a template may keep, or one is empty.
bool TakePieces(base::ByteReader* reader, std::vector<std::string>* pieces) {
  std::uint64_t room = kMostTemplateText;
  const std::uint64_t count = reader->VarintUpTo(room);
  for (std::uint64_t i = 0; i < count && reader->ok(); ++i) {
    const std::uint64_t size = reader->VarintUpTo(room);
    if (size == 0) return false;
    room -= size;
    pieces->push_back(base::AsString(reader->Bytes(size)));
  }
  return reader->ok();
}

}  // namespace

bool IsTemplateName(const std::string& name) {
  if (name.empty() || name.size() > kLongestName || name[0] == '.' || name[0] == '-') return false;
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  });
}

std::vector<std::uint8_t> EncodeTemplates(std::span<const StoredTemplate> templates) {
  std::vector<std::uint8_t> bytes;
  base::PutFixed64(&bytes, kTemplatesMagic);
  base::PutVarint(&bytes, kTemplatesVersion);
  base::PutVarint(&bytes, templates.size());
  for (const StoredTemplate& stored : templates) {
    base::PutText(&bytes, stored.name);
    base::PutText(&bytes, stored.method);
    base::PutText(&bytes, stored.source);
    PutKeys(&bytes, stored.keys);
    PutPieces(&bytes, stored.pieces);
  }
  Seal(&bytes);
  return bytes;
}

std::vector<StoredTemplate> ParseTemplates(std::span<const std::uint8_t> bytes, const std::string& path) {
  base::ByteReader reader(SealedPart(bytes));
  if (reader.Fixed64() != kTemplatesMagic) throw TemplatesAreDamaged(path, "this is not a file of templates");
  if (!SealIsGood(bytes)) throw TemplatesAreDamaged(path, "wrong checksum");
  const std::uint64_t version = reader.Varint();
  if (version != kTemplatesVersion && version != kKeysOnlyVersion) {
    throw Error(ErrorKind::kFailed, "the templates were written by a newer version of kindred", path,
                "use that version, or `templates = false`");
  }
  std::vector<StoredTemplate> templates;
  const std::uint64_t count = reader.VarintUpTo(reader.left());
  for (std::uint64_t i = 0; i < count; ++i) {
    StoredTemplate stored;
    stored.name = reader.Text();
    stored.method = reader.Text();
    stored.source = reader.Text();
    if (!TakeKeys(&reader, &stored.keys)) throw TemplatesAreDamaged(path, "the keys are invalid");
    if (version != kKeysOnlyVersion && !TakePieces(&reader, &stored.pieces))
      throw TemplatesAreDamaged(path, "the texts are invalid");
    if (!IsTemplateName(stored.name) || (i > 0 && stored.name <= templates.back().name))
      throw TemplatesAreDamaged(path, "the names are invalid");
    templates.push_back(std::move(stored));
  }
  if (!reader.ok() || !reader.AtEnd()) throw TemplatesAreDamaged(path, "the lengths do not agree");
  return templates;
}

std::vector<StoredTemplate> ReadTemplates(base::FileSystem& files, const std::string& index_directory) {
  std::optional<ManifestTemplates> last;
  for (;;) {
    const std::optional<Manifest> manifest = ReadManifest(files, index_directory);
    if (!manifest || !manifest->templates) return {};
    const ManifestTemplates& named = *manifest->templates;
    const std::string path = JoinPath(index_directory, named.name);
    if (!files.Exists(path)) {
      // Replaced in the meantime, or gone.
      if (last == named) throw TemplatesAreDamaged(path, "the file is missing");
      last = named;
      continue;
    }
    const std::vector<std::uint8_t> bytes = base::ReadWhole(*files.OpenForRead(path));
    std::vector<StoredTemplate> templates = ParseTemplates(bytes, path);
    if (bytes.size() != named.size || SealOf(bytes) != named.checksum)
      throw TemplatesAreDamaged(path, "this is not the file that the manifest names");
    return templates;
  }
}

void WriteTemplates(base::FileSystem& files, const std::string& index_directory,
                    std::span<const StoredTemplate> templates) {
  Manifest manifest = ReadManifest(files, index_directory).value_or(Manifest{});
  const std::optional<ManifestTemplates> old = std::exchange(manifest.templates, std::nullopt);
  if (templates.empty() && !old) return;
  if (!templates.empty()) {
    const std::vector<std::uint8_t> bytes = EncodeTemplates(templates);
    manifest.templates = {TemplatesName(manifest.next_file++), bytes.size(), SealOf(bytes)};
    auto file = files.Create(JoinPath(index_directory, manifest.templates->name));
    file->Append(bytes);
    file->Sync();
    file->Close();
    files.SyncDirectory(index_directory);
  }
  WriteManifest(files, index_directory, manifest);
  if (!old) return;
  try {
    files.Remove(JoinPath(index_directory, old->name));
  } catch (const Error&) {
    // It is not named any more: the next writer removes it.
  }
}

}  // namespace kindred::index

// See file_parts.h.
#include "index/segment/file_parts.h"

#include <limits>

#include "kindred/error.h"
#include "model/entry.h"

namespace kindred::index {

std::vector<std::uint8_t> ReadDerived(base::FileSystem& files, const std::string& directory,
                                      const std::string& name) {
  try {
    const std::string path = JoinPath(directory, name);
    if (!files.Exists(path)) return {};
    return base::ReadWhole(*files.OpenForRead(path));
  } catch (const Error&) {
    return {};
  }
}

void ReplaceDerived(base::FileSystem& files, const std::string& directory, const DerivedNames& names,
                    std::span<const std::uint8_t> bytes) {
  try {
    const std::string path = JoinPath(directory, names.before);
    auto file = files.Create(path);
    file->Append(bytes);
    file->Close();
    files.Rename(path, JoinPath(directory, names.name));
  } catch (const Error&) {
  }
}

void PutMethod(std::vector<std::uint8_t>* out, const StoredMethod& method) {
  base::PutText(out, method.info.name);
  base::PutVarint(out, static_cast<std::uint64_t>(method.info.version));
  base::PutVarint(out, method.info.parameters.size());
  for (const auto& [name, value] : method.info.parameters) {
    base::PutText(out, name);
    base::PutText(out, value);
  }
  out->push_back(static_cast<std::uint8_t>(method.weight));
  out->push_back(static_cast<std::uint8_t>(method.key_bits));
}

bool TakeMethod(base::ByteReader* in, StoredMethod* method) {
  method->info.name = in->Text();
  method->info.version = static_cast<int>(in->VarintUpTo(std::numeric_limits<int>::max()));
  const std::uint64_t parameters = in->VarintUpTo(in->left());
  for (std::uint64_t i = 0; i < parameters && in->ok(); ++i) {
    std::string name = in->Text();
    method->info.parameters.emplace_back(std::move(name), in->Text());
  }
  method->weight = static_cast<Weight>(in->Byte());
  method->key_bits = in->Byte();
  return in->ok() && method->key_bits >= kLeastKeyBits && method->key_bits <= 64 &&
         (method->weight == Weight::kMarks || method->weight == Weight::kBytes);
}

}  // namespace kindred::index

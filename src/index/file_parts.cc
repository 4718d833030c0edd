// See file_parts.h.
#include "index/file_parts.h"

#include <limits>

namespace kindred::index {

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

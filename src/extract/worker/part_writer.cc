// See part_writer.h.
#include "extract/worker/part_writer.h"

#include <algorithm>

#include "extract/protocol.h"

namespace kindred::extract {

std::string SafeName(std::string_view name) {
  std::string safe;
  while (!name.empty()) {
    const std::size_t end = name.find('/');
    const std::string_view step = name.substr(0, end);
    name.remove_prefix(end == std::string_view::npos ? name.size() : end + 1);
    if (step.empty() || step == "." || step == "..") continue;
    if (!safe.empty()) safe += '/';
    safe += step;
  }
  // A name ends at a zero byte wherever names are C strings.
  safe.resize(std::min(safe.find('\0'), safe.size()));
  while (safe.ends_with('/')) safe.pop_back();
  if (safe.size() > kNameBytes / 4) safe.resize(kNameBytes / 4);
  while (safe.ends_with('/')) safe.pop_back();
  if (safe.empty() || safe.ends_with("/.") || safe.ends_with("/..") || safe == "." || safe == "..")
    return "unnamed";
  return safe;
}

std::string PartWriter::Begin(std::string_view name, PartKind kind) {
  budget_.Member();
  std::string full = prefix_ + SafeName(name);
  // With the number it may be the name of another member.
  for (unsigned count = ++names_[full]; count > 1;) {
    std::string numbered = full + "#" + std::to_string(count);
    if (++names_[numbered] == 1) {
      full = std::move(numbered);
      break;
    }
    count = ++names_[full];
  }
  if (full.size() > kNameBytes) throw LimitReached("the names inside are too long");
  in_part_ = true;
  sink_.BeginPart({.name = full, .kind = kind});
  return full;
}

void PartWriter::Bytes(std::string_view bytes) {
  if (bytes.empty()) return;
  budget_.Output(bytes.size());
  sink_.Bytes(bytes);
}

void PartWriter::End() {
  in_part_ = false;
  sink_.EndPart();
}

void PartWriter::DropUnfinished() {
  if (in_part_) sink_.DropPart();
  in_part_ = false;
}

PartWriter::Inside::Inside(PartWriter& writer, std::string full_name)
    : writer_(writer), before_(std::move(writer.prefix_)) {
  writer_.prefix_ = std::move(full_name) + "//";
}

}  // namespace kindred::extract

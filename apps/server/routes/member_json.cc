// See member_json.h.
#include "routes/member_json.h"

#include <algorithm>

namespace kindred::server {

namespace {

constexpr std::size_t kCopiesOfMember = 20;

}  // namespace

MemberWriter::MemberWriter(const View& view, const Item& item)
    : view_(view),
      item_(item),
      versions_(item.kind == ItemKind::kFamily || item.kind == ItemKind::kContained),
      decisions_(view.DecisionsOn(item)) {
  if (std::ranges::all_of(decisions_, [](const Decision* decision) { return decision == nullptr; })) return;
  for (std::size_t n = 0; n < item.members.size(); ++n) {
    const Member& member = item.members[n];
    numbers_.emplace(KeyOf(member.digest, member.size, view.answer().AbsoluteOf(member)), n);
  }
}

void MemberWriter::Write(std::size_t number, JsonWriter& json) const {
  const Member& member = item_.members[number];
  json.Open('{').Key("n").Number(number).Key("path").Text(member.path);
  json.Key("folder").Text(FolderOf(member.path)).Key("name").Text(NameOf(member.path));
  json.Key("size").Number(member.size).Key("mtime").Time(member.mtime);
  json.Key("type").Text(item_.kind == ItemKind::kFolders ? "" : TypeOfName(member.path));
  json.Key("digest").Text(member.digest).Key("copies").Number(member.copies).Key("copy_paths").Open('[');
  const Item* copies =
      versions_ && member.copies > 1 ? view_.answer().CopiesOf(member.digest, member.size) : nullptr;
  std::size_t named = 0;
  for (std::size_t n = 0; copies != nullptr && n < copies->members.size() && named < kCopiesOfMember; ++n) {
    if (copies->members[n].path == member.path) continue;
    json.Text(copies->members[n].path);
    ++named;
  }
  json.Close(']').Key("with_centre").Share(member.with_centre).Key("measured").Flag(member.measured);
  json.Key("newest").Flag(number == item_.newest && member.mtime != kNoTime);
  json.Key("elsewhere").Flag(member.elsewhere).Key("decision");
  if (decisions_[number] == nullptr) {
    json.Null();
  } else {
    WriteDecision(number, json);
  }
  json.Close('}');
}

void MemberWriter::WriteDecision(std::size_t number, JsonWriter& json) const {
  const Decision& decision = *decisions_[number];
  const Member& member = item_.members[number];
  const std::string path = view_.answer().AbsoluteOf(member);
  const bool by_folder = decision.about == About::kFolder && item_.kind != ItemKind::kFolders;
  const bool is_a = decision.about == About::kFolder
                        ? IsBelow(path, decision.a.path)
                        : KeyOf(member.digest, member.size, path) ==
                              KeyOf(decision.a.digest, decision.a.size, decision.a.path);
  const DecidedFile* other = !decision.b ? nullptr : is_a ? &*decision.b : &decision.a;
  json.Open('{').Key("id").Number(decision.id).Key("verdict").Text(VerdictName(decision.verdict));
  json.Key("about").Text(AboutName(decision.about)).Key("as").Text(is_a ? "a" : "b").Key("with");
  const auto with = other == nullptr || by_folder
                        ? numbers_.end()
                        : numbers_.find(KeyOf(other->digest, other->size, other->path));
  if (with == numbers_.end()) {
    json.Null();
  } else {
    json.Number(with->second);
  }
  json.Key("other");
  if (other == nullptr) {
    json.Null();
  } else {
    json.Text(other->path);
  }
  json.Key("note").Text(decision.note).Key("time").Time(decision.time);
  json.Key("batch").Number(decision.batch).Close('}');
}

std::string MemberWriter::KeyOf(const std::string& digest, std::uint64_t size,
                                const std::string& path) const {
  if (item_.kind == ItemKind::kFolders) return path;
  return digest + ' ' + std::to_string(size) + (versions_ ? "" : path);
}

}  // namespace kindred::server

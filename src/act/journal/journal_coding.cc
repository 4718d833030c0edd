// See journal_coding.h.
#include "act/journal/journal_coding.h"

#include "base/coding.h"

namespace kindred::act {

namespace {

using base::PutFixed64;
using base::PutText;
using base::PutVarint;
using Out = std::vector<std::uint8_t>;

enum Kind : std::uint8_t { kBegin = 1, kIntent = 2, kActionEnd = 3, kRunEnd = 4 };

// Times before 1970 are negative.
void PutTime(Out* out, std::int64_t time) { PutFixed64(out, static_cast<std::uint64_t>(time)); }
std::int64_t Time(base::ByteReader& in) { return static_cast<std::int64_t>(in.Fixed64()); }

void PutFacts(Out* out, const FileFacts& facts) {
  for (std::uint64_t number : {facts.device, facts.inode, facts.size, facts.links}) PutVarint(out, number);
  for (std::int64_t time : {facts.mtime_ns, facts.ctime_ns, facts.atime_ns}) PutTime(out, time);
  for (std::uint32_t number : {facts.mode, facts.owner, facts.group}) PutVarint(out, number);
}

FileFacts Facts(base::ByteReader& in) {
  FileFacts facts;
  for (std::uint64_t* number : {&facts.device, &facts.inode, &facts.size, &facts.links})
    *number = in.Varint();
  for (std::int64_t* time : {&facts.mtime_ns, &facts.ctime_ns, &facts.atime_ns}) *time = Time(in);
  for (std::uint32_t* number : {&facts.mode, &facts.owner, &facts.group})
    *number = static_cast<std::uint32_t>(in.VarintUpTo(0xffffffff));
  return facts;
}

void PutPath(Out* out, const TreePath& path) {
  PutText(out, path.root);
  PutText(out, path.below);
}
TreePath Path(base::ByteReader& in) {
  TreePath path;
  path.root = in.Text();
  path.below = in.Text();
  return path;
}

RunBegin BeginFrom(base::ByteReader& in) {
  RunBegin begin;
  begin.run = in.Varint();
  begin.kind = static_cast<RunKind>(in.VarintUpTo(3));
  begin.of = in.Varint();
  begin.time_ns = Time(in);
  begin.by = in.Text();
  for (std::uint64_t roots = in.Varint(); roots > 0 && in.ok(); --roots) begin.roots.push_back(in.Text());
  return begin;
}

Intent IntentFrom(base::ByteReader& in) {
  Intent intent;
  intent.action = in.Varint();
  intent.by = static_cast<ReplaceBy>(in.VarintUpTo(std::size(kReplaceBys)));
  intent.restores = in.VarintUpTo(1) != 0;
  intent.of_action = in.Varint();
  intent.copy = Path(in);
  intent.keep = Path(in);
  for (std::string* text : {&intent.quarantine, &intent.temporary, &intent.target, &intent.info})
    *text = in.Text();
  intent.copy_facts = Facts(in);
  intent.keep_facts = Facts(in);
  for (std::uint64_t count = in.Varint(); count > 0 && in.ok(); --count) {
    std::string name = in.Text();
    intent.copy_attributes.emplace_back(std::move(name), in.Text());
  }
  intent.digest.high = in.Fixed64();
  intent.digest.low = in.Fixed64();
  intent.freed = in.Varint();
  return intent;
}

ActionEnd ActionEndFrom(base::ByteReader& in) {
  ActionEnd end;
  end.run = in.Varint();
  end.action = in.Varint();
  end.outcome = static_cast<ActionOutcome>(in.VarintUpTo(static_cast<int>(ActionOutcome::kNotNeeded)));
  end.reason = in.Text();
  end.saved = in.Text();
  return end;
}

RunEnd RunEndFrom(base::ByteReader& in) {
  RunEnd end;
  for (std::uint64_t* number : {&end.actions, &end.done, &end.left, &end.freed}) *number = in.Varint();
  return end;
}

}  // namespace

std::vector<std::uint8_t> Encode(const RunBegin& begin) {
  Out out = {kBegin};
  PutVarint(&out, begin.run);
  PutVarint(&out, static_cast<std::uint64_t>(begin.kind));
  PutVarint(&out, begin.of);
  PutTime(&out, begin.time_ns);
  PutText(&out, begin.by);
  PutVarint(&out, begin.roots.size());
  for (const std::string& root : begin.roots) PutText(&out, root);
  return out;
}

std::vector<std::uint8_t> Encode(const Intent& intent) {
  Out out = {kIntent};
  PutVarint(&out, intent.action);
  PutVarint(&out, static_cast<std::uint64_t>(intent.by));
  PutVarint(&out, intent.restores ? 1 : 0);
  PutVarint(&out, intent.of_action);
  PutPath(&out, intent.copy);
  PutPath(&out, intent.keep);
  for (const std::string* text : {&intent.quarantine, &intent.temporary, &intent.target, &intent.info})
    PutText(&out, *text);
  PutFacts(&out, intent.copy_facts);
  PutFacts(&out, intent.keep_facts);
  PutVarint(&out, intent.copy_attributes.size());
  for (const auto& [name, value] : intent.copy_attributes) {
    PutText(&out, name);
    PutText(&out, value);
  }
  PutFixed64(&out, intent.digest.high);
  PutFixed64(&out, intent.digest.low);
  PutVarint(&out, intent.freed);
  return out;
}

std::vector<std::uint8_t> Encode(const ActionEnd& end) {
  Out out = {kActionEnd};
  PutVarint(&out, end.run);
  PutVarint(&out, end.action);
  PutVarint(&out, static_cast<std::uint64_t>(end.outcome));
  PutText(&out, end.reason);
  PutText(&out, end.saved);
  return out;
}

std::vector<std::uint8_t> Encode(const RunEnd& end) {
  Out out = {kRunEnd};
  for (std::uint64_t number : {end.actions, end.done, end.left, end.freed}) PutVarint(&out, number);
  return out;
}

std::uint64_t ChainedChecksum(std::uint64_t before, std::span<const std::uint8_t> payload) {
  Out chained;
  PutFixed64(&chained, before);
  base::PutBytes(&chained, payload);
  return base::Checksum(chained);
}

bool Decode(std::span<const std::uint8_t> payload, JournalFile* file, bool first) {
  if (payload.empty() || first != (payload[0] == kBegin) || file->end) return false;
  base::ByteReader in(payload.subspan(1));
  const auto whole = [&in] { return in.ok() && in.AtEnd(); };
  switch (payload[0]) {
    case kBegin:
      file->begin = BeginFrom(in);
      return whole() && file->begin.kind != RunKind{};
    case kIntent: {
      Intent intent = IntentFrom(in);
      if (!whole() || intent.by == ReplaceBy{}) return false;
      file->intents.push_back(std::move(intent));
      return true;
    }
    case kActionEnd: {
      ActionEnd end = ActionEndFrom(in);
      if (!whole() || end.outcome == ActionOutcome{}) return false;
      file->ends.push_back(std::move(end));
      return true;
    }
    case kRunEnd: {
      const RunEnd end = RunEndFrom(in);
      if (!whole()) return false;
      file->end = end;
      return true;
    }
    default:
      return false;
  }
}

}  // namespace kindred::act

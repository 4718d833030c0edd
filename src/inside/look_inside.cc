// See look_inside.h.
#include "inside/look_inside.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <limits>

#include "extract/pool/programs.h"
#include "inside/pdf_members.h"
#include "inside/take_parts.h"
#include "kindred/error.h"
#include "model/entry.h"
#include "read/types/type_detector.h"

namespace kindred::inside {

namespace {

using extract::ContainerType;

std::size_t NumberOf(ContainerType type) { return static_cast<std::size_t>(type); }

std::uint64_t RulesOf(ContainerType type, const extract::Limits& limits, bool with_pdf) {
  // A member of an archive or a mail may be of any type, so all extractors have a part in it.
  std::string text = fmt::format("{} {} {} {} {} {};", limits.output_bytes, limits.ratio, limits.members,
                                 limits.depth, limits.time.count(), limits.rar);
  const extract::Extractor& own = extract::ExtractorOf(type);
  const bool holds_others =
      type < ContainerType::kDocx || type == ContainerType::kEml || type == ContainerType::kMbox;
  if (holds_others && with_pdf) text += "with PDF;";
  for (const extract::TypeRow& row : extract::ContainerTypes()) {
    if (row.extractor.id == own.id || (holds_others && limits.depth > 1))
      text += fmt::format("{} {};", row.extractor.id, row.extractor.version);
  }
  return XXH3_64bits(text.data(), text.size()) | 1;
}

}  // namespace

LookInside::LookInside(const InsideOptions& options, unsigned threads)
    : asked_for_(std::numeric_limits<std::uint8_t>::max() + 1), rules_(asked_for_.size()) {
  limits_.depth = options.depth;
  limits_.output_bytes = options.limit;
  for (const std::string& name : options.types) {
    if (name == "none") continue;
    if (name == "auto") {
      for (const extract::TypeRow& row : extract::ContainerTypes()) {
        if (row.type != ContainerType::kRar) asked_for_[NumberOf(row.type)] = true;
      }
      continue;
    }
    const ContainerType type = extract::ContainerTypeOf(name);
    if (type == ContainerType::kNone) {
      std::string known;
      for (const extract::TypeRow& row : extract::ContainerTypes()) known += fmt::format(", {}", row.name);
      throw Error(ErrorKind::kUsage, fmt::format("there is no type {:?}", name), OptionName{"look_inside"},
                  "name some of: auto, none" + known);
    }
    asked_for_[NumberOf(type)] = true;
  }
  limits_.rar = asked_for_[NumberOf(ContainerType::kRar)];
  if (Any()) {
    const bool with_pdf = !extract::FindProgram(extract::Program::kPdf, "").empty();
    for (const extract::TypeRow& row : extract::ContainerTypes())
      rules_[NumberOf(row.type)] = RulesOf(row.type, limits_, with_pdf);
  }
  pool_ = std::make_unique<extract::WorkerPool>(
      extract::PoolOptions{.workers = static_cast<int>(threads), .unsandboxed = options.unsandboxed});
}

bool LookInside::Any() const { return std::ranges::find(asked_for_, true) != asked_for_.end(); }

bool LookInside::Asks(ContainerType type) const { return asked_for_[NumberOf(type)]; }

std::uint64_t LookInside::RulesFor(ContainerType type) const { return rules_[NumberOf(type)]; }

bool LookInside::Wants(ContainerType type) const { return Asks(type) && pool_->Available(type); }

extract::Extraction LookInside::Extract(int descriptor, ContainerType type, extract::PartSink& sink,
                                        const std::function<bool()>& stop) const {
  PdfMembers members(sink);
  extract::Extraction done = pool_->Extract(descriptor, type, limits_, members, stop);
  if (limits_.depth < 2) return done;
  for (const PdfMembers::Member& member : members.members()) {
    if (done.outcome == extract::Extraction::Outcome::kStopped || !Wants(ContainerType::kPdf)) break;
    const auto begin = [&](const extract::Part& part) {
      sink.BeginPart({PartPath(member.name, part.name), part.kind});
      return true;
    };
    TakeParts parts({.begin = begin,
                     .bytes = [&](std::string_view bytes) { sink.Bytes(bytes); },
                     .end = [&] { sink.EndPart(); },
                     .page_break = [&] { sink.PageBreak(); },
                     .drop = [&] { sink.DropPart(); }});
    const extract::Extraction one =
        pool_->Extract(member.descriptor, ContainerType::kPdf, limits_, parts, stop);
    if (one.outcome == extract::Extraction::Outcome::kStopped) return one;
    if (!one.reason.empty() && done.reason.empty())
      done.reason = fmt::format("{}: {}", member.name, one.reason);
  }
  return done;
}

MediaType LookInside::MediaOf(int descriptor, ContentType type, MediaType by_signature) const {
  if (type == ContentType::kText || by_signature != MediaType::kData) return by_signature;
  return read::TypeOfMime(pool_->MediaType(descriptor));
}

bool LookInside::IsDone(const index::StoredContainer& container) const {
  const auto type = extract::ContainerTypeOf(container.type);
  // Whether there is a worker is checked last: one is started to find out.
  return !type || !Asks(*type) || container.rules == RulesFor(*type) || !Wants(*type);
}

}  // namespace kindred::inside

// See look_inside.h.
#include "extract/types/look_inside.h"

#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

constexpr std::size_t kNotesBytes = 300;

}  // namespace

void AddNote(std::string& notes, std::string_view about, std::string_view what) {
  if (notes.size() > kNotesBytes) return;
  if (!notes.empty()) notes += "; ";
  if (!about.empty()) notes.append(about.substr(0, 100)).append(": ");
  notes += what;
}

void LookInside(const Look& look) {
  switch (ExtractorOf(look.type).id) {
    case 1:
      return ExtractStream(look);
    case 2:
      return ExtractArchive(look);
    case 3:
      return ExtractOffice(look);
    case 5:
      return ExtractMail(look);
    case 6:
      return ExtractElf(look);
    case 7:
      return ExtractMedia(look);
    default:
      throw Damaged("not a type that this program looks into");
  }
}

MemberPipe::MemberPipe(const Look& look, std::string_view name, PartKind kind)
    : look_(look), name_(name), full_name_(look.out.Begin(name, kind)) {}

// As soon as its first bytes are there, or its end.
void MemberPipe::Decide() {
  decided_ = true;
  type_ = DetectContainer(spool_.bytes(), name_);
  const bool other_program = type_ == ContainerType::kPdf;
  if (other_program || (type_ == ContainerType::kRar && !look_.limits.rar)) type_ = ContainerType::kNone;
  if (type_ != ContainerType::kNone && look_.level >= look_.limits.depth) {
    AddNote(look_.notes, full_name_, "nested deeper than the limit");
    type_ = ContainerType::kNone;
  }
  if (type_ == ContainerType::kNone) spooling_ = false;
}

void MemberPipe::Bytes(std::string_view bytes) {
  look_.out.Bytes(bytes);
  if (!spooling_) return;
  if (!spool_.Append(bytes)) {
    spooling_ = false;
    type_ = ContainerType::kNone;
    AddNote(look_.notes, full_name_, "too large to look into");
    return;
  }
  if (!decided_ && spool_.bytes().size() >= kContainerHeadBytes) Decide();
}

void MemberPipe::Finish() {
  look_.out.End();
  if (!decided_) Decide();
  if (!spooling_ || type_ == ContainerType::kNone) return;
  const MemorySource inner(spool_.bytes());
  const PartWriter::Inside inside(look_.out, full_name_);
  try {
    LookInside({.source = inner,
                .type = type_,
                .limits = look_.limits,
                .out = look_.out,
                .level = look_.level + 1,
                .notes = look_.notes});
  } catch (const Damaged& damaged) {
    look_.out.DropUnfinished();
    AddNote(look_.notes, full_name_, damaged.what());
  }
}

}  // namespace kindred::extract

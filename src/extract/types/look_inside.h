// Chooses the extractor for a type, and looks into members that are containers themselves.
#pragma once

#include <string>
#include <string_view>

#include "extract/container_type.h"
#include "extract/extraction.h"
#include "extract/worker/part_writer.h"
#include "extract/worker/source.h"
#include "extract/worker/spool.h"

namespace kindred::extract {

// One container being looked into: where its parts go, and how deep it lies.
struct Look {
  const Source& source;
  ContainerType type;
  const Limits& limits;
  PartWriter& out;
  int level;           // 1 for the file itself
  std::string& notes;  // what was left out
};

// Throws LimitReached or Damaged.
void LookInside(const Look& look);

// Adds to the notes. Only the first few omissions are noted.
void AddNote(std::string& notes, std::string_view about, std::string_view what);

// A member on its way: written as a part and, if its first bytes are those of a container, looked into
// afterwards.
class MemberPipe {
 public:
  MemberPipe(const Look& look, std::string_view name, PartKind kind);
  void Bytes(std::string_view bytes);
  void Finish();

 private:
  void Decide();

  const Look& look_;
  std::string name_;  // as it was given, for its extension
  std::string full_name_;
  Spool spool_;
  bool decided_ = false;
  bool spooling_ = true;
  ContainerType type_ = ContainerType::kNone;
};

// What each type derives, one file per kind.
void ExtractStream(const Look& look);
void ExtractArchive(const Look& look);
void ExtractOffice(const Look& look);
// The title in the properties of such a document; may throw Damaged.
std::string OfficeTitle(const Source& source);
void ExtractMail(const Look& look);
void PrepareMail();  // once, before the process is locked
void ExtractElf(const Look& look);
void ExtractMedia(const Look& look);

}  // namespace kindred::extract

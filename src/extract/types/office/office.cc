// Documents that are zips of XML: docx, xlsx, pptx, OpenDocument, epub. One part, "text", in reading order:
// the body, sheets, slides or chapters as the document lists them; then headers, footers, notes and comments.
//
// The zip is read twice: first what defines the order (relationships, the workbook, the spine) and the
// strings that sheets refer to, then the texts. Members that belong to neither are not unpacked at all.
#include <archive.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "extract/types/archive/archive_reader.h"
#include "extract/types/look_inside.h"
#include "extract/types/office/document_text.h"
#include "extract/types/office/package_parts.h"
#include "extract/types/office/xml_reader.h"
#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

using MakeHandler = std::function<XmlHandler*(const std::string& name)>;  // null: not wanted

// Reads the wanted members. One that is damaged is noted, and what it gave until then counts.
void ReadXml(const Look& look, const MakeHandler& wanted) {
  ArchiveReader reader(look.source, {archive_read_support_format_zip_seekable});
  while (const auto entry = reader.Next()) {
    look.out.budget().Work(512);
    XmlHandler* handler = entry->regular ? wanted(entry->name) : nullptr;
    if (handler == nullptr) continue;
    try {
      XmlReader xml(*handler);
      while (const auto block = reader.NextBlock()) {
        look.out.budget().Work(block->bytes.size());
        xml.Feed(block->bytes);
      }
      xml.Finish();
    } catch (const ArchiveReader::BadEntry& bad) {
      AddNote(look.notes, entry->name, bad.what());
    } catch (const Damaged& damaged) {
      AddNote(look.notes, entry->name, damaged.what());
    }
  }
}

struct Texts {
  std::vector<std::string> order;            // members with text, in reading order
  std::map<std::string, std::string> body;   // by member
  std::map<std::string, std::string> aside;  // comes after all of the bodies
};

void WriteText(const Look& look, const Texts& texts) {
  look.out.Begin("text", PartKind::kText);
  for (const auto* some : {&texts.body, &texts.aside}) {
    for (const std::string& member : texts.order) {
      if (const auto text = some->find(member); text != some->end()) look.out.Bytes(text->second);
    }
  }
  look.out.End();
}

// Reads the members that `texts` lists, each by the rules that are given for it.
void ReadTexts(const Look& look, const std::function<const TextRules&(const std::string&)>& rules,
               Texts& texts) {
  const std::set<std::string> wanted(texts.order.begin(), texts.order.end());
  std::map<std::string, std::unique_ptr<DocumentText>> reading;
  ReadXml(look, [&](const std::string& name) -> XmlHandler* {
    if (!wanted.contains(name)) return nullptr;
    const auto [place, is_new] = reading.try_emplace(name);
    if (!is_new) return nullptr;  // a second member of the name
    place->second = std::make_unique<DocumentText>(rules(name), look.out.budget());
    return place->second.get();
  });
  for (const auto& [name, text] : reading) {
    texts.body[name] = text->TakeBody();
    texts.aside[name] = text->TakeAside();
  }
}

void ReadSheets(const Look& look, const std::vector<std::string>& strings, Texts& texts) {
  const std::set<std::string> wanted(texts.order.begin(), texts.order.end());
  std::map<std::string, std::unique_ptr<SheetText>> reading;
  ReadXml(look, [&](const std::string& name) -> XmlHandler* {
    if (!wanted.contains(name)) return nullptr;
    const auto [place, is_new] = reading.try_emplace(name);
    if (!is_new) return nullptr;
    place->second = std::make_unique<SheetText>(strings, look.out.budget());
    return place->second.get();
  });
  for (const auto& [name, text] : reading) texts.body[name] = text->Take();
}

}  // namespace

void ExtractOffice(const Look& look) {
  PackageParts package;
  SharedStrings strings(look.out.budget());
  ReadXml(look, [&](const std::string& name) -> XmlHandler* {
    look.out.budget().Work(name.size());  // they are kept
    package.AddName(name);
    if (name == "xl/sharedStrings.xml") return strings.strings.empty() ? &strings : nullptr;
    return package.HandlerFor(name);
  });
  Texts texts;
  switch (package.Kind()) {
    case PackageKind::kWord:
    case PackageKind::kSlides:
      texts.order = package.TextMembers();
      ReadTexts(
          look, [](const std::string&) -> const TextRules& { return WordprocessingRules(); }, texts);
      break;
    case PackageKind::kSheets:
      texts.order = package.TextMembers();
      ReadSheets(look, strings.strings, texts);
      break;
    case PackageKind::kOpenDocument:
      texts.order = {"content.xml", "styles.xml"};
      ReadTexts(
          look,
          [](const std::string& name) -> const TextRules& {
            return name == "styles.xml" ? MasterPageRules() : OpenDocumentRules();
          },
          texts);
      break;
    case PackageKind::kBook:
      texts.order = package.TextMembers();
      ReadTexts(
          look, [](const std::string&) -> const TextRules& { return BookRules(); }, texts);
      break;
    case PackageKind::kOther:  // some other zip that looks like a document at its start
      look.notes.clear();
      return ExtractArchive(look);
  }
  const auto is_empty = [](const auto& text) { return text.second.empty(); };
  if (!look.notes.empty() && std::ranges::all_of(texts.body, is_empty)) throw Damaged(look.notes);
  WriteText(look, texts);
}

}  // namespace kindred::extract

// The XML of documents: any bytes, fed in pieces of any size, give the same text or the same refusal. The
// first byte chooses the rules.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "extract/types/office/document_text.h"
#include "extract/types/office/package_parts.h"
#include "extract/types/office/xml_reader.h"
#include "extract/worker/budget.h"

namespace {

using namespace kindred::extract;

// Whether it was read to its end.
bool Feed(XmlHandler& handler, std::string_view bytes, std::size_t piece) {
  try {
    XmlReader xml(handler);
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size())))
      xml.Feed(bytes.substr(0, piece));
    xml.Finish();
    return true;
  } catch (const Damaged&) {
    return false;
  } catch (const LimitReached&) {
    return false;
  }
}

std::string TextBy(unsigned rules, std::string_view bytes, std::size_t piece, bool& whole) {
  Budget budget({.output_bytes = 1 << 20}, bytes.size());
  if (rules < 4) {
    const TextRules* const table[] = {&WordprocessingRules(), &OpenDocumentRules(), &MasterPageRules(),
                                      &BookRules()};
    DocumentText text(*table[rules], budget);
    whole = Feed(text, bytes, piece);
    return whole ? text.TakeBody() + text.TakeAside() : "";
  }
  if (rules == 4) {
    const std::vector<std::string> strings = {"shared"};
    SheetText sheet(strings, budget);
    whole = Feed(sheet, bytes, piece);
    return whole ? sheet.Take() : "";
  }
  if (rules == 5) {
    SharedStrings strings(budget);
    whole = Feed(strings, bytes, piece);
    std::string all;
    for (const std::string& one : strings.strings) all += one + "\n";
    return all;
  }
  PackageParts package;
  std::string all;
  for (const char* name :
       {"_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "META-INF/container.xml"}) {
    package.AddName(name);
    if (rules % 2 == 0 || name[0] != '_') whole = Feed(*package.HandlerFor(name), bytes, piece);
  }
  for (const std::string& member : package.TextMembers()) all += member;
  return whole ? all : "";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  bool whole = false;
  bool in_pieces = false;
  const std::string text = TextBy(data[0] % 8, bytes, bytes.size() + 1, whole);
  const std::string again = TextBy(data[0] % 8, bytes, 7, in_pieces);
  if (whole != in_pieces || (whole && text != again)) std::abort();
  return 0;
}

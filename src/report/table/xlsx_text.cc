// See xlsx_text.h. Tested in xlsx_test.cc.
#include "report/table/xlsx_text.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace kindred::report {

namespace {

bool IsHex(char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

// "_x0041_" at the start.
bool IsEscape(std::string_view text) {
  if (text.size() < 7 || text[0] != '_' || (text[1] != 'x' && text[1] != 'X') || text[6] != '_') return false;
  return IsHex(text[2]) && IsHex(text[3]) && IsHex(text[4]) && IsHex(text[5]);
}

}  // namespace

std::string CellText(std::string_view text) {
  constexpr std::size_t kRemark = 60;  // room for the note about a cut
  std::string cell;
  std::size_t units = 0;
  std::size_t fits = 0;  // bytes of `cell` that leave room for the remark
  for (std::string_view rest = text; !rest.empty();) {
    const base::Character c = base::FirstCharacter(rest);
    if (IsEscape(rest)) {
      cell += "_x005F";
      units += 6;
    }
    rest.remove_prefix(c.bytes.size());
    cell += c.bytes;
    units += c.code >= 0x10000 ? 2 : 1;
    if (units <= kCellUnits - kRemark) fits = cell.size();
    if (units > kCellUnits)
      return cell.substr(0, fits) + fmt::format(" ... (cut, {} bytes in all)", text.size());
  }
  return cell;
}

std::uint64_t XmlBytes(std::string_view text) {
  std::uint64_t bytes = text.size();
  for (char c : text) bytes += c == '&' ? 4 : c == '<' || c == '>' ? 3 : 0;
  return bytes;
}

}  // namespace kindred::report

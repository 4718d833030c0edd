// Text for a cell of a spreadsheet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kindred::report {

inline constexpr std::size_t kCellUnits = 32767;  // UTF-16 units that a cell can hold

// Makes text that is UTF-8 without control characters fit a cell: what is too long is cut, with a note, and
// _x0041_, which a spreadsheet would read as "A", is escaped so that it is shown literally.
std::string CellText(std::string_view text);
// How many bytes the text takes in the sheet's XML.
std::uint64_t XmlBytes(std::string_view text);

}  // namespace kindred::report

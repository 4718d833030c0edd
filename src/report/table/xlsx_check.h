// Reads a finished workbook again. libxlsxwriter does not notice when its temporary files meet a full disk,
// so a part could be cut or a sheet lose rows in silence; here every part is unpacked, its checksum compared
// and its tags matched, and what each sheet holds is counted.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace kindred::report {

// What was written to a sheet.
struct SheetCount {
  std::uint64_t rows = 0;
  std::uint64_t cells = 0;
  std::uint64_t text_bytes = 0;  // of strings, as XML has them
  std::uint64_t links = 0;       // in the sheet, and the same number in the part with their targets
  bool operator==(const SheetCount&) const = default;
};

// Throws Error(kFailed) if the file is not whole, or if its sheets do not hold `sheets`, in this order.
void CheckWorkbook(const std::string& path, const std::vector<SheetCount>& sheets);

// Counts a part's XML, a piece at a time.
class SheetCounter {
 public:
  void Add(const char* bytes, std::size_t size);
  const SheetCount& count() const { return count_; }
  // Whether the part begins as XML does, and every tag that was opened was closed again.
  bool whole() const { return starts_as_xml_ && elements_ > 0 && depth_ == 0 && !in_tag_; }
  // Whether the last thing was the end of the sheet.
  bool ended() const { return ended_; }

 private:
  void EndTag();

  SheetCount count_;
  bool starts_as_xml_ = false;
  std::uint64_t tags_ = 0;
  std::uint64_t elements_ = 0;
  std::int64_t depth_ = 0;
  char last_ = '\0';  // byte of the tag
  bool in_tag_ = false;
  bool in_text_ = false;  // inside <t>
  bool ended_ = false;
  std::string tag_;  // its first bytes
};

}  // namespace kindred::report

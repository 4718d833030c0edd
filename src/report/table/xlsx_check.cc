// See xlsx_check.h. minizip does the unpacking and compares the checksums. Cost: one pass over the unpacked
// sheets, 64 KB of memory. Tested in xlsx_test.cc.
#include "report/table/xlsx_check.h"

#include <fmt/format.h>
#include <minizip/unzip.h>

#include <memory>

#include "kindred/error.h"

namespace kindred::report {

namespace {

constexpr std::size_t kTagBytes = 16;  // enough to recognise the tags that count

[[noreturn]] void NotWhole() {
  throw Error(ErrorKind::kFailed, "the workbook could not be written whole", "",
              "make sure there is space for temporary files, or set TMPDIR to a place that has it");
}

struct ZipCloser {
  void operator()(void* zip) const { unzClose(zip); }
};

// Unpacks the current part; minizip compares the checksum at its end.
void Unpack(unzFile zip, SheetCounter* counter) {
  if (unzOpenCurrentFile(zip) != UNZ_OK) NotWhole();
  std::vector<char> buffer(64 * 1024);
  for (;;) {
    const int size = unzReadCurrentFile(zip, buffer.data(), static_cast<unsigned>(buffer.size()));
    if (size < 0) NotWhole();
    if (size == 0) break;
    counter->Add(buffer.data(), static_cast<std::size_t>(size));
  }
  if (unzCloseCurrentFile(zip) != UNZ_OK) NotWhole();
}

SheetCounter CountPart(unzFile zip, const std::string& name) {
  if (unzLocateFile(zip, name.c_str(), 1) != UNZ_OK) NotWhole();
  SheetCounter counter;
  Unpack(zip, &counter);
  return counter;
}

}  // namespace

void SheetCounter::Add(const char* bytes, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const char c = bytes[i];
    if (c == '<') {
      in_tag_ = true;
      tag_.clear();
    } else if (in_tag_ && c == '>') {
      in_tag_ = false;
      EndTag();
    } else if (in_tag_) {
      if (tag_.size() < kTagBytes) tag_ += c;
      last_ = c;
    } else if (in_text_) {
      ++count_.text_bytes;
    }
  }
}

void SheetCounter::EndTag() {
  const std::string_view name = std::string_view(tag_).substr(0, tag_.find_first_of(" \t\r\n"));
  if (tags_++ == 0) starts_as_xml_ = name == "?xml";
  if (name.starts_with('/')) {
    --depth_;
  } else if (!name.starts_with('?') && !name.starts_with('!')) {
    ++elements_;
    if (last_ != '/') ++depth_;
  }
  if (name == "row") ++count_.rows;
  if (name == "c") ++count_.cells;
  if (name == "hyperlink" || name == "Relationship") ++count_.links;
  in_text_ = name == "t";
  ended_ = name == "/worksheet";
}

void CheckWorkbook(const std::string& path, const std::vector<SheetCount>& sheets) {
  std::unique_ptr<void, ZipCloser> zip(unzOpen64(path.c_str()));
  if (!zip || unzGoToFirstFile(zip.get()) != UNZ_OK) NotWhole();
  int state = UNZ_OK;
  do {
    SheetCounter part;
    Unpack(zip.get(), &part);
    if (!part.whole()) NotWhole();
    state = unzGoToNextFile(zip.get());
  } while (state == UNZ_OK);
  if (state != UNZ_END_OF_LIST_OF_FILE) NotWhole();
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string name = fmt::format("xl/worksheets/sheet{}.xml", i + 1);
    const SheetCounter sheet = CountPart(zip.get(), name);
    if (!sheet.ended() || sheet.count() != sheets[i]) NotWhole();
    if (sheets[i].links == 0) continue;
    const SheetCounter targets =
        CountPart(zip.get(), fmt::format("xl/worksheets/_rels/sheet{}.xml.rels", i + 1));
    if (targets.count().links != sheets[i].links) NotWhole();
  }
}

}  // namespace kindred::report

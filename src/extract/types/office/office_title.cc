// The title of a document that is a zip of XML: dc:title in docProps/core.xml of Office Open XML, in meta.xml
// of OpenDocument, in the package file of an epub. Other members are not unpacked.
#include <archive.h>

#include <string>

#include "extract/types/archive/archive_reader.h"
#include "extract/types/look_inside.h"
#include "extract/types/office/xml_reader.h"

namespace kindred::extract {

namespace {

constexpr std::size_t kMostProperties = std::size_t{1} << 20;  // of XML; a real one has a few kilobytes
constexpr std::size_t kMostTitle = 1000;
constexpr int kMostMembers = 100000;

// The text of the first element "title" that has any.
class FirstTitle : public XmlHandler {
 public:
  void Open(std::string_view name, const XmlAttributes&) override { inside_ = name == "title" && !done_; }
  void Close(std::string_view name) override {
    if (name == "title" && !title.empty()) done_ = true;
    inside_ = false;
  }
  void Text(std::string_view text) override {
    if (inside_ && title.size() < kMostTitle) title += text;
  }

  std::string title;

 private:
  bool inside_ = false;
  bool done_ = false;
};

}  // namespace

std::string OfficeTitle(const Source& source) {
  ArchiveReader reader(source, {archive_read_support_format_zip_seekable});
  for (int members = 0; members < kMostMembers; ++members) {
    const auto entry = reader.Next();
    if (!entry) break;
    const bool has_properties =
        entry->name == "docProps/core.xml" || entry->name == "meta.xml" || entry->name.ends_with(".opf");
    if (!entry->regular || !has_properties) continue;
    FirstTitle found;
    XmlReader xml(found);
    std::size_t bytes = 0;
    try {
      while (const auto block = reader.NextBlock()) {
        if ((bytes += block->bytes.size()) > kMostProperties) break;
        xml.Feed(block->bytes);
      }
    } catch (const ArchiveReader::BadEntry&) {
      continue;  // bad CRC: ignore the title
    }
    if (!found.title.empty()) return found.title;
  }
  return "";
}

}  // namespace kindred::extract

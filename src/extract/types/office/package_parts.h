// Which members of a document's zip have its text, and in which order: by the relationships of Office Open
// XML, the spine of an epub, the fixed names of OpenDocument.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "extract/types/office/xml_reader.h"

namespace kindred::extract {

enum class PackageKind { kOther, kWord, kSheets, kSlides, kOpenDocument, kBook };

class PackageParts {
 public:
  void AddName(const std::string& name) { names_.insert(name); }
  // The reader of a member that defines the order; null for other members.
  XmlHandler* HandlerFor(const std::string& name);

  PackageKind Kind() const;
  std::vector<std::string> TextMembers() const;

 private:
  // Any of the files that define the order: the elements of interest have different names in each.
  class Listing : public XmlHandler {
   public:
    void Open(std::string_view name, const XmlAttributes& attributes) override;
    void Close(std::string_view) override {}
    void Text(std::string_view) override {}

    std::map<std::string, std::string> targets;  // by id: relationships, manifest items
    std::vector<std::string> ids;                // in order: sheets, slides, spine
    std::string main;                            // the office document, the package file of a book
  };

  std::string MainPart() const;
  std::vector<std::string> Listed(const std::string& folder, const Listing& order,
                                  const Listing& targets) const;

  std::set<std::string> names_;
  std::map<std::string, Listing> listings_;  // by member
};

// `target` as named by a file in `folder` ("word/"), without "..", "%20" and "#part".
std::string ResolveTarget(std::string_view folder, std::string_view target);

}  // namespace kindred::extract

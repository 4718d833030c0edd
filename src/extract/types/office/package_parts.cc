// See package_parts.h.
#include "extract/types/office/package_parts.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace kindred::extract {

namespace {

constexpr std::size_t kMostListings = 8;     // of which a document has four
constexpr std::size_t kMostListed = 100000;  // sheets, slides, chapters

std::string FolderOf(const std::string& name) { return name.substr(0, name.rfind('/') + 1); }

std::string RelationshipsOf(const std::string& name) {
  const std::string folder = FolderOf(name);
  return folder + "_rels/" + name.substr(folder.size()) + ".rels";
}

// "slide10.xml" after "slide9.xml".
bool NaturalLess(const std::string& a, const std::string& b) {
  return std::pair(a.size(), std::string_view(a)) < std::pair(b.size(), std::string_view(b));
}

// The members of a folder whose names start so, in the order of their numbers.
void AppendStartingWith(const std::set<std::string>& names, const std::string& start,
                        std::vector<std::string>& members) {
  std::vector<std::string> found;
  for (auto name = names.lower_bound(start); name != names.end() && name->starts_with(start); ++name) {
    if (name->ends_with(".xml") && name->find('/', start.size()) == std::string::npos) found.push_back(*name);
  }
  std::ranges::sort(found, NaturalLess);
  members.insert(members.end(), found.begin(), found.end());
}

}  // namespace

std::string ResolveTarget(std::string_view folder, std::string_view target) {
  target = target.substr(0, target.find('#'));
  std::string whole;
  if (!target.starts_with('/')) whole = folder;
  for (std::size_t i = 0; i < target.size(); ++i) {
    unsigned code = 0;
    const bool escaped =
        target[i] == '%' && i + 2 < target.size() &&
        std::from_chars(target.data() + i + 1, target.data() + i + 3, code, 16).ptr == target.data() + i + 3;
    whole += escaped ? static_cast<char>(code) : target[i];
    if (escaped) i += 2;
  }
  std::vector<std::string_view> steps;
  std::string_view rest = whole;
  while (!rest.empty()) {
    const std::string_view step = rest.substr(0, rest.find('/'));
    rest.remove_prefix(std::min(step.size() + 1, rest.size()));
    if (step == ".." && !steps.empty()) steps.pop_back();
    if (!step.empty() && step != "." && step != "..") steps.push_back(step);
  }
  std::string resolved;
  for (const std::string_view step : steps) resolved.append(resolved.empty() ? "" : "/").append(step);
  return resolved;
}

void PackageParts::Listing::Open(std::string_view name, const XmlAttributes& attributes) {
  if (targets.size() + ids.size() > kMostListed) return;
  if (name == "Relationship") {
    targets.emplace(attributes.Get("Id"), attributes.Get("Target"));
    if (attributes.Get("Type").ends_with("/officeDocument") && main.empty()) main = attributes.Get("Target");
  } else if (name == "sheet" || name == "sldId") {
    ids.emplace_back(attributes.Get("id", true));
  } else if (name == "item") {
    targets.emplace(attributes.Get("id"), attributes.Get("href"));
  } else if (name == "itemref") {
    ids.emplace_back(attributes.Get("idref"));
  } else if (name == "rootfile" && main.empty()) {
    main = attributes.Get("full-path");
  }
}

XmlHandler* PackageParts::HandlerFor(const std::string& name) {
  const bool tells = name == "_rels/.rels" || name == "META-INF/container.xml" || name == "xl/workbook.xml" ||
                     name == "xl/_rels/workbook.xml.rels" || name == "ppt/presentation.xml" ||
                     name == "ppt/_rels/presentation.xml.rels" || name.ends_with(".opf");
  if (!tells || listings_.size() == kMostListings || listings_.contains(name)) return nullptr;
  return &listings_[name];
}

std::string PackageParts::MainPart() const {
  const auto top = listings_.find("_rels/.rels");
  if (top != listings_.end()) return ResolveTarget("", top->second.main);
  return "";
}

PackageKind PackageParts::Kind() const {
  const std::string main = MainPart();
  if (main.starts_with("word/")) return PackageKind::kWord;
  if (main.starts_with("xl/")) return PackageKind::kSheets;
  if (main.starts_with("ppt/")) return PackageKind::kSlides;
  if (listings_.contains("META-INF/container.xml")) return PackageKind::kBook;
  return names_.contains("content.xml") ? PackageKind::kOpenDocument : PackageKind::kOther;
}

std::vector<std::string> PackageParts::Listed(const std::string& folder, const Listing& order,
                                              const Listing& targets) const {
  std::vector<std::string> members;
  for (const std::string& id : order.ids) {
    const auto target = targets.targets.find(id);
    if (target == targets.targets.end()) continue;
    std::string member = ResolveTarget(folder, target->second);
    if (names_.contains(member)) members.push_back(std::move(member));
  }
  return members;
}

std::vector<std::string> PackageParts::TextMembers() const {
  const auto listing = [&](const std::string& name) {
    const auto found = listings_.find(name);
    return found == listings_.end() ? Listing() : found->second;
  };
  const std::string main = Kind() == PackageKind::kBook ? listing("META-INF/container.xml").main : MainPart();
  const std::string folder = FolderOf(main);
  std::vector<std::string> members;
  switch (Kind()) {
    case PackageKind::kWord:
      members = {main};
      for (const char* start : {"header", "footer", "footnotes", "endnotes", "comments"})
        AppendStartingWith(names_, folder + start, members);
      break;
    case PackageKind::kSheets:
    case PackageKind::kSlides:
      members = Listed(folder, listing(main), listing(RelationshipsOf(main)));
      if (members.empty())
        AppendStartingWith(names_, folder + (Kind() == PackageKind::kSheets ? "worksheets/" : "slides/"),
                           members);
      if (Kind() == PackageKind::kSlides) AppendStartingWith(names_, folder + "notesSlides/", members);
      break;
    case PackageKind::kBook:
      members = Listed(folder, listing(main), listing(main));
      break;
    default:
      break;
  }
  return members;
}

}  // namespace kindred::extract

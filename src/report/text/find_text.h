// The text of find, in two forms. The overview answers in some 40 lines on any tree: what was looked at, what
// can be freed, the most valuable of each list, what was not read, what to do next. The lists
// (ReportOptions::overview is false) have all of each item, cut at the limit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kindred/report.h"
#include "kindred/template_values.h"
#include "kindred/values.h"
#include "report/wording/text_layout.h"

namespace kindred::report {

class FindText {
 public:
  FindText(const ReportOptions& options, TextLayout& layout) : options_(options), layout_(layout) {}

  void Begin(const Summary& summary);
  void Write(const CopiedFolders& set);
  void Write(const IdenticalSet& set);
  void Write(const SameInside& set);
  void Write(const Family& family);
  void Write(const ContainedFile& file);
  void Write(const Group& group);
  void Write(const FilePair& pair);
  void Write(const DirectoryPair& pair);
  void Write(const InterestingSet& set);
  // Only the overview has a special form for these.
  void Write(const TemplateSuggestion& suggestion);
  // The line of a list that was cut. Before anything else is written.
  void CloseList();
  void TellIfNothing();
  // The closing lines.
  void End();

 private:
  // One line of an item: what it is worth, what it is, when it was modified, its name.
  void Row(const std::string& value, const std::string& what, std::int64_t mtime, const std::string& path);
  // True when a list begins; the one before gets its last line. `name` is that of --show.
  bool Enter(const char* name, const char* items, std::uint64_t total);
  bool TakeOne();
  std::size_t Cut(std::size_t count) const;
  // Files of an item of the overview, behind the first, and how many more there are.
  void FewMore(const std::vector<NamedFile>& files, std::uint64_t total, const std::string& label);
  std::size_t ItemsToShow() const;
  std::uint64_t OwnSets() const { return summary_.identical_sets - summary_.covered_sets; }
  std::uint64_t OwnFamilies() const { return summary_.families - summary_.contained_families; }
  // Without --show the usual lists follow.
  bool AskedForAll() const { return summary_.sections.identical && summary_.sections.families; }
  bool Similar() const { return summary_.groups + summary_.families + summary_.pairs > 0; }
  std::string RootArguments() const;
  void Overview();
  void Header();
  void OverviewOf(const Family& family);
  void TellOfBoilerplate();
  void TellOfDirectories();
  void TellNext();

  const ReportOptions& options_;
  TextLayout& layout_;
  Summary summary_;
  const char* list_ = "";  // the list that is being written, by its name of --show
  const char* items_ = "";
  std::uint64_t total_ = 0;
  std::uint64_t shown_ = 0;
  std::uint64_t seen_ = 0;
  bool told_nothing_ = false;
  bool suggested_ = false;                          // a template
  std::string first_of_family_, second_of_family_;  // of the first family, for the advice at the end
};

}  // namespace kindred::report

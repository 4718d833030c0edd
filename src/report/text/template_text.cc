// See template_text.h.
#include "report/text/template_text.h"

#include <fmt/format.h>

#include "report/wording/number_text.h"

namespace kindred::report {

namespace {

// What became of a family.
std::string FateText(const TemplateEffect::Change& change) {
  if (change.left == 0) return "dissolves";
  std::string text = fmt::format("{} of them stay similar", CountText(change.left));
  return change.parts > 1 ? text + fmt::format(", in {}", Counted(change.parts, "family", "families")) : text;
}

// White space of any kind becomes one blank: the reader wants the words.
std::string BlanksAsOne(const std::string& text) {
  std::string words;
  for (const char c : text) {
    const bool blank = c == ' ' || (c >= '\t' && c <= '\r');
    if (!blank) words += c;
    if (blank && !words.empty() && words.back() != ' ') words += ' ';
  }
  return words;
}

// For which methods a template holds.
std::string KeptText(const TemplateInfo& info) {
  return info.text == 0 ? "none kept; it holds for this method only"
                        : SizeText(info.text) + " kept; it holds for every method";
}

}  // namespace

std::string AppliedTemplatesText(std::uint64_t templates, std::uint64_t keys) {
  if (templates == 0) return "";
  return fmt::format("{} with {}", Counted(templates, "template"), Counted(keys, "key"));
}

void TemplateText::Info(const TemplateInfo& info) {
  if (infos_++ > 0) layout_.Line("");
  layout_.Line(OneLineText(info.name));
  layout_.Field("from", OneLineText(info.source));
  layout_.Field("method", info.method);
  layout_.Field("keys",
                fmt::format("{}; {} of the index {}, {}", CountText(info.keys), Counted(info.files, "file"),
                            info.files == 1 ? "has some" : "have some", Counted(info.marks, "passage")));
  layout_.Field("text", KeptText(info));
}

void TemplateText::Effect(const TemplateEffect& effect) {
  if (effects_++ > 0) layout_.Line("");
  layout_.Title(effect.stored ? "Template added" : "Template, not stored (--preview)", options_.command_line);
  layout_.Field("name", OneLineText(effect.info.name));
  layout_.Field("from", OneLineText(effect.info.source));
  layout_.Field("method", effect.info.method);
  layout_.Field("keys", CountText(effect.info.keys));
  layout_.Field("text", KeptText(effect.info));
  layout_.Field("files", fmt::format("{} of {} have some of these keys", CountText(effect.files_touched),
                                     Counted(effect.files_in_scope, "file")));
  layout_.Field("pairs", fmt::format("{} before, {} after", CountText(effect.pairs_before),
                                     CountText(effect.pairs_after)));
  layout_.Field("families", fmt::format("{} before, {} after; {} dissolve, {} shrink",
                                        CountText(effect.families_before), CountText(effect.families_after),
                                        CountText(effect.dissolved), CountText(effect.shrunk)));
  if (effect.changes.empty()) return;
  layout_.Heading("Families that change", CountText(effect.dissolved + effect.shrunk));
  std::uint64_t shown = 0;
  for (const TemplateEffect::Change& change : effect.changes) {
    if (options_.limit != 0 && shown == options_.limit) break;
    ++shown;
    layout_.Line(fmt::format("  {}  {}: {}; {}", change.id, Counted(change.files, "file"), FateText(change),
                             QuotePath(change.example)));
  }
  layout_.Shown(shown, effect.dissolved + effect.shrunk, "families", 2);
}

void TemplateText::Suggestion(const TemplateSuggestion& suggestion) {
  if (!suggestion.group.empty()) {
    if (suggestions_++ > 0) layout_.Line("");
    layout_.Line(fmt::format("{}: {} of {} have {}, {}% of what they hold", OneLineText(suggestion.group),
                             CountText(suggestion.having), Counted(suggestion.files, "file"),
                             Counted(suggestion.keys, "common key"), PercentText(suggestion.part)));
  }
  if (!suggestion.example.empty()) {
    layout_.Field("example", fmt::format("{} at {} of {}", Counted(suggestion.length, "byte"),
                                         CountText(suggestion.offset), QuotePath(suggestion.example)));
  }
  if (!suggestion.text.empty()) layout_.WrappedField("text", OneLineText(BlanksAsOne(suggestion.text)));
  if (!suggestion.command.empty()) layout_.Field("add", suggestion.command);
}

void TemplateText::Pool(const PoolReport& pool) {
  layout_.Title("Pool", QuotePath(pool.file));
  layout_.Field("method", pool.method.Text());
  layout_.Field("files", fmt::format("{}, {}; {}", Counted(pool.files, "file"), SizeText(pool.bytes),
                                     Counted(pool.contents, "distinct content")));
  layout_.Field("marks", fmt::format("{}, {}", Counted(pool.marks, "mark"), Counted(pool.keys, "key")));
  layout_.Field("names", pool.anonymous ? "left out" : "in the pool");
  layout_.Field("key", pool.keyed ? "only holders of the key file can compare" : "none: anyone can compare");
  const std::string share =
      pool.bytes == 0 ? ""
                      : fmt::format(", {:.1f}% of the data", 100.0 * static_cast<double>(pool.pool_bytes) /
                                                                 static_cast<double>(pool.bytes));
  layout_.Field("size", SizeText(pool.pool_bytes) + share);
}

}  // namespace kindred::report

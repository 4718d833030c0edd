// Golden reports of templates and pools; see report_golden_test.cc.
#include <gtest/gtest.h>

#include <sstream>

#include "kindred/report.h"
#include "kindred/template_values.h"
#include "tests/golden/golden_file.h"

namespace kindred {
namespace {

const MethodInfo kFingerprints = {"fingerprints", 1, {{"window", "50"}, {"rate", "auto"}}};

void PushTemplates(Report& sink) {
  const TemplateInfo frame{"frame", "fingerprints:window=50,rate=auto", "family 1a2b3c4d", 1234, 185, 22000};
  sink.On(frame);
  sink.On(TemplateInfo{"one", "chunks:average=1015", "file a,b \"c\"\n\xff", 1, 1, 1});
  sink.On(TemplateSuggestion{
      .keys = 1234, .example = "/u1/a b", .offset = 1200, .length = 4321, .text = "<html>\n\t<head>"});
  sink.End();
}

void PushEffect(Report& sink) {
  TemplateEffect effect;
  effect.info = {"frame", "fingerprints:window=50,rate=auto", "family 1a2b3c4d", 1234, 185, 22000};
  effect.stored = true;
  effect.files_in_scope = 52125;
  effect.files_touched = 185;
  effect.pairs_before = 17205;
  effect.pairs_after = 12;
  effect.families_before = 9;
  effect.families_after = 8;
  effect.dissolved = 1;
  effect.shrunk = 2;
  effect.changes = {{"1a2b3c4d", 185, 0, 0, "/u1/x.html"},
                    {"0a0b0c0d", 20, 5, 2, "/u1/comma, \"quote\""},
                    {"ffffffff", 3, 2, 1, "/u1/\xff"}};
  sink.On(effect);
  sink.End();
}

void PushSuggestions(Report& sink) {
  sink.On(TemplateSuggestion{.group = "directory docs/api",
                             .files = 200,
                             .having = 185,
                             .keys = 71,
                             .part = 0.5712,
                             .example = "docs/api/a b.html",
                             .offset = 35,
                             .length = 4208,
                             .text = "<html>\n<head>\n  <script>\x1b[31m\xff \"x\", y",
                             .command = "kindred template add --name api --share 60% docs/api"});
  sink.On(TemplateSuggestion{
      .group = "family 1a2b3c4d",
      .files = 5,
      .having = 1,
      .keys = 1,
      .part = 1,
      .command = "kindred template add --name family-1a2b3c4d --share 60% --family 1a2b3c4d"});
  sink.End();
}

void PushPool(Report& sink) {
  sink.On(PoolReport{"ours, all.kindred", kFingerprints, 52125, 50000, 342000000, 900000, 1300000, 6840000,
                     true, true});
  sink.End();
}

// A find, a query and a comparison with both.
void PushApplied(Report& sink) {
  Summary summary;
  summary.version = "1.2.3";
  summary.roots = {"/u1"};
  summary.method = kFingerprints;
  summary.files = 10;
  summary.minimum = 0.25;
  summary.measure = "containment";
  summary.templates = 2;
  summary.template_keys = 1305;
  summary.pools = 1;
  summary.pool_files = 52125;
  sink.On(summary);
  QueryHeader query{.query = "/u1/a", .size = 1000, .marks = 30, .matches = 0};
  query.templates = 1;
  query.template_keys = 71;
  query.pools = 2;
  sink.On(query);
  sink.End();
}

// A find with templates and with a pool that has no names: six files have the same bytes, four of them there.
void PushFindWithPool(Report& sink) {
  Summary summary;
  summary.version = "1.2.3";
  summary.roots = {"/u1"};
  summary.method = kFingerprints;
  summary.files = 10;
  summary.contents = 8;
  summary.bytes = 12345;
  summary.identical_sets = 1;
  summary.identical_bytes = 100;
  summary.minimum = 0.25;
  summary.measure = "containment";
  summary.templates = 2;
  summary.template_keys = 1305;
  summary.pools = 1;
  summary.pool_files = 52125;
  sink.On(summary);
  IdenticalSet set{100, "00112233445566778899aabbccddeeff", {"/u1/a", "/u1/b", "ours.kindred:#17"}, 0, 3};
  set.unnamed = 3;
  set.elsewhere = 4;
  sink.On(set);
  sink.End();
}

void PushQueryWithPool(Report& sink) {
  QueryHeader query{.query = "/u1/a", .size = 100, .marks = 30, .matches = 1, .identical = 1};
  query.version = "1.2.3";
  query.method = kFingerprints;
  query.minimum = 0.25;
  query.measure = "containment";
  query.templates = 1;
  query.template_keys = 71;
  query.pools = 2;
  query.pool_files = 52125;
  sink.On(query);
  sink.On(Match{.query = "/u1/a",
                .path = "ours.kindred:#17",
                .size = 100,
                .similarity = 1,
                .of_query = 1,
                .of_file = 1,
                .identical = true,
                .shared_marks = 30,
                .copies = 4,
                .query_size = 100});
  sink.End();
}

void PushCompareWithTemplates(Report& sink) {
  TreeComparison comparison;
  comparison.version = "1.2.3";
  comparison.a = {"old", 1, 100, 50, 0.5, 1, 100, 0, false};
  comparison.b = {"new", 1, 100, 50, 0.5, 1, 100, 0, false};
  comparison.method = kFingerprints;
  comparison.minimum = 0.25;
  comparison.relations[2] = 1;
  comparison.templates = 1;
  comparison.template_keys = 71;
  sink.On(comparison);
  sink.On(FileRelation{Relation::kChanged, "old/x.c", "new/x.c", 0.5, 0.5, 100, 100});
  sink.End();
}

struct Case {
  const char* name;
  void (*push)(Report&);
};

class TemplateGolden : public testing::TestWithParam<std::tuple<Case, std::string>> {};

TEST_P(TemplateGolden, IsAsItWas) {
  const auto& [one, format] = GetParam();
  std::ostringstream stream;
  one.push(*MakeReport(format, {.limit = 2, .command_line = "template add"}, stream));
  const std::string report = stream.str();
  // The head of a page (style, script) is always the same, and left out here.
  ExpectGolden(one.name, format, format == "html" ? report.substr(report.find("<body>")) : report);
}

INSTANTIATE_TEST_SUITE_P(
    Reports, TemplateGolden,
    testing::Combine(testing::Values(Case{"templates", PushTemplates}, Case{"template_effect", PushEffect},
                                     Case{"template_suggestions", PushSuggestions}, Case{"pool", PushPool},
                                     Case{"templates_applied", PushApplied}),
                     testing::Values("text", "json", "csv")),
    [](const auto& instance) {
      return std::string(std::get<0>(instance.param).name) + "_" + std::get<1>(instance.param);
    });

INSTANTIATE_TEST_SUITE_P(
    Applied, TemplateGolden,
    testing::Combine(testing::Values(Case{"find_with_pool", PushFindWithPool},
                                     Case{"query_with_pool", PushQueryWithPool},
                                     Case{"compare_with_templates", PushCompareWithTemplates}),
                     testing::Values("text", "json", "csv", "html")),
    [](const auto& instance) {
      return std::string(std::get<0>(instance.param).name) + "_" + std::get<1>(instance.param);
    });

}  // namespace
}  // namespace kindred

// Each format's report of the same fixed values, compared with the file beside this one, byte for byte.
// After a wanted change: KINDRED_RENEW_GOLDEN=1 ctest -R Golden, then look at the difference and commit it.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "kindred/report.h"
#include "tests/golden/golden_file.h"

namespace kindred {
namespace {

const MethodInfo kFingerprints = {"fingerprints", 1, {{"window", "50"}, {"rate", "auto"}}};
const std::vector<SkipCount> kSkipCounts = {
    {"permission denied", 2, true}, {"symbolic link", 1400, false}, {"socket", 1, false}};

Summary FullSummary() {
  Summary summary;
  summary.version = "1.2.3";
  summary.roots = {"/u1/udi", "/home/a b", "/latin \xe9"};
  summary.method = kFingerprints;
  summary.files = 12345;
  summary.contents = 11020;
  summary.bytes = 1234567890;
  summary.marks = 345678;
  summary.skips = 1403;
  summary.capped_keys = 3;
  summary.identical_sets = 3;
  summary.groups = 2;
  summary.families = 2;
  summary.pairs = 3;
  summary.minimum = 0.25;
  summary.measure = "containment";
  summary.degree_cap = 5000;
  summary.filtered = 7;
  summary.hidden = 20;
  summary.identical_bytes = 24636;
  summary.skip_counts = kSkipCounts;
  summary.seconds = 3.21;
  return summary;
}

void PushFind(Report& sink) {
  Summary summary = FullSummary();
  summary.with_pairs = true;
  sink.On(summary);
  sink.On(IdenticalSet{12318, "00112233445566778899aabbccddeeff", {"/u1/a", "/u1/b c", "/u1/d\ne"}, 1});
  sink.On(IdenticalSet{1, "ffeeddccbbaa99887766554433221100", {"/u1/\x1b[31m", "/u1/\xff\xfe"}, 0});
  sink.On(IdenticalSet{5, "0123456789abcdef0123456789abcdef", {"/u1/x", "/u1/y", "/u1/z", "/u1/zz"}, 0});
  Family family;
  family.id = "3f2a91c0d4e5";
  family.files = {{"/u1/udi/xyz/abc/foo.c", 10763, 1, 1, true},
                  {"/u1/udi/qwe/ewq/bar.c", 10979, 3, 0.79, true},
                  {"/u1/udi/uuu/xxx/foo's bar.c", 9560, 1, 0.844}};
  family.centre = family.files[0].path;
  family.links = {{0, 1, 0.79, 0.7512345, 0.79, 8502, 17},
                  {0, 2, 0.75, 0.844, 0.844, 8072, 16},
                  {1, 2, 0.251, 0.3, 0.3, 2755, 5}};
  family.average = 0.6446666;
  family.weakest = 0.3;
  family.bytes = 31302;
  family.redundant = 16742;
  sink.On(family);
  Family small;
  small.id = "0a0b0c0d0e0f";
  small.files = {{"/u1/=1+1", 100, 1, 1, true}, {"/u1/-rf", 100000000, 1}};
  small.centre = small.files[0].path;
  small.at_least = true;
  small.links = {{0, 1, 1, 0.000001, 1, 100, 3}};
  small.average = 1;
  small.weakest = 1;
  small.bytes = 100000100;
  small.redundant = 100;
  sink.On(small);
  sink.On(Group{"/u1/udi/xyz/abc/foo.c",
                10763,
                {{"/u1/udi/qwe/ewq/bar.c", 10979, 0.79, 0.79, 0.7512345},
                 {"/u1/udi/uuu/xxx/foo's bar.c", 9560, 0.75, 0.75, 0.844}}});
  sink.On(Group{"/u1/=1+1", 100, {{"/u1/-rf", 100000000, 1, 1, 0.000001}}});
  sink.On(FilePair{"/u1/udi/xyz/abc/foo.c", "/u1/udi/qwe/ewq/bar.c", 10763, 10979, 0.79, 0.7512345, 0.79,
                   8502, 17});
  sink.On(FilePair{"/u1/comma, \"quote\"", "/u1/back\\slash\\udcff", 1000, 999, 0.9999, 1, 1, 999, 20});
  sink.On(FilePair{"/u1/tab\there", "/u1/\xe2\x82\xac", 1000, 2000, 0.5, 0.25, 0.5, 500, 10});
  sink.On(Skip{"/u1/secret", "open", "permission denied", true});
  sink.On(Skip{"/u1/link", "walk", "symbolic link", false});
  sink.On(Skip{"/u1/secret\r2", "walk", "permission denied", true});
  sink.End();
}

void PushNothing(Report& sink) {
  Summary summary;
  summary.version = "1.2.3";
  summary.roots = {"."};
  summary.method = kFingerprints;
  summary.files = 2;
  summary.contents = 2;
  summary.bytes = 1;
  summary.minimum = 0.9;
  summary.measure = "resemblance";
  sink.On(summary);
  sink.End();
}

void PushQuery(Report& sink) {
  QueryHeader query = {{}, "draft.txt", 10763, 120, 3};
  query.version = "1.2.3";
  query.method = kFingerprints;
  query.minimum = 0.25;
  query.measure = "containment";
  query.filter = "size > 10K";
  sink.On(query);
  sink.On(Match{"draft.txt", "/u1/same", 10763, 1, 1, 1, true, 120, false, "", 1, 10763});
  sink.On(Match{"draft.txt", "/u1/near \xff", 10979, 0.79, 0.79, 0.7512345, false, 95, false, "", 1, 10763});
  sink.On(Match{"draft.txt", "/u1/large", 10000000, 0.3, 0.3, 0.0002, false, 36, false, "", 1, 10763});
  sink.On(QueryHeader{{}, "-", 12, 0, 0});
  sink.On(QueryHeader{{}, "one", 5000, 1, 1});
  sink.On(Match{"one", "/u1/one", 5001, 0.5, 0.5, 0.5, false, 1, false, "", 1, 5000});
  sink.End();
}

void PushIndex(Report& sink) {
  ScanSummary scan;
  scan.roots = {"/u1/udi"};
  scan.files = 1234;
  scan.bytes = 567890123;
  scan.added = 12;
  scan.changed = 3;
  scan.gone = 1;
  scan.unchanged = 1219;
  scan.read_files = 15;
  scan.read_bytes = 1200000;
  scan.new_contents = 1;
  scan.new_marks = 2345;
  scan.merged_segments = 4;
  scan.hidden = 2;
  scan.skip_counts = kSkipCounts;
  scan.seconds = 123.4;
  sink.On(scan);
  IndexStats stats;
  stats.directory = "/home/a b/kindred";
  stats.format_version = 1;
  stats.generation = 17;
  stats.files = 1234;
  stats.contents = 1200;
  stats.content_bytes = 560000000;
  stats.file_bytes = 567890123;
  stats.skips = 3;
  stats.catalog_bytes = 400000;
  stats.index_bytes = 9400000;
  stats.methods = {{kFingerprints, 2, 1200, 700000, 800000, 9000000}};
  sink.On(stats);
  sink.On(CheckResult{4, 300, {}});
  sink.On(CheckResult{4, 300, {"/home/a b/kindred/3.seg: checksum differs at offset 4096"}});
  sink.End();
}

SpanSummary TreeSpans() {
  SpanSummary summary;
  summary.version = "1.2.3";
  summary.roots = {"/u1/udi", "/home/a b"};
  summary.files = 12345;
  summary.contents = 11020;
  summary.bytes = 1234567890;
  summary.read_bytes = 234567890;
  summary.min_length = 256;
  summary.seeds = "winnowing:gram=32,window=225";
  summary.guarantee =
      "every run of 256 bytes or more in the files that share a mark; others may hold shorter ones that no "
      "mark reveals";
  summary.spans = 6;
  summary.shared_bytes = 1048576;
  summary.order = "rare";
  summary.widespread = 1;
  summary.crowded_keys = 2;
  summary.filtered = 7;
  summary.hidden = 20;
  summary.skips = 1403;
  summary.skip_counts = kSkipCounts;
  summary.seconds = 4.5;
  return summary;
}

// A place in a text.
Span::Place At(const std::string& path, std::uint64_t offset, std::uint64_t copies, std::uint64_t line,
               std::uint64_t column) {
  return {.path = path, .offset = offset, .copies = copies, .line = line, .column = column};
}

void PushSpans(Report& sink) {
  sink.On(TreeSpans());
  sink.On(Span{1048576, false, {{"/u1/disk \xff.img", 123456789012, 1}, {"/u1/zeros", 0, 3}}, 2, 4});
  sink.On(Span{4096,
               false,
               {At("/u1/a.c", 10, 1, 2, 1), At("/u1/b.c", 1000, 2, 31, 14), At("/u1/b.c", 1016, 2, 31, 30),
                At("/u1/c, d.c", 0, 1, 1, 1)},
               30,
               12,
               "static const char *const kNames[] = {\"one\", \"two\","});
  sink.On(
      Span{257, false, {At("/u1/a.c", 5000, 1, 160, 5), At("/u1/a.c", 9000, 1, 301, 9)}, 2, 1, "=1+1 <b>"});
  sink.On(Span{256, false, {{"/u1/a.c", 6000, 1}, {"/u1/e.c", 1, 1}}, 2, 2});
  sink.On(Span{1200,
               false,
               {At("/u1/a.c", 0, 1, 1, 1), At("/u1/e.c", 3, 1, 1, 4)},
               514,
               512,
               "Permission is hereby granted, free of charge, to any person"});
  sink.On(Skip{"/u1/secret", "open", "permission denied", true});
  sink.End();
}

void PushSpansInContext(Report& sink) {
  SpanSummary summary = TreeSpans();
  summary.spans = 2;
  summary.widespread = 0;
  summary.crowded_keys = 0;
  sink.On(summary);
  Span text = {300, false, {At("/u1/a.c", 40, 1, 3, 5), At("/u1/b.c", 900, 1, 31, 1)},
               2,   2,     "return parse(line,"};
  text.places[0].before = "int main() {\n\tif (x) ";
  text.places[0].after = "\n}\n";
  text.places[1].before = "// \xff\x1b[2J\r\n";
  text.places[1].after = ", y);\n" + std::string(150, 'z') + "\n";
  sink.On(text);
  Span other = {4096, false, {{"/u1/x", 512, 1}, {"/u1/y", 0, 1}}, 2, 2};
  other.places[0].before = std::string("\0\1\2ELF", 6) + "0123456789abcdef";
  other.places[1].after = "end";
  sink.On(other);
  sink.End();
}

void PushNoSpans(Report& sink) {
  SpanSummary summary;
  summary.version = "1.2.3";
  summary.roots = {"."};
  summary.files = 2;
  summary.contents = 2;
  summary.bytes = 3000;
  summary.read_bytes = 3000;
  summary.min_length = 64;
  summary.bits = true;
  summary.seeds = "landmarks";
  summary.guarantee = "no run of 64 bytes or more is missed";
  sink.On(summary);
  sink.End();
}

void PushTwoFiles(Report& sink) {
  FileComparison comparison = {"/u1/new.c", "/u1/a b.c", 10763, 10979, 0.79, 0.7512345, 8502, 8248};
  comparison.min_length = 256;
  comparison.spans = 3;
  sink.On(comparison);
  sink.On(Span{4096,
               false,
               {At("/u1/new.c", 0, 1, 1, 1), At("/u1/a b.c", 100, 1, 5, 1)},
               2,
               2,
               "#include <stdio.h> #include <stdlib.h>"});
  sink.On(Span{300,
               false,
               {At("/u1/new.c", 7000, 1, 203, 17), At("/u1/a b.c", 9000, 1, 260, 17),
                At("/u1/new.c", 8000, 1, 240, 3)},
               3,
               2,
               "if (!ok) return;"});
  sink.On(Span{256, false, {{"/u1/new.c", 8500, 1}, {"/u1/a b.c", 9500, 1}}, 2});
  sink.End();
}

void PushTwoFilesBits(Report& sink) {
  FileComparison comparison = {"/u1/a", "/u1/b", 1000, 1000, 0, 0, 0, 0};
  comparison.min_length = 64;
  comparison.bits = true;
  comparison.spans = 1;
  sink.On(comparison);
  sink.On(Span{4001, true, {{"/u1/a", 8, 1}, {"/u1/b", 11, 1}}, 2});
  sink.End();
}

void PushIdenticalFiles(Report& sink) {
  FileComparison comparison = {"/u1/a", "/u1/b", 1000, 1000, 1, 1, 1000, 1000, true};
  comparison.min_length = 256;
  comparison.spans = 1;
  sink.On(comparison);
  sink.On(Span{1000, false, {{"/u1/a", 0, 1}, {"/u1/b", 0, 1}}, 2});
  sink.End();
}

// For programs `show` is a comparison and its spans; for people see side_by_side_test.cc.
void PushSideBySide(Report& sink) {
  const std::string a = "one\ntwo\nthree\n";
  const std::string b = "two\nthree\nfour\n";
  SideBySide files;
  files.comparison = {"/u1/a", "/u1/b", a.size(), b.size(), 0.7143, 0.6667, 10, 10};
  files.comparison.min_length = 8;
  files.comparison.spans = 1;
  files.bytes_a = a;
  files.bytes_b = b;
  files.text = true;
  files.runs = {{4, 0, 10}};
  sink.On(files);
  sink.End();
}

void PushVerified(Report& sink) {
  Summary summary = FullSummary();
  summary.verified = summary.measured = true;
  summary.dropped = 4;
  summary.identical_sets = 0;
  summary.groups = 0;
  summary.families = 0;
  summary.pairs = 1;
  sink.On(summary);
  sink.On(FilePair{"/u1/a", "/u1/b", 10763, 10979, 0.79, 0.7512345, 0.79, 8502, 17, true});
  sink.End();
}

void PushVerifiedQuery(Report& sink) {
  sink.On(QueryHeader{{.verified = true, .dropped = 2}, "draft.txt", 10763, 120, 1});
  sink.On(Match{"draft.txt", "/u1/near", 10979, 0.79, 0.79, 0.7512345, false, 95, true, "", 1, 10763});
  sink.On(QueryHeader{{.verified = true, .dropped = 1}, "other.txt", 10763, 120, 0});
  sink.End();
}

void PushAnchors(Report& sink) {
  AnchorReport report;
  report.name = "my set\x01";
  report.digest = "0011223344556677";
  report.anchors = 256;
  report.every = 31;
  report.files = 1234;
  report.learned_bytes = 12345678;
  report.measured_bytes = 2345678;
  report.per_kilobyte = 31.25;
  report.longest_gap = 4321;
  report.usual_gap = 150;
  report.empty_kilobytes = 0.0123;
  report.bare_files = 2;
  report.seconds = 1.5;
  sink.On(report);
  sink.End();
}

void PushNear(Report& sink) {
  NearSummary summary;
  summary.version = "1.2.3";
  summary.roots = {"/u1/udi", "/home/a b"};
  summary.database = "/home/a b/index/tallies.sqlite";
  summary.tags = "kindred-1";
  summary.key = "skew+suffix";
  summary.tolerance = 0.0005;
  summary.files = 12345;
  summary.bytes = 1234567890;
  summary.contents = 11020;
  summary.read_files = 12;
  summary.read_bytes = 34567;
  summary.skips = 1403;
  summary.sets = 2;
  summary.pairs = 4;
  summary.identical_pairs = 1;
  summary.too_small = 17;
  summary.hidden = 20;
  summary.skip_counts = kSkipCounts;
  summary.seconds = 0.5;
  sink.On(summary);
  sink.On(NearSet{true, 4096, {"/u1/udi/a", "/u1/udi/b c", "/u1/udi/d\ne"}, 30});
  sink.On(NearSet{false, 77, {"/u1/udi/x", "/u1/udi/y", "/u1/udi/\xff"}, 3});
  sink.On(NearPair{.a = "/u1/udi/one.c",
                   .b = "/u1/udi/two.c",
                   .size_a = 10763,
                   .size_b = 10800,
                   .key_distance = 12,
                   .distance = 3});
  sink.On(NearPair{.a = "/u1/udi/one.c",
                   .b = "/u1/udi/\xe9, \"q\"",
                   .size_a = 10763,
                   .size_b = 10800,
                   .key_distance = 1200,
                   .distance = 54,
                   .verified = true,
                   .of_a = 0.98,
                   .of_b = 0.975});
  sink.On(
      NearPair{.a = "/u1/udi/three", .b = "/u1/udi/two.c", .size_a = 0, .size_b = 10800, .distance = 108});
  sink.On(NearPair{.a = "/u1/udi/p", .b = "/u1/udi/q", .size_a = 5, .size_b = 5, .identical = true});
  sink.On(Skip{"/u1/udi/secret", "open", "permission denied", true});
  sink.End();
}

void PushNearFile(Report& sink) {
  NearSummary summary;
  summary.version = "1.2.3";
  summary.query = "draft.txt";
  summary.database = "postgresql://me@db/files";
  summary.tags = "kindred-1";
  summary.key = "skew";
  summary.tolerance = 0.01;
  summary.files = 321;
  summary.bytes = 10763;
  summary.pairs = 1;
  sink.On(summary);
  sink.On(NearPair{.a = "draft.txt",
                   .b = "other:/u1/draft.txt",
                   .size_a = 10763,
                   .size_b = 10800,
                   .key_distance = 12,
                   .distance = 3});
  sink.End();
}

void PushNearNothing(Report& sink) {
  NearSummary summary;
  summary.version = "1.2.3";
  summary.roots = {"."};
  summary.database = "index/tallies.sqlite";
  summary.tags = "kindred-1";
  summary.key = "skew+suffix";
  summary.tolerance = 0.01;
  summary.files = 2;
  sink.On(summary);
  sink.End();
}

// Two directories; `further` and `replaced` ones, and one side that could not be read as a whole.
void PushCompare(Report& sink) {
  TreeComparison comparison;
  comparison.version = "1.2.3";
  comparison.a = {"old", 10, 40000, 30000, 0.75, 3, 20000, 0, false, true};
  comparison.b = {"/srv/new \xff", 9, 50000, 30000, 0.6, 0, 0, 1, false, true};
  comparison.method = kFingerprints;
  comparison.minimum = 0.25;
  comparison.relations[0] = 4;
  comparison.relations[1] = 1;
  comparison.relations[2] = 2;
  comparison.relations[4] = 1;
  comparison.relations[5] = 1;
  comparison.relations[6] = 1;
  comparison.further = 1;
  comparison.links = 2;
  comparison.hidden = 1;
  comparison.skips = 1;
  comparison.skip_counts = {{"permission denied", 1, true}};
  comparison.seconds = 0.5;
  sink.On(comparison);
  sink.On(FileRelation{Relation::kIdentical, "old/same", "/srv/new \xff/same", 1, 1, 10, 10});
  sink.On(FileRelation{Relation::kMoved, "old/a b", "/srv/new \xff/c", 1, 1, 20, 20});
  sink.On(FileRelation{Relation::kMoved, "old/a b", "/srv/new \xff/d", 1, 1, 20, 20, true});
  sink.On(
      FileRelation{Relation::kChanged, "old/x.c", "/srv/new \xff/x.c", 0.79, 0.5, 1000, 1500, false, true});
  sink.On(FileRelation{Relation::kChanged, "old/y.c", "/srv/new \xff/z.c", 0.3, 0.2, 1000, 1500});
  sink.On(FileRelation{Relation::kContained, "old/part", "/srv/new \xff/whole", 1, 0.1, 100, 1000});
  sink.On(FileRelation{Relation::kOnlyA, "old/gone", "", 0, 0, 5, 0, false, false, true});
  sink.On(FileRelation{Relation::kOnlyB, "", "/srv/new \xff/gone", 0, 0, 0, 7, false, false, true});
  sink.On(Skip{"/srv/new \xff/secret", "open", "permission denied", true});
  sink.End();
}

// The lists of find that are asked for, cut by their work and by a filter.
void PushSetsAndDirectories(Report& sink) {
  Summary summary = FullSummary();
  summary.identical_sets = summary.groups = summary.families = 0;
  summary.pairs = 1;
  summary.capped_keys = 0;
  summary.with_directories = summary.with_sets = true;
  summary.directories = 2;
  summary.crowded_files = 12;
  summary.sets = 2;
  summary.sets_complete = false;
  summary.set_minimum = 5;
  summary.filter = "size > 10K";
  summary.filter_command = "./rules --strict";
  summary.filtered_out = 7;
  sink.On(summary);
  sink.On(DirectoryPair{"/u1/a b", "/u1/old/a", 10, 2000, 12345, 1234567, 0.9, 0.012, 0.9, 7, 2});
  sink.On(DirectoryPair{"/u1/c", "/u1/d", 1, 1, 100, 100, 1, 1, 1, 1, 0});
  sink.On(InterestingSet{{"/u1/x", "/u1/y z", "/u1/\xff"}, 12, 40});
  sink.On(InterestingSet{{"/u1/p", "/u1/q"}, 5, 2});
  sink.On(Skip{"/u1/secret", "open", "permission denied", true});
  sink.End();
}

// compare --find-similar-directories: nothing else is listed, however much was found on the way.
void PushOnlyDirectories(Report& sink) {
  Summary summary = FullSummary();
  summary.with_directories = summary.only_directories = true;
  summary.directories = 1;
  summary.crowded_files = 1;
  sink.On(summary);
  sink.On(DirectoryPair{"/u1/c", "/u1/d", 1, 1, 100, 100, 1, 1, 1, 1, 0});
  sink.On(Skip{"/u1/secret", "open", "permission denied", true});
  sink.End();
}

// Identical files first, digests, a share above 1 by --count multiset, and a filter.
void PushQueryDigests(Report& sink) {
  QueryHeader query = {{}, "draft.txt", 10763, 120, 2};
  query.digest = "00112233445566778899aabbccddeeff";
  query.identical = 1;
  query.filtered_out = 4;
  sink.On(query);
  sink.On(Match{"draft.txt", "/u1/same", 10763, 1, 1, 1, true, 120, false, query.digest, 1, 10763});
  sink.On(Match{"draft.txt", "/u1/twice", 21526, 1.6, 1.6, 0.5, false, 95, false,
                "ffeeddccbbaa99887766554433221100", 1, 10763});
  sink.End();
}

void PushContainedDirectory(Report& sink) {
  TreeComparison comparison;
  comparison.version = "1.2.3";
  comparison.a = {"b/a", 2, 100, 100, 1, 0, 0, 0, true};
  comparison.a.left_out = {{"symbolic link", 1, false}, {"filtered", 2, false}};
  comparison.b = {"b", 3, 300, 100, 0.3333, 1, 200, 0, false};
  comparison.a_inside_b = true;
  comparison.verified = comparison.measured = true;
  comparison.filter = "size > 10K";
  comparison.filter_command = "./rules";
  comparison.filtered_out = 2;
  comparison.minimum = 0.5;
  comparison.relations[1] = 2;
  comparison.relations[6] = 1;
  sink.On(comparison);
  sink.On(FileRelation{Relation::kMoved, "b/a/x", "b/x", 1, 1, 50, 50});
  sink.On(FileRelation{Relation::kMoved, "b/a/y", "b/y", 1, 1, 50, 50});
  sink.On(FileRelation{Relation::kOnlyB, "", "b/z", 0, 0, 0, 200});
  sink.End();
}

// find --near: what marks found, then what tallies found.
void PushNearStage(Report& sink) {
  Summary summary;
  summary.version = "1.2.3";
  summary.roots = {"/srv"};
  summary.method = {"fingerprints", 1, {}};
  summary.files = 7;
  summary.contents = 6;
  summary.bytes = 123456;
  summary.identical_sets = 1;
  summary.identical_bytes = 5;
  summary.minimum = 0.25;
  summary.measure = "containment";
  summary.skips = 2;
  summary.skip_counts = {{"too large to mark (--mark-up-to)", 2, false}};
  summary.with_near_stage = true;
  sink.On(summary);
  sink.On(IdenticalSet{5, "0123", {"/srv/a", "/srv/b"}, 0, 2});
  NearSummary near;
  near.version = "1.2.3";
  near.roots = {"/srv"};
  near.database = "index/tallies.sqlite";
  near.tags = "kindred-1";
  near.key = "skew";
  near.tolerance = 0.01;
  near.files = 6;
  near.contents = 6;
  near.bytes = 2000000000;
  near.read_files = 2;
  near.read_bytes = 1900000000;
  near.pairs = 1;
  near.near_stage = true;
  near.few_marks = 3;
  near.too_large = 2;
  near.verified = true;
  near.dropped = 4;
  near.unverified = 5;
  near.skip_counts = {{"permission denied", 1, true}};
  near.seconds = 1.5;
  sink.On(near);
  sink.On(NearPair{.a = "/srv/disk.img",
                   .b = "/srv/disk.old",
                   .size_a = 900000000,
                   .size_b = 1000000000,
                   .key_distance = 12,
                   .distance = 3456});
  sink.On(Skip{"/srv/disk.img", "mark", "too large to mark (--mark-up-to)", false});
  sink.On(Skip{"/srv/secret", "open", "permission denied", true});
  sink.End();
}

struct Case {
  const char* name;
  void (*push)(Report&);
  std::uint64_t limit;
};

// Fields of each record; quotes hide commas and newlines.
std::vector<std::size_t> FieldsOf(const std::string& csv) {
  std::vector<std::size_t> fields = {1};
  bool quoted = false;
  for (char c : csv) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == ',') ++fields.back();
    if (c == '\n') fields.push_back(1);
  }
  fields.pop_back();  // behind the last newline
  return fields;
}

// Names with characters that are special in a page, a graph, a terminal or a CSV file.
void PushHostile(Report& sink) {
  Summary summary = FullSummary();
  summary.roots = {"/<script>alert(1)</script>", "/\"quoted\" & 'single'"};
  summary.families = 1;
  summary.identical_sets = 0;
  summary.groups = 0;
  sink.On(summary);
  Family family;
  family.id = "0a0b0c0d0e0f";
  family.files = {{"/u1/<img src=x onerror=alert(1)>", 10, 1},
                  {"/u1/\"];}\\N\\", 20, 1},
                  {"/u1/]]>\n--><!--", 30, 1},
                  {"/u1/\xe2\x80\xae"
                   "fdp.exe",
                   40, 1},
                  {"/u1/\xff\xfe&lt;", 50, 1}};
  family.links = {{0, 1, 1, 0.4, 1, 10, 1}, {2, 1, 0.3, 0.95, 0.95, 10, 1}, {3, 4, 0.5, 0.5, 0.5, 10, 1}};
  family.average = 0.8;
  family.weakest = 0.5;
  sink.On(family);
  sink.On(Skip{"/u1/</td></table>", "open", "permission denied", true});
  sink.End();
}

// The head of a page (style, script) is always the same, and left out here.
std::string WithoutHead(const std::string& format, const std::string& report) {
  return format == "html" ? report.substr(report.find("<body>")) : report;
}

// The quoted values of each `attribute` of the page.
std::vector<std::string> ValuesOf(const std::string& attribute, const std::string& page) {
  std::vector<std::string> values;
  for (std::size_t at = 0; (at = page.find(attribute + "=\"", at)) != std::string::npos;) {
    at += attribute.size() + 2;
    values.push_back(page.substr(at, page.find('"', at) - at));
  }
  return values;
}

// Every link of the page leads somewhere, to one place, or to a file.
void ExpectLinksLead(const std::string& page) {
  const std::vector<std::string> ids = ValuesOf(" id", page);
  for (const std::string& id : ids) EXPECT_EQ(std::ranges::count(ids, id), 1) << id;
  for (const std::string& link : ValuesOf(" href", page)) {
    if (link.starts_with("file:///")) continue;
    EXPECT_EQ(std::ranges::count(ids, link.substr(1)), 1) << link;
  }
}

class Golden : public testing::TestWithParam<std::tuple<Case, std::string>> {};

TEST_P(Golden, IsAsItWas) {
  const auto& [one, format] = GetParam();
  std::ostringstream stream;
  one.push(*MakeReport(format, {.limit = one.limit, .command_line = "find /u1/udi"}, stream));
  ExpectGolden(one.name, format, WithoutHead(format, stream.str()));
  if (format == "html") ExpectLinksLead(WithoutHead(format, stream.str()));
  if (format == "csv") {
    for (std::size_t fields : FieldsOf(stream.str())) EXPECT_EQ(fields, FieldsOf(stream.str())[0]);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Reports, Golden,
    testing::Combine(
        testing::Values(
            Case{"find", PushFind, 20}, Case{"find_limit_1", PushFind, 1}, Case{"nothing", PushNothing, 20},
            Case{"query", PushQuery, 2}, Case{"index", PushIndex, 20}, Case{"spans", PushSpans, 5},
            Case{"spans_context", PushSpansInContext, 20}, Case{"spans_none", PushNoSpans, 20},
            Case{"spans_of_two", PushTwoFiles, 2}, Case{"spans_of_two_bits", PushTwoFilesBits, 20},
            Case{"spans_of_identical", PushIdenticalFiles, 20}, Case{"side_by_side", PushSideBySide, 20},
            Case{"compare", PushCompare, 1}, Case{"sets", PushSetsAndDirectories, 2},
            Case{"query_digests", PushQueryDigests, 20}, Case{"compare_inside", PushContainedDirectory, 20},
            Case{"verified", PushVerified, 20}, Case{"verified_query", PushVerifiedQuery, 20},
            Case{"near", PushNear, 2}, Case{"near_file", PushNearFile, 20},
            Case{"near_nothing", PushNearNothing, 20}, Case{"first_look", PushNearStage, 20},
            Case{"anchors", PushAnchors, 20}, Case{"directories", PushOnlyDirectories, 20}),
        testing::Values("text", "json", "csv")),
    [](const auto& instance) {
      return std::string(std::get<0>(instance.param).name) + "_" + std::get<1>(instance.param);
    });

INSTANTIATE_TEST_SUITE_P(
    Pages, Golden,
    testing::Combine(
        testing::Values(Case{"find", PushFind, 20}, Case{"hostile", PushHostile, 20},
                        Case{"nothing", PushNothing, 20}, Case{"query", PushQuery, 20},
                        Case{"spans", PushSpans, 20}, Case{"near", PushNear, 20},
                        Case{"compare", PushCompare, 20}, Case{"compare_inside", PushContainedDirectory, 20},
                        Case{"query_digests", PushQueryDigests, 1}, Case{"first_look", PushNearStage, 20},
                        Case{"directories", PushOnlyDirectories, 20},
                        Case{"sets", PushSetsAndDirectories, 20}, Case{"side_by_side", PushSideBySide, 20}),
        testing::Values("html")),
    [](const auto& instance) { return std::string(std::get<0>(instance.param).name); });

INSTANTIATE_TEST_SUITE_P(Graphs, Golden,
                         testing::Combine(testing::Values(Case{"find", PushFind, 20},
                                                          Case{"hostile", PushHostile, 20},
                                                          Case{"nothing", PushNothing, 20}),
                                          testing::Values("dot")),
                         [](const auto& instance) { return std::string(std::get<0>(instance.param).name); });

}  // namespace
}  // namespace kindred

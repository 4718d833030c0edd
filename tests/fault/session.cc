// The session, its queries and their right answers.
#include "tests/fault/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>

#include "index/store/manifest.h"
#include "index/store/store.h"
#include "kindred/error.h"
#include "tests/fault/memory_file_system.h"

namespace kindred {

namespace {

const index::StoredMethod kMarked{{"fingerprints", 1, {{"window", "50"}}}, Weight::kMarks, 40};
const index::StoredMethod kWeighed{{"chunks", 2, {{"average", "1015"}}}, Weight::kBytes, 64};

std::uint64_t KeyOf(ContentId content, std::uint64_t number) {
  return (content * 1000003 + number * 7919) * 0x9e3779b97f4a7c15;
}

void AddFile(index::IndexWriter* writer, const std::string& directory, const std::string& name) {
  const ContentId id = writer->NewContentId();
  writer->catalog().PutContent({id, id * 1000ull, {id * 77ull, ~std::uint64_t{id}}, ContentType::kText});
  index::StoredEntry stored;
  stored.entry = {name, 5, id * 11ull, id * 1000ull, id * 1'000'000'000ll, id * 3ll};
  stored.content = id;
  writer->catalog().PutEntry(directory, stored);
  const std::vector<index::CoveredContent> covered = {{id, 0}};
  for (const index::StoredMethod* method : {&kMarked, &kWeighed}) {
    std::vector<index::Posting> postings = {{1234567, id, 40}, {1234567, id, 40}};
    for (std::uint64_t i = 0; i < 30; ++i) postings.push_back({KeyOf(id / 2, i), id, 100});
    std::ranges::sort(postings, {}, &index::Posting::key);
    writer->AddSegment(*method, covered, postings);
  }
}

void FirstPart(index::IndexWriter* writer) {
  for (int i = 0; i < 4; ++i) AddFile(writer, i % 2 ? "/files" : "/files/deep", "f" + std::to_string(i));
  writer->catalog().ReplaceSkips({"/files"}, {{"/files/pipe", "walk", "a pipe", false}});
  writer->Commit();
}

void SecondPart(index::IndexWriter* writer) {
  writer->StartMerges();
  AddFile(writer, "/files", "new");
  writer->catalog().RemoveEntry("/files", "f1");
  writer->catalog().RemoveUnder("/files/deep");
  writer->catalog().ReplaceSkips({"/files"}, {{"/files/locked", "open", "permission denied", true}});
  writer->catalog().DropDeadContents();
  writer->Commit();
}

std::string Describe(const index::Segment::Key& key) {
  std::string text = fmt::format("{:x}/{}:", key.key, key.length);
  for (const auto& [content, count] : key.occurrences) text += fmt::format(" {}x{}", content, count);
  return text + "\n";
}

std::string Describe(const index::ContentMarks& marks) {
  return fmt::format("{} {} {}\n", marks.content, marks.level, marks.weight_at);
}

std::string Describe(const Content& content) {
  return fmt::format("{} {} {:x}{:x} {}\n", content.id, content.size, content.digest.high, content.digest.low,
                     static_cast<int>(content.type));
}

// Answers do not depend on segments: merged or not, they are the same.
std::string MarksOf(index::Snapshot& snapshot, const index::StoredMethod& method) {
  std::string text;
  auto catalog = [&](ContentId id) { return snapshot.catalog().FindContent(id).has_value(); };
  index::MergedCursor cursor(snapshot.SegmentsOf(method), catalog);
  for (index::Segment::Key key; cursor.Next(&key);) text += Describe(key);
  return text;
}

std::string WeightsOf(index::Snapshot& snapshot, const index::StoredMethod& method, bool one_by_one) {
  std::map<ContentId, std::string> texts;
  for (const auto& segment : snapshot.SegmentsOf(method)) {
    for (index::ContentMarks marks : segment->AllContents()) {
      if (one_by_one && !segment->FindContent(marks.content, &marks))
        throw std::logic_error("lost a content");
      if (snapshot.catalog().FindContent(marks.content)) texts[marks.content] = Describe(marks);
    }
  }
  std::string text;
  for (const auto& [id, line] : texts) text += line;
  return text;
}

std::string LookupsIn(index::Snapshot& snapshot, const index::StoredMethod& method) {
  std::vector<std::uint64_t> keys = {1234567};
  for (ContentId id = 0; id < 8; ++id) keys.push_back(KeyOf(id, id));
  std::ranges::sort(keys);
  std::map<std::uint64_t, std::map<ContentId, std::uint32_t>> found;
  for (const auto& segment : snapshot.SegmentsOf(method)) {
    segment->Lookup(keys, [&](const index::Segment::Key& key) {
      for (const auto& [content, count] : key.occurrences) {
        if (snapshot.catalog().FindContent(content)) found[key.key][content] = count;
      }
    });
  }
  return fmt::format("{}", found);
}

std::string EntriesIn(index::Snapshot& snapshot, const std::vector<std::string>& roots) {
  std::string text;
  for (const index::StoredDirectory& directory : snapshot.catalog().DirectoriesUnder(roots)) {
    for (const index::StoredEntry& stored : directory.entries) {
      const Entry& entry = stored.entry;
      text += fmt::format("{}/{} {} {} {} {} {} {}\n", directory.path.str(), entry.name, entry.device,
                          entry.inode, entry.size, entry.mtime_ns, entry.ctime_ns, stored.content);
    }
  }
  return text;
}

std::vector<std::function<std::string(index::Snapshot&)>> Questions() {
  std::vector<std::function<std::string(index::Snapshot&)>> questions;
  for (const index::StoredMethod* method : {&kMarked, &kWeighed}) {
    questions.push_back([=](index::Snapshot& s) { return MarksOf(s, *method); });
    questions.push_back([=](index::Snapshot& s) { return WeightsOf(s, *method, false); });
    questions.push_back([=](index::Snapshot& s) { return WeightsOf(s, *method, true); });
    questions.push_back([=](index::Snapshot& s) { return LookupsIn(s, *method); });
  }
  questions.push_back([](index::Snapshot& s) { return EntriesIn(s, {"/"}); });
  questions.push_back([](index::Snapshot& s) { return EntriesIn(s, {"/files/deep", "/files/f1"}); });
  questions.push_back([](index::Snapshot& s) {
    std::string text;
    for (const Content& content : s.catalog().AllContents()) text += Describe(content);
    return text;
  });
  questions.push_back([](index::Snapshot& s) {
    std::string text;
    for (ContentId id = 0; id < 10; ++id) text += fmt::format("{} {}\n", id, s.catalog().PathsOf(id));
    return text;
  });
  questions.push_back([](index::Snapshot& s) {
    std::string text;
    for (ContentId id = 0; id < 10; ++id) {
      if (auto found = s.catalog().FindContent(id)) text += Describe(*found);
      auto same = s.catalog().FindDigest({id * 77ull, ~std::uint64_t{id}}, id * 1000ull);
      text += same ? Describe(*same) : "none\n";
    }
    return text;
  });
  questions.push_back([](index::Snapshot& s) {
    std::string text;
    for (const Skip& skip : s.catalog().SkipsUnder({"/"})) {
      text += fmt::format("{} {} {} {}\n", skip.path, skip.stage, skip.reason, skip.error);
    }
    return text;
  });
  questions.push_back([](index::Snapshot& s) {
    index::CatalogCounts c = s.catalog().Counts();
    return fmt::format("{} {} {} {} {}", c.entries, c.contents, c.skips, c.content_bytes, c.entry_bytes);
  });
  return questions;
}

}  // namespace

void RunSession(base::FileSystem& files, const std::string& directory, int* commits) {
  *commits = 0;
  std::unique_ptr<index::IndexWriter> writer = index::IndexWriter::Open(files, directory);
  FirstPart(writer.get());
  ++*commits;
  SecondPart(writer.get());
  ++*commits;
}

std::vector<std::string> WriteOnceMoreAndFindStrays(base::FileSystem& files, const std::string& directory) {
  std::unique_ptr<index::IndexWriter> writer = index::IndexWriter::Open(files, directory);
  AddFile(writer.get(), "/later", "g");
  writer->Commit();
  writer.reset();
  const index::Manifest manifest = index::ReadManifest(files, directory).value();
  std::vector<std::string> strays;
  for (const std::string& name : files.List(directory)) {
    if (name != "manifest" && name != "lock" && !manifest.Names(name)) strays.push_back(name);
  }
  return strays;
}

std::vector<std::string> AskEverything(base::FileSystem& files, const std::string& directory,
                                       std::vector<std::string>* errors) {
  const auto questions = Questions();
  std::vector<std::string> answers;
  std::unique_ptr<index::Snapshot> snapshot;
  try {
    snapshot = index::OpenSnapshot(files, directory);
  } catch (const Error& error) {
    if (errors != nullptr) errors->push_back(error.what());
    return std::vector<std::string>(questions.size(), kNoAnswer);
  }
  for (const auto& question : questions) {
    try {
      answers.push_back(question(*snapshot));
    } catch (const Error& error) {
      if (errors != nullptr) errors->push_back(error.what());
      answers.push_back(kNoAnswer);
    }
  }
  return answers;
}

std::string AllAnswers(base::FileSystem& files, const std::string& directory) {
  std::unique_ptr<index::Snapshot> snapshot = index::OpenSnapshot(files, directory);
  std::string all;
  for (const auto& question : Questions()) all += question(*snapshot) + "\n--\n";
  return all;
}

std::vector<std::string> ExpectedAnswers() {
  MemoryFileSystem files;
  std::vector<std::string> expected = {AllAnswers(files, "/index")};
  std::unique_ptr<index::IndexWriter> writer = index::IndexWriter::Open(files, "/index");
  FirstPart(writer.get());
  expected.push_back(AllAnswers(files, "/index"));
  SecondPart(writer.get());
  expected.push_back(AllAnswers(files, "/index"));
  return expected;
}

}  // namespace kindred

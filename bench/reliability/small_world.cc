// See small_world.h.
#include "bench/reliability/small_world.h"

#include <chrono>
#include <functional>
#include <thread>

#include "index/store/store.h"
#include "jobs/compare/compare_trees.h"
#include "jobs/find/find.h"
#include "jobs/match/pools/pools.h"
#include "jobs/near/near.h"
#include "jobs/query/query.h"
#include "jobs/scan/scan.h"
#include "jobs/template/templates.h"
#include "kindred/error.h"
#include "kindred/report.h"
#include "kindred/sink.h"
#include "tests/fault/session.h"
#include "tree/entries/skips.h"

namespace kindred::reliability {

using testing_support::RandomText;

namespace {

// A file that was written a moment before it is read is read again by the next scan.
void Settle() { std::this_thread::sleep_for(std::chrono::milliseconds(60)); }

// What is pushed, as lines of JSON, without times and without what was read to make the answer.
class JsonSink : public ResultSink {
 public:
  bool On(const Record& record) override {
    std::string lines = JsonLines(record);
    for (const std::string_view key : {"\"seconds\":", "\"read_files\":", "\"read_bytes\":"}) {
      if (const auto at = lines.find(key); at != std::string::npos)
        lines.erase(at, lines.find_first_of(",}", at + key.size()) - at);
    }
    text += lines;
    return true;
  }
  std::string text;
};

FindOptions OptionsFor(const std::string& root) {
  FindOptions options;
  options.scan.walk.roots = {root};
  options.scan.run.threads = 1;
  options.pairs = true;
  return options;
}

}  // namespace

SmallWorld::SmallWorld() {
  const std::string text = RandomText(9000, 1);
  for (unsigned i = 0; i < 6; ++i) {
    tree_.Write((i % 2 ? "one/f" : "two/f") + std::to_string(i),
                text.substr(700 * i, 2500 + 500 * i) + RandomText(900, 2 + i));
  }
  tree_.Write("one/copy", text.substr(0, 2500) + RandomText(900, 2));
  tree_.Write("one/form", RandomText(1200, 90) + RandomText(700, 91));
  tree_.Write("two/form", RandomText(1200, 90) + RandomText(700, 92));
  Settle();
}

void SmallWorld::ChangeTree() {
  tree_.Write("one/f1", RandomText(3000, 50) + RandomText(900, 3));
  tree_.Write("two/new", RandomText(3000, 50) + RandomText(500, 51));
  tree_.Remove("two/f2");
  std::filesystem::rename(tree_.Path("two/f4"), tree_.Path("one/moved"));
  Settle();
}

std::string SmallWorld::Scan(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  const tree::ScannedTree tree = jobs::ScanTree(files, kIndex, OptionsFor(tree_.root()).scan, observer);
  tree::PushSkips(tree.roots, tree.skips, sink);
  return sink.text;
}

std::string SmallWorld::Find(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  jobs::FindSimilar(files, kIndex, OptionsFor(tree_.root()), nullptr, sink, observer);
  return sink.text;
}

std::string SmallWorld::FindWithoutTemplates(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  FindOptions options = OptionsFor(tree_.root());
  options.match.templates = false;
  jobs::FindSimilar(files, kIndex, options, nullptr, sink, observer);
  return sink.text;
}

std::string SmallWorld::Compare(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  CompareOptions options;
  options.scan.run.threads = 1;
  jobs::CompareTrees(files, kIndex, tree_.Path("one"), tree_.Path("two"), options, sink, observer);
  return sink.text;
}

std::string SmallWorld::AddTemplate(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  TemplateOptions options;
  options.name = "form";
  options.spans = {{tree_.Path("one/form"), 0, 1200}};
  options.find = OptionsFor(tree_.root());
  jobs::AddTemplateTo(files, kIndex, options, sink, observer);
  return sink.text;
}

std::string SmallWorld::RemoveTemplate(base::FileSystem& files) const {
  jobs::RemoveTemplateFrom(files, kIndex, "form");
  return "";
}

std::string SmallWorld::Query(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  jobs::QuerySimilar(files, kIndex, nullptr, Input(tree_.Path("one/f3")), {}, sink, observer);
  return sink.text;
}

std::string SmallWorld::ExportPool(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  return jobs::ExportPoolOf(files, kIndex, {}, sink, observer);
}

std::string SmallWorld::FindWithPool(base::FileSystem& files, const std::string& pool) const {
  Observer observer;
  JsonSink sink;
  FindOptions options = OptionsFor(tree_.root());
  options.rescan = false;
  options.estimate = true;
  options.pools.files = {pool};
  jobs::FindSimilar(files, kIndex, options, nullptr, sink, observer);
  return sink.text;
}

std::string SmallWorld::Near(base::FileSystem& files, const std::string& tallies) const {
  Observer observer;
  JsonSink sink;
  NearOptions options;
  options.walk.roots = {tree_.root()};
  options.tolerance = 0.5;
  options.run.threads = 1;
  options.database = "sqlite:" + tallies;
  jobs::NearInTree(files, kIndex, options, sink, observer);
  jobs::NearOneFile(files, kIndex, Input(tree_.Path("one/f3")), options, sink, observer);
  return sink.text;
}

std::string SmallWorld::Answer(base::FileSystem& files) const {
  Observer observer;
  JsonSink sink;
  FindOptions options = OptionsFor(tree_.root());
  options.rescan = false;
  options.estimate = true;
  jobs::FindSimilar(files, kIndex, options, nullptr, sink, observer);
  jobs::ListTemplatesOf(files, kIndex, sink);
  return sink.text;
}

std::vector<std::string> SmallWorld::Answers(base::FileSystem& files,
                                             std::vector<std::string>* errors) const {
  const std::function<std::string()> queries[] = {[&] { return FindWithoutTemplates(files); },
                                                  [&] { return Answer(files); }, [&] { return Find(files); },
                                                  [&] { return Query(files); }};
  std::vector<std::string> answers;
  for (const auto& query : queries) {
    try {
      answers.push_back(query());
    } catch (const Error& error) {
      answers.push_back(kNoAnswer);
      errors->push_back(error.what());
    }
  }
  return answers;
}

}  // namespace kindred::reliability

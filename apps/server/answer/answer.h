// The result of one run, for review by a person: items, each with one decision to make, most valuable first.
//
// AnswerBuilder is the sink of Index::Find: an identical set, a family, a contained file, a pair of
// directories, and equal bytes inside files become one item each. A family that consists only of a contained
// file and its container is left to that item. Ids are made from contents (for folders: from their paths), so
// that they stay the same from run to run.
//
// Scale: a million files in some hundred thousand items. Everything is in vectors; links beyond kMostLinks of
// a family are only counted, in its histogram. An Answer does not change once it is built: requests share it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "answer/folder_cover.h"
#include "kindred/sink.h"
#include "kindred/typed_paths.h"
#include "kindred/values.h"

namespace kindred::server {

enum class ItemKind : std::uint8_t { kIdentical, kFolders, kFamily, kContained, kInside };
inline constexpr std::size_t kItemKinds = 5;
inline constexpr std::string_view kItemKindNames[kItemKinds] = {"identical", "folders", "family", "contained",
                                                                "inside"};

inline constexpr std::size_t kMostLinks = 20000;
inline constexpr std::size_t kBins = 100;

struct Member {
  std::string path;
  std::uint64_t size = 0;
  std::int64_t mtime = kNoTime;
  std::string digest = {};  // empty: a folder
  std::uint64_t copies = 1;
  double with_centre = 0;
  bool measured = false;
  bool elsewhere = false;  // a file of a pool: it cannot be opened, and nothing can be freed there
};

struct Item {
  ItemKind kind = ItemKind::kIdentical;
  std::string id;
  std::vector<Member> members = {};
  std::vector<Family::Link> links = {};       // strongest first; kMostLinks at most
  std::uint64_t total_links = 0;              // including those that were cut
  std::vector<std::uint32_t> histogram = {};  // of all links, if some were cut
  std::uint64_t value = 0;
  std::uint64_t files = 0;
  std::uint64_t size = 0;
  double similarity = 1;
  bool measured = true;
  bool at_least = false;
  std::uint32_t centre = 0;
  std::uint32_t newest = 0;  // numbers of members
  std::uint32_t oldest = 0;
  std::uint64_t elsewhere = 0;  // of `files`
  DirectoryPair folders = {};   // for kFolders
  // For kIdentical: the copied folders that contain its files; empty: they do not contain all of them.
  std::vector<FolderCover> covers = {};
};

struct Answer {
  TypedPaths paths;         // the members' names are as typed
  std::vector<Item> items;  // most valuable first
  std::vector<Skip> skips;
  Summary summary;
  std::string summary_json;  // its record

  // nullptr: there is no such item.
  const Item* Find(const std::string& id) const;
  // The identical set with this digest and size; nullptr: the file has no copies.
  const Item* CopiesOf(const std::string& digest, std::uint64_t size) const;
  // As decisions and the index name it; of a pool's file as it is shown.
  std::string AbsoluteOf(const Member& member) const {
    return paths.Absolute(member.path).value_or(member.path);
  }

  std::unordered_map<std::string, std::uint32_t> by_id;
};

class AnswerBuilder : public ResultSink {
 public:
  // Names that `paths` cannot resolve are those of pools.
  explicit AnswerBuilder(TypedPaths paths) { answer_->paths = std::move(paths); }
  bool On(const Record& record) override;
  // Once, when the run is over.
  std::shared_ptr<const Answer> Take();

 private:
  void Add(const IdenticalSet& set);
  void Add(const Family& family);
  void Add(const ContainedFile& contained);
  void Add(const DirectoryPair& pair);
  void Add(const SameInside& same);
  void TakeFolders();
  void AddFolders(const DirectoryPair& pair);

  std::shared_ptr<Answer> answer_ = std::make_shared<Answer>();
  std::vector<DirectoryPair> folders_;
};

// The suffix of a name in lower case, without its dot; empty if it has none.
std::string TypeOfName(std::string_view path);
// The part after the last slash.
std::string_view NameOf(std::string_view path);
// The part before the last slash; empty if there is no slash.
std::string_view FolderOf(std::string_view path);
// Which of kBins a similarity belongs to.
std::size_t BinOf(double similarity);
// A sentence that describes an item: "3 copies of a.txt, 12 MB each".
std::string Sentence(const Item& item);

}  // namespace kindred::server

// Decisions by what they are about.
#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "kindred/decisions.h"
#include "kindred/digest.h"
#include "model/entry.h"

namespace kindred::inline v0 {

namespace {

struct HashKey {
  std::size_t operator()(const Verdicts::Key& key) const { return key.low ^ (key.size * 0x9e3779b97f4a7c15); }
  std::size_t operator()(const std::pair<Verdicts::Key, std::string>& copy) const {
    return (*this)(copy.first) ^ std::hash<std::string>()(copy.second);
  }
};

bool AnyBelow(std::span<const std::string> paths, const std::string& folder) {
  return std::ranges::any_of(paths, [&](const std::string& path) { return IsAtOrBelow(path, folder); });
}

}  // namespace

struct Verdicts::Tables {
  using Copy = std::pair<Key, std::string>;

  std::vector<Decision> decisions;
  std::unordered_map<Key, std::size_t, HashKey> versions;  // numbers of decisions
  std::unordered_map<Copy, std::size_t, HashKey> copies;
  std::unordered_map<std::string, std::size_t> folders;
  std::unordered_map<std::string, std::size_t> decided_folders;  // of these those that are an `a`
  std::unordered_map<Key, std::vector<Key>, HashKey> unrelated;  // both ways
};

// The members of one item with the decisions on the folders above them. A member has several paths if it has
// copies.
class Verdicts::Covered {
 public:
  using Paths = std::span<const std::string>;

  Covered(const Verdicts& verdicts, std::vector<Paths> members, Found own, bool kept_count)
      : verdicts_(verdicts), members_(std::move(members)), found_(std::move(own)), kept_count_(kept_count) {}

  Found Take() {
    for (std::size_t n = 0; n < members_.size(); ++n) {
      if (found_[n] == nullptr) found_[n] = ByFolders(n);
      if (found_[n] != nullptr && found_[n]->about == About::kFolder) by_folders_.push_back(found_[n]);
    }
    if (std::ranges::count(found_, nullptr) == 1) {
      const auto left = std::ranges::find(found_, nullptr);
      *left = Staying(members_[static_cast<std::size_t>(left - found_.begin())]);
    }
    return std::move(found_);
  }

 private:
  // One decision that covers all paths of the member.
  const Decision* ByFolders(std::size_t n) const {
    const Decision* found = nullptr;
    for (const std::string& path : members_[n]) {
      const Decision* above = Above(path);
      if (above == nullptr || (above->verdict == Verdict::kKeep && !kept_count_)) return nullptr;
      if (above->verdict == Verdict::kCopy && !OtherBelow(n, above->b->path)) return nullptr;
      found = above;
    }
    return found;
  }

  const Decision* Above(std::string path) const {
    const auto& folders = verdicts_.tables_->decided_folders;
    while (path.size() > 1) {
      path = ParentPath(path);
      const auto found = folders.find(path);
      if (found != folders.end()) return &verdicts_.tables_->decisions[found->second];
    }
    return nullptr;
  }

  bool OtherBelow(std::size_t n, const std::string& folder) const {
    for (std::size_t other = 0; other < members_.size(); ++other) {
      if (other != n && AnyBelow(members_[other], folder)) return true;
    }
    return false;
  }

  // What the only member left stays for.
  const Decision* Staying(Paths paths) const {
    for (const Decision* decision : by_folders_) {
      if (decision->verdict == Verdict::kCopy && AnyBelow(paths, decision->b->path)) return decision;
    }
    return nullptr;
  }

  const Verdicts& verdicts_;
  std::vector<Paths> members_;
  Found found_;
  Found by_folders_;
  const bool kept_count_;
};

Verdicts::Verdicts() : Verdicts(std::vector<Decision>()) {}
Verdicts::Verdicts(Verdicts&&) noexcept = default;
Verdicts& Verdicts::operator=(Verdicts&&) noexcept = default;
Verdicts::~Verdicts() = default;

Verdicts::Verdicts(std::vector<Decision> decisions,
                   const std::function<bool(const DecidedFile& folder)>& unchanged)
    : tables_(std::make_unique<Tables>()) {
  tables_->decisions = InForce(std::move(decisions));
  for (std::size_t number = 0; number < tables_->decisions.size(); ++number) {
    const Decision& decision = tables_->decisions[number];
    // A decision on a thing itself is not overwritten when it is the b of another.
    const auto note = [&](auto& table, auto key, bool first) {
      if (first) {
        table.insert_or_assign(std::move(key), number);
      } else {
        table.try_emplace(std::move(key), number);
      }
    };
    for (const DecidedFile* file : {&decision.a, decision.b ? &*decision.b : nullptr}) {
      if (file == nullptr || decision.verdict == Verdict::kUnrelated) continue;
      const bool first = file == &decision.a;
      const Key key = KeyOf(file->digest, file->size);
      if (decision.about == About::kVersion) note(tables_->versions, key, first);
      if (decision.about == About::kCopy) note(tables_->copies, Tables::Copy(key, file->path), first);
      if (decision.about == About::kFolder) note(tables_->folders, file->path, first);
    }
    if (decision.about == About::kFolder && (!unchanged || unchanged(decision.a)) &&
        (!unchanged || !decision.b || unchanged(*decision.b))) {
      tables_->decided_folders.insert_or_assign(decision.a.path, number);
    }
    if (decision.verdict == Verdict::kUnrelated) {
      const Key a = KeyOf(decision.a.digest, decision.a.size);
      const Key b = KeyOf(decision.b->digest, decision.b->size);
      tables_->unrelated[a].push_back(b);
      tables_->unrelated[b].push_back(a);
    }
  }
}

const std::vector<Decision>& Verdicts::decisions() const { return tables_->decisions; }

Verdicts::Key Verdicts::KeyOf(const std::string& digest, std::uint64_t size) {
  const auto parsed = Digest::Parse(digest);
  return parsed ? Key{parsed->high, parsed->low, size} : Key{};
}

bool Verdicts::AnyUnrelated() const { return !tables_->unrelated.empty(); }

bool Verdicts::AnyFolder() const { return !tables_->decided_folders.empty(); }

bool Verdicts::Unrelated(const Key& a, const Key& b) const {
  const auto found = tables_->unrelated.find(a);
  return found != tables_->unrelated.end() && std::ranges::find(found->second, b) != found->second.end();
}

const Decision* Verdicts::OfVersion(const Key& content) const {
  const auto found = tables_->versions.find(content);
  return found == tables_->versions.end() ? nullptr : &tables_->decisions[found->second];
}

const Decision* Verdicts::OfCopy(const Key& content, const std::string& path) const {
  const auto found = tables_->copies.find({content, path});
  return found == tables_->copies.end() ? nullptr : &tables_->decisions[found->second];
}

const Decision* Verdicts::OfFolder(const std::string& path, std::optional<std::uint64_t> size) const {
  const auto found = tables_->folders.find(path);
  if (found == tables_->folders.end()) return nullptr;
  const Decision& decision = tables_->decisions[found->second];
  const DecidedFile& file = decision.a.path == path ? decision.a : *decision.b;
  return !size || file.size == *size ? &decision : nullptr;
}

Verdicts::Found Verdicts::OfCopies(const Key& content, std::span<const std::string> paths) const {
  Found own;
  for (const std::string& path : paths) own.push_back(OfCopy(content, path));
  if (!AnyFolder()) return own;
  std::vector<Covered::Paths> members;
  for (const std::string& path : paths) members.emplace_back(&path, 1);
  return Covered(*this, std::move(members), std::move(own), true).Take();
}

Verdicts::Found Verdicts::OfVersions(std::span<const Version> versions) const {
  Found own;
  for (const Version& version : versions) own.push_back(OfVersion(version.content));
  if (!AnyFolder()) return own;
  std::vector<Covered::Paths> members;
  for (const Version& version : versions) members.emplace_back(version.paths);
  return Covered(*this, std::move(members), std::move(own), false).Take();
}

Verdicts::Found Verdicts::OfFolders(const Folder& a, const Folder& b) const {
  Found own = {OfFolder(a.path, a.size), OfFolder(b.path, b.size)};
  if (!AnyFolder()) return own;
  return Covered(*this, {{&a.path, 1}, {&b.path, 1}}, std::move(own), true).Take();
}

}  // namespace kindred::inline v0

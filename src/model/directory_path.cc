// See directory_path.h. Comparing costs what the paths do not share.
#include "model/directory_path.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace kindred {

namespace {

constexpr std::size_t kShort = 128;

std::strong_ordering CompareBytes(std::string_view a, std::string_view b) { return a.compare(b) <=> 0; }

}  // namespace

// One by one: a chain may be longer than the stack is deep.
DirectoryPath::Prefix::~Prefix() {
  std::shared_ptr<const Prefix> next = std::move(above);
  while (next && next.use_count() == 1) {
    std::shared_ptr<const Prefix> after = std::move(next->above);
    next = std::move(after);
  }
}

DirectoryPath DirectoryPath::ToShare() const {
  if (rest_.size() <= kShort) return *this;
  auto prefix = std::make_shared<Prefix>();
  prefix->above = prefix_;
  prefix->part = rest_;
  prefix->size = size();
  DirectoryPath shared;
  shared.prefix_ = std::move(prefix);
  return shared;
}

DirectoryPath DirectoryPath::Below(std::string_view name) const {
  DirectoryPath below;
  below.prefix_ = prefix_;
  below.rest_.reserve(rest_.size() + 1 + name.size());
  below.rest_ = rest_;
  if (!rest_.ends_with('/')) below.rest_ += '/';  // "/" has one already
  below.rest_ += name;
  return below;
}

std::string DirectoryPath::From(std::size_t begin) const {
  const std::size_t all = size();
  if (begin >= all) return "";
  std::string path(all - begin, '\0');
  std::size_t end = all;  // what is behind is copied
  auto copy = [&](std::string_view part) {
    const std::size_t first = end - part.size();
    const std::size_t skipped = begin > first ? begin - first : 0;
    part.substr(skipped).copy(path.data() + (first + skipped - begin), part.size() - skipped);
    end = first;
  };
  copy(rest_);
  for (const Prefix* prefix = prefix_.get(); prefix != nullptr && end > begin; prefix = prefix->above.get())
    copy(prefix->part);
  return path;
}

std::string DirectoryPath::To(std::size_t end) const {
  if (!prefix_) return rest_.substr(0, end);
  if (end >= size()) return str();
  std::string path(end, '\0');
  auto copy = [&](std::string_view part, std::size_t first) {
    if (first < end) part.substr(0, end - first).copy(path.data() + first, part.size());
  };
  copy(rest_, prefix_->size);
  for (const Prefix* prefix = prefix_.get(); prefix != nullptr; prefix = prefix->above.get())
    copy(prefix->part, prefix->size - prefix->part.size());
  return path;
}

std::strong_ordering DirectoryPath::Compare(const DirectoryPath& other) const {
  if (prefix_ == other.prefix_) return CompareBytes(rest_, other.rest_);
  // Up to what both share; what is below that is compared part by part.
  std::vector<std::string_view> mine = {rest_};
  std::vector<std::string_view> others = {other.rest_};
  const Prefix* a = prefix_.get();
  const Prefix* b = other.prefix_.get();
  auto size_of = [](const Prefix* prefix) { return prefix == nullptr ? 0 : prefix->size; };
  while (a != b) {
    const bool up_a = size_of(a) >= size_of(b);
    const bool up_b = size_of(b) >= size_of(a);
    if (up_a && a != nullptr) {
      mine.push_back(a->part);
      a = a->above.get();
    }
    if (up_b && b != nullptr) {
      others.push_back(b->part);
      b = b->above.get();
    }
  }
  while (!mine.empty() && !others.empty()) {
    std::string_view& one = mine.back();
    std::string_view& two = others.back();
    const std::size_t both = std::min(one.size(), two.size());
    if (const auto order = CompareBytes(one.substr(0, both), two.substr(0, both)); order != 0) return order;
    one.remove_prefix(both);
    two.remove_prefix(both);
    if (one.empty()) mine.pop_back();
    if (two.empty()) others.pop_back();
  }
  auto left = [](const auto& parts) {
    return std::ranges::any_of(parts, [](std::string_view part) { return !part.empty(); });
  };
  return left(mine) <=> left(others);
}

bool DirectoryPath::IsAtOrBelow(const DirectoryPath& directory) const {
  const std::size_t length = directory.size();
  if (size() < length) return false;
  if (size() == length) return *this == directory;
  // Cut at the same length: the part of a prefix chain, or of the rest, that ends there.
  const Prefix* prefix = prefix_.get();
  while (prefix != nullptr && prefix->above && prefix->above->size >= length) prefix = prefix->above.get();
  DirectoryPath start;
  std::string_view behind;
  if (prefix != nullptr && prefix->size >= length) {
    const std::size_t before = prefix->above ? prefix->above->size : 0;
    start.prefix_ = prefix->above;
    start.rest_ = prefix->part.substr(0, length - before);
    behind = std::string_view(prefix->part).substr(length - before);
    if (behind.empty()) behind = "/";  // the next part begins with a name
  } else {
    const std::size_t before = prefix_ ? prefix_->size : 0;
    start.prefix_ = prefix_;
    start.rest_ = rest_.substr(0, length - before);
    behind = std::string_view(rest_).substr(length - before);
  }
  if (length > 1 && !behind.starts_with('/')) return false;
  return start == directory;
}

}  // namespace kindred

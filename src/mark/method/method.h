// The contract of every method: bytes in, marks out; pure, no I/O.
//
// Laws (tests/contract runs every method through them): the size of the pieces fed does not matter; the same
// bytes give the same keys at any offset, but for marks near the ends of the piece that is the same; every
// key is below 2^(64-level), and the marks of level L+1 are those of level L with smaller keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "kindred/values.h"
#include "model/ignore.h"
#include "model/mark.h"

namespace kindred::mark {

// Marks one content after another.
class Marker {
 public:
  virtual ~Marker() = default;
  // Starts a content. Only keys of at least `level` are wanted.
  virtual void Begin(int level) = 0;
  virtual void Feed(std::span<const std::uint8_t> piece) = 0;
  // From now on only keys of at least this higher level are wanted, of what was fed before, too: a content of
  // unknown size can be marked in bounded memory.
  virtual void Coarsen(int level) = 0;
  // Of a content with more marks than fit in memory: if more than `most` are held, `*marks` becomes them, in
  // order of offset, and they are forgotten. Those below a level that Coarsen names later are among them.
  virtual bool Take(std::size_t most, std::vector<Mark>* marks) = 0;
  // Ends the content and appends its marks that were not taken, in order of offset.
  virtual void Finish(std::vector<Mark>* marks) = 0;
};

// A marker that has its marks in order while it is fed.
class OrderedMarker : public Marker {
 public:
  void Coarsen(int level) override {
    level_ = level;
    std::erase_if(marks_, [&](const Mark& mark) { return KeyLevel(mark.key) < level; });
  }
  bool Take(std::size_t most, std::vector<Mark>* marks) override {
    if (marks_.size() <= most) return false;
    marks->clear();
    marks->swap(marks_);
    return true;
  }
  void Finish(std::vector<Mark>* marks) override {
    marks->insert(marks->end(), marks_.begin(), marks_.end());
  }

 protected:
  void Restart(int level) {
    level_ = level;
    marks_.clear();
  }

  int level_ = 0;
  std::vector<Mark> marks_;
};

class Method {
 public:
  virtual ~Method() = default;
  // All parameters with their values, defaults included.
  virtual MethodInfo info() const = 0;
  // What is to be left out of texts before they are fed, and whether their bytes are fed as they are.
  virtual Ignore ignore() const { return {}; }
  virtual Weight weight() const = 0;
  virtual Unit unit() const { return Unit::kByte; }
  // How many leading bits of a key distinguish pieces; an index keeps no more.
  virtual int key_bits() const = 0;
  // The selection level for a content of this size.
  virtual int LevelFor(std::uint64_t size) const = 0;
  // About how many marks such a content gets: memory is planned by it.
  virtual std::uint64_t ExpectedMarks(std::uint64_t size) const = 0;
  // The finest level the method has: what a query is marked at.
  virtual int FinestLevel() const = 0;
  virtual std::unique_ptr<Marker> NewMarker() const = 0;
};

// The text of a file that a parameter names (an anchor set). The caller does the reading: nothing here does.
using ReadText = std::function<std::string(const std::string& path)>;

}  // namespace kindred::mark

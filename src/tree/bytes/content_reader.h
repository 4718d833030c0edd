// One pass over a file: digest, text or other, and the marks of every method asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "mark/method/method.h"
#include "model/content.h"
#include "tree/methods/make_method.h"

namespace kindred::tree {

// The results of one pass. `marks` and `levels` are by method.
struct ReadContent {
  std::uint64_t size = 0;
  Digest digest;
  ContentType type = ContentType::kOther;
  std::vector<int> levels;
  std::vector<std::vector<Mark>> marks;
};

// Reads one content after another; its memory is reused. One per thread.
class ContentReader {
 public:
  explicit ContentReader(const Methods& methods);
  explicit ContentReader(const mark::Method& method);
  ~ContentReader();

  // A content of this size, at the levels that the methods have for it. A method that ignores something goes
  // by the size of what is left instead, so that little text in much markup is marked as a small file is: it
  // starts at its finest level and coarsens as bytes come.
  void BeginSized(std::uint64_t size);
  // A content whose size is not known: levels follow what was fed, as above.
  void BeginUnsized();
  // `levels`, by method, are the selection levels to mark at.
  void Begin(std::vector<int> levels);
  void Feed(std::span<const std::uint8_t> piece);
  // The methods go on at these higher levels (Marker::Coarsen).
  void Coarsen(std::vector<int> levels);
  // If `method` holds more than `most` marks, they are moved to `*marks`, and Finish gives only later ones.
  // Their offsets are not those of the file if the method leaves something out. See Marker::Take.
  bool TakeMarks(std::size_t method, std::size_t most, std::vector<Mark>* marks);
  // Valid until the next Begin.
  const ReadContent& Finish();
  // Its first bytes, at most read::kHeadBytes.
  std::span<const std::uint8_t> Head() const;
  // What kind of file it was, by its first bytes; kData if they are in no list.
  MediaType Media() const;

 private:
  explicit ContentReader(std::vector<const mark::Method*> methods);

  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kindred::tree

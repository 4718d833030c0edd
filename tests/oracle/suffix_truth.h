// All maximal repeats of some contents that are long enough, from a suffix array (libdivsufsort), as
// intervals of it: an oracle for spans. Unlike repeats.h it stays fast on periodic data, and says which
// repeats are periodic.
#pragma once

#include <divsufsort.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "span/extend.h"

namespace kindred::testing_support {

class SuffixTruth {
 public:
  struct Repeat {
    std::size_t length = 0;
    std::size_t period = 0;           // the smallest; the length if it has no period
    std::vector<span::Place> places;  // all of them, ascending
  };

  // No content may have the byte `between`.
  SuffixTruth(const std::vector<std::string>& contents, std::size_t min_length, char between = '\x01') {
    for (const std::string& content : contents) {
      if (content.find(between) != std::string::npos) throw std::invalid_argument("the byte between");
      for (std::size_t i = 0; i <= content.size(); ++i) {
        places_.push_back({static_cast<std::uint32_t>(&content - contents.data()), i});
        left_.push_back(content.size() - i);
      }
      text_ += content + between;
    }
    order_.resize(text_.size());
    if (divsufsort(reinterpret_cast<const sauchar_t*>(text_.data()), order_.data(),
                   static_cast<saidx_t>(text_.size())) != 0) {
      throw std::runtime_error("divsufsort");
    }
    MeasureCommon();
    Collect(min_length);
  }

  const std::vector<Repeat>& repeats() const { return repeats_; }

 private:
  std::size_t At(std::size_t rank) const { return static_cast<std::size_t>(order_[rank]); }

  // What each suffix has in common with the one before it in the order (Kasai and others 2001), within the
  // contents.
  void MeasureCommon() {
    const std::size_t size = text_.size();
    std::vector<std::size_t> rank(size);
    for (std::size_t i = 0; i < size; ++i) rank[At(i)] = i;
    common_.assign(size + 1, 0);
    std::size_t equal = 0;
    for (std::size_t at = 0; at < size; ++at) {
      if (rank[at] == 0) {
        equal = 0;
        continue;
      }
      const std::size_t other = At(rank[at] - 1);
      while (at + equal < size && other + equal < size && text_[at + equal] == text_[other + equal]) ++equal;
      common_[rank[at]] = std::min({equal, left_[at], left_[other]});
      if (equal > 0) --equal;
    }
  }

  void Collect(std::size_t min_length) {
    struct Interval {
      std::size_t length;
      std::size_t begin;
    };
    std::vector<Interval> open;
    for (std::size_t i = 1; i <= order_.size(); ++i) {
      const std::size_t common = i == order_.size() ? 0 : common_[i];
      std::size_t begin = i - 1;
      while (!open.empty() && open.back().length > common) {
        begin = open.back().begin;
        if (open.back().length >= min_length) Add(open.back().length, begin, i);
        open.pop_back();
      }
      if (common > 0 && (open.empty() || open.back().length < common)) open.push_back({common, begin});
    }
  }

  void Add(std::size_t length, std::size_t begin, std::size_t end) {
    bool maximal = false;
    for (std::size_t i = begin; i < end && !maximal; ++i) {
      const std::size_t at = At(i);
      // The start of a content differs from everything.
      maximal = places_[at].offset == 0 || text_[at - 1] != text_[At(begin) - 1];
    }
    if (!maximal) return;
    Repeat repeat{length, PeriodOf(At(begin), length), {}};
    for (std::size_t i = begin; i < end; ++i) repeat.places.push_back(places_[At(i)]);
    std::ranges::sort(repeat.places);
    repeats_.push_back(std::move(repeat));
  }

  // By the border array of Knuth, Morris and Pratt.
  std::size_t PeriodOf(std::size_t at, std::size_t length) {
    border_.assign(length + 1, 0);
    for (std::size_t i = 1, border = 0; i < length; ++i) {
      while (border > 0 && text_[at + i] != text_[at + border]) border = border_[border];
      if (text_[at + i] == text_[at + border]) ++border;
      border_[i + 1] = border;
    }
    return length - border_[length];
  }

  std::string text_;
  std::vector<span::Place> places_;  // of every byte of text_
  std::vector<std::size_t> left_;    // bytes to the end of the content
  std::vector<saidx_t> order_;
  std::vector<std::size_t> common_;  // by rank, with the rank before
  std::vector<std::size_t> border_;
  std::vector<Repeat> repeats_;
};

}  // namespace kindred::testing_support

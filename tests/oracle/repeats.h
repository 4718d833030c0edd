// All maximal repeats of some contents, from a suffix array (libdivsufsort): the oracle for spans. A repeat
// is maximal if its places do not all go on with the same byte, on either side.
#pragma once

#include <divsufsort.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "span/runs/runs.h"

namespace kindred::testing_support {

// Contents must not have zero bytes: these separate them.
class Repeats {
 public:
  Repeats(const std::vector<std::string>& contents, std::size_t min_length) {
    for (const std::string& content : contents) {
      if (content.find('\0') != std::string::npos) throw std::invalid_argument("zero byte");
      for (std::size_t i = 0; i <= content.size(); ++i) {
        places_.push_back({static_cast<std::uint32_t>(&content - contents.data()), i});
        left_.push_back(content.size() - i);
      }
      text_ += content + '\0';
    }
    std::vector<saidx_t> order(text_.size());
    if (divsufsort(reinterpret_cast<const sauchar_t*>(text_.data()), order.data(),
                   static_cast<saidx_t>(text_.size())) != 0) {
      throw std::runtime_error("divsufsort");
    }
    for (saidx_t at : order) order_.push_back(static_cast<std::size_t>(at));
    Collect(min_length);
  }

  // By length and places.
  const std::set<std::pair<std::uint64_t, std::vector<span::Place>>>& all() const { return all_; }

 private:
  std::size_t Common(std::size_t a, std::size_t b) const {
    const std::size_t most = std::min(left_[a], left_[b]);
    std::size_t equal = 0;
    while (equal < most && text_[a + equal] == text_[b + equal]) ++equal;
    return equal;
  }

  // Intervals of equal beginnings, by a stack over the lengths that neighbours have in common.
  void Collect(std::size_t min_length) {
    struct Interval {
      std::size_t length;
      std::size_t begin;
    };
    std::vector<Interval> open;
    for (std::size_t i = 1; i <= order_.size(); ++i) {
      const std::size_t common = i == order_.size() ? 0 : Common(order_[i - 1], order_[i]);
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
    std::set<int> before;
    std::vector<span::Place> places;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t at = order_[i];
      // Every start of a content differs from everything.
      before.insert(places_[at].offset == 0 ? -1 - static_cast<int>(at)
                                            : static_cast<unsigned char>(text_[at - 1]));
      places.push_back(places_[at]);
    }
    if (before.size() < 2) return;
    std::sort(places.begin(), places.end());
    all_.insert({length, places});
  }

  std::string text_;
  std::vector<span::Place> places_;  // of every byte of text_
  std::vector<std::size_t> left_;    // bytes to the end of the content
  std::vector<std::size_t> order_;
  std::set<std::pair<std::uint64_t, std::vector<span::Place>>> all_;
};

}  // namespace kindred::testing_support

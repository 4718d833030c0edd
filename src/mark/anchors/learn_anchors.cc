// Greedy choice of anchors; see learn_anchors.h.
#include "mark/anchors/learn_anchors.h"

#include <algorithm>
#include <queue>
#include <set>
#include <span>

#include "kindred/error.h"
#include "mark/anchors/anchor_search.h"

namespace kindred::mark {

namespace {

constexpr std::size_t kLength = 4;               // as Manber's example, "acte"
constexpr std::uint64_t kLeastBytes = 64 << 10;  // from less, nothing can be learned
// Of all anchors wanted, one string may make up a 64th at most and a 2048th at least.
constexpr std::uint64_t kTooCommon = 64;
constexpr std::uint64_t kTooRare = 2048;
// A string of few texts is no evidence about others.
constexpr std::size_t kLeastTexts = 3;
constexpr std::size_t kTextShare = 50;
constexpr double kPenalty = 0.5;  // for a place in a cell that has an anchor

using Bytes = std::span<const std::uint8_t>;

Bytes BytesOf(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// A string that may become an anchor, with the cells of its places.
struct Candidate {
  std::uint32_t gram = 0;
  std::vector<std::uint32_t> cells;
};

std::uint32_t GramAt(const std::string& text, std::size_t at) {
  std::uint32_t gram = 0;
  for (std::size_t i = 0; i < kLength; ++i) gram = gram << 8 | static_cast<std::uint8_t>(text[at + i]);
  return gram;
}

std::string TextOf(std::uint32_t gram) {
  std::string text;
  for (int shift = 24; shift >= 0; shift -= 8) text += static_cast<char>(gram >> shift);
  return text;
}

bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// Blanks and lines of one character form long runs: Manber met 50 underlines. And anchors that are mostly
// white space would depend on the layout of a text.
bool IsMonotonous(std::uint32_t gram) {
  const std::string text = TextOf(gram);
  const auto blanks = std::ranges::count_if(text, IsBlank);
  return blanks > 1 || std::set<char>(text.begin(), text.end()).size() < 3;
}

struct Place {
  std::uint32_t gram;
  std::uint32_t cell;
  std::uint32_t text;
  auto operator<=>(const Place&) const = default;
};

std::vector<Place> AllPlaces(const std::vector<std::string>& texts, std::uint64_t every,
                             std::uint32_t* cells) {
  std::vector<Place> places;
  for (std::size_t number = 0; number < texts.size(); ++number) {
    const std::string& text = texts[number];
    for (std::size_t at = 0; at + kLength <= text.size(); ++at) {
      places.push_back({GramAt(text, at), *cells + static_cast<std::uint32_t>(at / every),
                        static_cast<std::uint32_t>(number)});
    }
    *cells += static_cast<std::uint32_t>(text.size() / every + 1);
  }
  std::ranges::sort(places);
  return places;
}

std::vector<Candidate> CandidatesOf(const std::vector<Place>& places, std::size_t texts,
                                    std::uint64_t every) {
  const std::uint64_t wanted = places.size() / every;
  const std::size_t least_texts = std::min(texts, std::max(kLeastTexts, texts / kTextShare));
  std::vector<Candidate> candidates;
  for (auto first = places.begin(); first != places.end();) {
    const auto last =
        std::find_if(first, places.end(), [&](const Place& place) { return place.gram != first->gram; });
    const auto count = static_cast<std::uint64_t>(last - first);
    if (count * kTooCommon <= wanted && count * kTooRare >= wanted && !IsMonotonous(first->gram)) {
      std::set<std::uint32_t> in;
      Candidate candidate{first->gram, {}};
      for (auto place = first; place != last; ++place) {
        in.insert(place->text);
        candidate.cells.push_back(place->cell);
      }
      if (in.size() >= least_texts) candidates.push_back(std::move(candidate));
    }
    first = last;
  }
  return candidates;
}

double Gain(const Candidate& candidate, const std::vector<bool>& taken) {
  double gain = 0;
  std::uint32_t last = ~0u;
  for (const std::uint32_t cell : candidate.cells) {
    gain += taken[cell] || cell == last ? -kPenalty : 1;
    last = cell;
  }
  return gain;
}

}  // namespace

AnchorSet ChooseAnchors(const std::vector<std::string>& texts, const std::string& name, std::uint64_t every) {
  std::uint64_t bytes = 0;
  for (const std::string& text : texts) bytes += text.size();
  if (bytes < kLeastBytes) {
    throw Error(ErrorKind::kFailed, "there is too little text to learn anchors from", "",
                "give paths with at least 128 KB of text files, none of them a copy, better some megabytes");
  }
  std::uint32_t cells = 0;
  const std::vector<Place> places = AllPlaces(texts, every, &cells);
  const std::vector<Candidate> candidates = CandidatesOf(places, texts.size(), every);

  struct Weighed {
    double gain;
    std::size_t candidate;
    // The most gain first; of equal ones the first string.
    bool operator<(const Weighed& other) const {
      return gain != other.gain ? gain < other.gain : candidate > other.candidate;
    }
  };
  std::vector<bool> taken(cells, false);
  std::priority_queue<Weighed> queue;
  for (std::size_t i = 0; i < candidates.size(); ++i) queue.push({Gain(candidates[i], taken), i});
  AnchorSet set{name, every, {}};
  std::uint64_t chosen_places = 0;
  while (!queue.empty() && chosen_places * every < bytes && set.anchors.size() < kMostAnchors) {
    const Weighed top = queue.top();
    queue.pop();
    const Candidate& candidate = candidates[top.candidate];
    const double gain = Gain(candidate, taken);
    if (gain <= 0) continue;
    if (!queue.empty() && gain < queue.top().gain) {
      queue.push({gain, top.candidate});
      continue;
    }
    set.anchors.push_back(TextOf(candidate.gram));
    for (const std::uint32_t cell : candidate.cells) taken[cell] = true;
    chosen_places += candidate.cells.size();
  }
  if (set.anchors.empty()) {
    throw Error(ErrorKind::kFailed, "no string is common to enough of these texts to be an anchor", "",
                "give more texts of one kind");
  }
  std::ranges::sort(set.anchors);
  return set;
}

AnchorSpread MeasureSpread(const AnchorSet& set, const std::vector<std::string>& texts) {
  constexpr std::uint64_t kKilobyte = 1024;
  const AnchorSearch search(set);
  const auto scratch = search.NewScratch();
  AnchorSpread spread;
  std::vector<std::uint32_t> starts;
  std::vector<std::uint64_t> gaps;
  for (const std::string& text : texts) {
    search.Find(BytesOf(text), *scratch, &starts);
    spread.bytes += text.size();
    spread.anchors += starts.size();
    spread.bare_texts += starts.empty() && text.size() >= kKilobyte;
    std::uint64_t from = 0;
    for (const std::uint32_t start : starts) {
      gaps.push_back(start - from);
      from = start;
    }
    gaps.push_back(text.size() - from);
    auto next = starts.begin();
    for (std::uint64_t end = kKilobyte; end <= text.size(); end += kKilobyte) {
      const auto inside = std::find_if(next, starts.end(), [&](std::uint32_t start) { return start >= end; });
      ++spread.kilobytes;
      spread.empty += inside == next;
      next = inside;
    }
  }
  std::ranges::sort(gaps);
  if (!gaps.empty()) {
    spread.longest_gap = gaps.back();
    spread.usual_gap = gaps[(gaps.size() - 1) * 99 / 100];
  }
  return spread;
}

}  // namespace kindred::mark

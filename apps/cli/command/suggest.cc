// Damerau-Levenshtein distance (one step: insert, delete, replace, or swap two neighbours) over a few dozen
// short words. Tested in parse_test.cc.
#include "command/suggest.h"

#include <algorithm>

namespace kindred::cli {

namespace {

std::size_t Distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string Nearest(const std::string& typed, const std::vector<std::string>& known) {
  if (typed.empty() || typed.size() > 40) return "";
  std::string nearest;
  std::size_t best = 1 + std::min<std::size_t>(2, typed.size() / 2);
  for (const std::string& word : known) {
    std::size_t distance = Distance(typed, word);
    if (distance < best) {
      best = distance;
      nearest = word;
    }
  }
  // A word that was only begun is nearer than one of two mistakes: --form is --format, not --sort.
  if (best < 2 || typed.size() < 3) return nearest;
  for (const std::string& word : known) {
    if (word.starts_with(typed)) return word;
  }
  return nearest;
}

}  // namespace kindred::cli

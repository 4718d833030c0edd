// Brute force: the share of A's windows of 50 bytes, at every position, that occur anywhere in B, and the
// share of its bytes that such windows cover.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace kindred::testing_support {

inline constexpr std::size_t kWindow = 50;

inline std::unordered_set<std::string_view> WindowsOf(const std::string& bytes) {
  std::unordered_set<std::string_view> windows;
  for (std::size_t at = 0; at + kWindow <= bytes.size(); ++at) {
    windows.insert(std::string_view(bytes).substr(at, kWindow));
  }
  return windows;
}

inline double TrueContainment(const std::string& a,
                              const std::unordered_set<std::string_view>& windows_of_b) {
  if (a.size() < kWindow) return 0;
  std::size_t inside = 0;
  for (std::size_t at = 0; at + kWindow <= a.size(); ++at) {
    inside += windows_of_b.contains(std::string_view(a).substr(at, kWindow));
  }
  return static_cast<double>(inside) / static_cast<double>(a.size() - kWindow + 1);
}

// The share of A's bytes that lie in a window which occurs in B.
inline double TrueCoverage(const std::string& a, const std::string& b) {
  if (a.empty()) return 0;
  const auto windows = WindowsOf(b);
  std::vector<bool> covered(a.size(), false);
  for (std::size_t at = 0; at + kWindow <= a.size(); ++at) {
    if (!windows.contains(std::string_view(a).substr(at, kWindow))) continue;
    std::fill_n(covered.begin() + static_cast<std::ptrdiff_t>(at), kWindow, true);
  }
  return static_cast<double>(std::count(covered.begin(), covered.end(), true)) /
         static_cast<double>(a.size());
}

}  // namespace kindred::testing_support

// Brute force: the share of A's windows of 50 bytes, at every position, that occur anywhere in B.
#pragma once

#include <string>
#include <string_view>
#include <unordered_set>

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

}  // namespace kindred::testing_support

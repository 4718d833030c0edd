// A directory for one test, removed at its end: files are written by name, trees and indexes are side by
// side.
#pragma once

#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>

namespace kindred::testing_support {

class TempTree {
 public:
  TempTree() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kindred-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    top_ = pattern;
    std::filesystem::create_directory(root());
  }
  ~TempTree() { std::filesystem::remove_all(top_); }
  TempTree(const TempTree&) = delete;
  TempTree& operator=(const TempTree&) = delete;

  std::string root() const { return top_ + "/tree"; }
  std::string index() const { return top_ + "/index"; }
  std::string Path(const std::string& name) const { return root() + "/" + name; }

  void Write(const std::string& name, const std::string& bytes) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    std::ofstream(Path(name), std::ios::binary) << bytes;
  }
  void Remove(const std::string& name) const { std::filesystem::remove_all(Path(name)); }

 private:
  std::string top_;
};

// Text of random words: lines, repeats, nothing two calls with different seeds have in common for 50 bytes.
inline std::string RandomText(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) {
    for (auto length = 2 + random() % 9; length > 0; --length) text += static_cast<char>('a' + random() % 26);
    text += random() % 10 == 0 ? '\n' : ' ';
  }
  text.resize(size);
  return text;
}

}  // namespace kindred::testing_support

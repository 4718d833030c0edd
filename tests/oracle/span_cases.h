// Contents on which a search for shared runs may go wrong: stretches of one byte, periods of 1 to 200 bytes
// with common roots and other phases, at the ends of runs and inside them, runs within runs. Also parts of
// real files, and logs.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace kindred::testing_support {

// No byte of a content is '\x01': SuffixTruth puts that between them.
class SpanCases {
 public:
  explicit SpanCases(std::uint64_t seed) : random_(seed) {}

  // 32 to 1,000, most of them small.
  std::size_t Length() {
    switch (Below(24)) {
      case 0:
        return 128 + Below(873);
      case 1:
      case 2:
        return 64 + Below(190);
      default:
        return 32 + Below(80);
    }
  }

  // Two to five contents made of parts that occur in several of them.
  std::vector<std::string> Generated(std::size_t length) {
    letters_ = Below(3) == 0 ? 3 : 250;
    roots_.clear();
    for (std::size_t i = 1 + Below(3); i > 0; --i) roots_.push_back(Bytes(Period()));
    std::vector<std::string> parts;
    for (std::size_t i = 2 + Below(4); i > 0; --i) {
      std::string part;
      for (std::size_t pieces = 1 + Below(4); pieces > 0; --pieces) {
        // A run within a run, a stretch, or bytes that are new.
        const std::size_t kind = Below(5);
        if (kind == 0 && !parts.empty()) {
          part += PartOf(parts[Below(parts.size())]);
        } else if (kind <= 2) {
          part += Stretch(length);
        } else {
          part += Bytes(Below(length));
        }
      }
      parts.push_back(part);
    }
    std::vector<std::string> contents(2 + Below(Below(3) == 0 ? 4 : 1));
    for (std::string& content : contents) {
      for (std::size_t pieces = 1 + Below(5); pieces > 0; --pieces) {
        const std::size_t kind = Below(8);
        if (kind == 0) {
          content += Stretch(length);
        } else if (kind == 1) {
          content += Bytes(Below(length));
        } else if (kind == 2) {
          content += PartOf(parts[Below(parts.size())]);
        } else {
          content += parts[Below(parts.size())];
        }
      }
      // A change here and there.
      for (std::size_t edits = Below(3); edits > 0 && !content.empty(); --edits)
        content.replace(Below(content.size()), Below(4), Bytes(Below(4)));
    }
    return contents;
  }

  // Overlapping parts of a real file, with changes.
  std::vector<std::string> FromFile(const std::string& file, std::size_t length) {
    const std::size_t size = std::min(file.size(), 1500 + 6 * length);
    const std::size_t begin = Below(file.size() - size + 1);
    std::vector<std::string> contents;
    for (int i = 0; i < 2; ++i) {
      const std::size_t skip = Below(size / 3 + 1);
      std::string content = file.substr(begin + skip, size - skip - Below(size / 3 + 1));
      for (char& byte : content) {
        if (byte == '\x01') byte = '\x02';
      }
      for (std::size_t edits = Below(6); edits > 0 && !content.empty(); --edits)
        content.replace(Below(content.size()), Below(30), Bytes(Below(20)));
      contents.push_back(content);
    }
    return contents;
  }

  // Lines that differ in a few places.
  std::string Log(std::size_t size) {
    static constexpr const char* kWhat[] = {"connection accepted from client", "request served in time",
                                            "------------------------------------------------------------",
                                            "cache miss, page was read again", "worker is idle"};
    std::string log;
    std::size_t second = Below(1000);
    while (log.size() < size) {
      second += Below(3);
      log += "2026-03-14 12:" + std::to_string(10 + second / 60 % 50) + ":" +
             std::to_string(10 + second % 50) + " host daemon[" + std::to_string(100 + Below(3)) +
             "]: " + kWhat[Below(std::size(kWhat))] + "\n";
    }
    return log;
  }

  std::size_t Below(std::size_t end) { return end == 0 ? 0 : random_() % end; }

 private:
  std::string Bytes(std::size_t size) {
    std::string bytes(size, '\0');
    for (char& byte : bytes) byte = static_cast<char>(2 + Below(letters_));
    return bytes;
  }
  std::size_t Period() {
    switch (Below(4)) {
      case 0:
        return 1;
      case 1:
        return 1 + Below(18);
      case 2:
        return 1 + Below(40);
      default:
        return 1 + Below(200);
    }
  }
  std::string PartOf(const std::string& bytes) {
    const std::size_t begin = Below(bytes.size());
    return bytes.substr(begin, Below(bytes.size() - begin + 1));
  }
  std::string Stretch(std::size_t length) {
    const std::string& root = roots_[Below(roots_.size())];
    const std::size_t size =
        Below(3) == 0 ? Below(length > 200 ? 2 * length : 4 * length) : length / 2 + Below(length);
    std::string stretch;
    for (std::size_t i = Below(root.size()); stretch.size() < size; ++i) stretch += root[i % root.size()];
    return stretch;
  }

  std::mt19937_64 random_;
  std::size_t letters_ = 250;
  std::vector<std::string> roots_;
};

}  // namespace kindred::testing_support

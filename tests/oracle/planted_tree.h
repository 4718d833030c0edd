// Seeded random trees in which files are edited, moved around, put into each other and copied.
#pragma once

#include <map>
#include <random>
#include <string>

#include "tests/temp_tree.h"

namespace kindred::testing_support {

// name -> bytes. The same seed gives the same tree.
inline std::map<std::string, std::string> PlantTree(unsigned seed, std::size_t originals,
                                                    std::size_t most_bytes) {
  std::mt19937 random(seed);
  auto below = [&](std::size_t limit) { return static_cast<std::size_t>(random() % limit); };
  std::map<std::string, std::string> files;
  for (std::size_t i = 0; i < originals; ++i) {
    const std::string name = "d" + std::to_string(i % 3) + "/f" + std::to_string(i);
    const std::string text = RandomText(200 + below(most_bytes), seed * 1000 + static_cast<unsigned>(i));
    files[name] = text;
    std::string edited = text;
    switch (random() % 6) {
      case 0:  // substitutions
        for (int n = 0; n < 5; ++n)
          edited.replace(below(edited.size()), 20, RandomText(20, random() & 0xFFFF));
        break;
      case 1:  // an insertion and a deletion
        edited.insert(below(edited.size()), RandomText(1 + below(300), random() & 0xFFFF));
        edited.erase(below(edited.size() / 2), below(200));
        break;
      case 2:  // two halves exchanged
        edited = text.substr(text.size() / 2) + text.substr(0, text.size() / 2);
        break;
      case 3:  // inside another text
        edited = RandomText(below(most_bytes), random() & 0xFFFF) + text +
                 RandomText(below(most_bytes), random() & 0xFFFF);
        break;
      case 4:  // twice
        edited = text + text;
        break;
      default:  // a copy
        break;
    }
    files["e/" + std::to_string(i)] = edited;
  }
  return files;
}

}  // namespace kindred::testing_support

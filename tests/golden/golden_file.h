// Compares a report with its golden file, byte for byte; KINDRED_RENEW_GOLDEN=1 renews the file.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace kindred {

// KINDRED_GOLDEN_DIRECTORY comes from CMakeLists.txt.
inline void ExpectGolden(const std::string& name, const std::string& format, const std::string& text) {
  const std::string path =
      std::string(KINDRED_GOLDEN_DIRECTORY) + "/" + name + (format == "text" ? ".txt" : "." + format);
  const char* renew = std::getenv("KINDRED_RENEW_GOLDEN");
  if (renew != nullptr && std::string(renew) == "1") std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path << " is missing; make it with KINDRED_RENEW_GOLDEN=1";
  std::ostringstream expected;
  expected << file.rdbuf();
  EXPECT_EQ(text, expected.str()) << path;
}

}  // namespace kindred

// Secrets, and digests for ids. Both from OpenSSL.
#pragma once

#include <string>
#include <string_view>

namespace kindred::server {

// 256 random bits as 64 hexadecimal digits. Throws Error(kFailed) if the system cannot provide them.
std::string RandomToken();
// The first half of the text's SHA-256, as 32 hexadecimal digits.
std::string ShortDigest(std::string_view text);
// Takes the same time wherever they differ.
bool SameSecret(std::string_view a, std::string_view b);

}  // namespace kindred::server

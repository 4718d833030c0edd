// Links that open a file: file:// URLs. Every byte that is not a plain letter is percent-encoded, so a name
// can neither end an attribute nor become another scheme.
#pragma once

#include <string>
#include <string_view>

namespace kindred::report {

// "file:///srv/a%20b.txt". A relative path is below `directory`, which is absolute; empty: it has no URL. A
// part of a file ("a.zip//docs/b.txt") has that of the file.
std::string FileUrl(std::string_view path, std::string_view directory);

// The name as HTML, as a link if it has a URL. Of more than 160 characters the middle is shown as a sign
// only.
std::string LinkedName(std::string_view path, std::string_view directory);

}  // namespace kindred::report

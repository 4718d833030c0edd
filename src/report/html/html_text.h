// Text inside an HTML page: after this, no name can be markup, end an attribute or hide what it is.
#pragma once

#include <string>
#include <string_view>

namespace kindred::report {

// & < > " ' become references; good in elements and in quoted attributes.
std::string HtmlText(std::string_view text);
// A file's name: EscapedName, then HtmlText.
std::string HtmlName(std::string_view name);
// The last part of a path as EscapedName, at most `most` characters of it.
std::string ShortName(std::string_view path, std::size_t most);

}  // namespace kindred::report

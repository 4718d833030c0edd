// What a document calls itself: the <title> of an HTML page, or its first <h1>; the first heading of a
// Markdown or reStructuredText file. It helps people to recognise documents whose names mean nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kindred::read {

// How much of the start of a file is looked at.
inline constexpr std::size_t kTitleHead = 64 * 1024;

// Whether a file of this name may have a title; others need not be read.
bool MayHaveTitle(std::string_view name);

// As TitleIn gives a title: on one line, cut to 150 bytes.
std::string TidyTitle(std::string_view title);

// The title in the first bytes of a file of this name, on one line, at most 150 bytes; empty: none. It is
// taken from the file as it is: any bytes that a file may hold.
std::string TitleIn(std::string_view head, std::string_view name);

}  // namespace kindred::read

// The files of web/, which are part of the program: page_files.cmake makes the table at build time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/message.h"

namespace kindred::server {

struct PageFile {
  std::string_view path;  // "index.html", "base/api.js"
  std::string_view bytes;
};

// Defined in the generated page_files.cc. By path.
std::span<const PageFile> PageFiles();

// The file at the path of a request: "/" is /index.html. 404 if there is no such file.
Reply PageReply(const std::string& path);

}  // namespace kindred::server

// The parts of an HTML report that never change: its style sheet and its script, and the head that allows
// these two and nothing else (Content-Security-Policy with their SHA-256). A page needs no network, shows
// everything without the script, and runs no script but ours, whatever files are called.
#pragma once

#include <string>

namespace kindred::report {

// From <!DOCTYPE html> to <body>. `title` is escaped already.
std::string HtmlHead(const std::string& title);

// The content of <style> and <script>.
const std::string& HtmlStyle();
const std::string& HtmlScript();

}  // namespace kindred::report

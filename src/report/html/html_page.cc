// See html_page.h. The two digests are constants, because nothing else here needs SHA-256;
// tests/cli/html_is_safe.sh computes them from a page and prints the right ones when the style or the script
// was changed.
#include "report/html/html_page.h"

#include <fmt/format.h>

namespace kindred::report {

namespace {

constexpr const char kStyleDigest[] = "kB77G4NURnNwt6Is6Q/6R5d+2VQeteGa5ZbAb6PWwzU=";
constexpr const char kScriptDigest[] = "inmzFfh5TdrdO6IbUxRse5T9zxRb6gikHSII+7p3kxQ=";

}  // namespace

std::string HtmlHead(const std::string& title) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{}'; "
      "script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"referrer\" content=\"no-referrer\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
      "<style>{}</style>\n<script>{}</script>\n</head>\n<body>\n",
      kStyleDigest, kScriptDigest, title, HtmlStyle(), HtmlScript());
}

}  // namespace kindred::report

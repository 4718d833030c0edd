// See pdf_text.h.
#include "pdf_text.h"

#include <iconv.h>
#include <poppler-document.h>
#include <poppler-global.h>
#include <poppler-page.h>

#include <clocale>
#include <cstdint>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "extract/worker/budget.h"

namespace kindred::extract_pdf {

namespace {

using extract::Damaged;
using extract::LimitReached;

constexpr std::size_t kMostBytes = std::size_t{384} << 20;  // of a file, which poppler wants in memory
constexpr int kMostMissing = 1000;                          // pages in a row that are listed but not there

// Reading order, as a person would copy it: columns one after the other.
std::string TextOf(const poppler::page& page) {
  const poppler::byte_array bytes =
      page.text(poppler::rectf(), poppler::page::non_raw_non_physical_layout).to_utf8();
  std::string text(bytes.data(), bytes.size());
  std::erase(text, '\f');  // page breaks are recorded separately
  return text;
}

std::unique_ptr<poppler::document> OpenPdf(const std::string& bytes) {
  return std::unique_ptr<poppler::document>(
      poppler::document::load_from_raw_data(bytes.data(), static_cast<int>(bytes.size())));
}

std::string LoadPdf(const extract::Source& source) {
  if (source.size() > kMostBytes) throw LimitReached("too large to look into");
  std::string bytes(static_cast<std::size_t>(source.size()), '\0');
  bytes.resize(source.ReadAt(0, bytes));
  return bytes;
}

std::string ExtractPdf(const extract::Source& source, extract::ContainerType type,
                       const extract::Limits& limits, extract::PartWriter& out) {
  if (type != extract::ContainerType::kPdf) throw Damaged("not a type that this program looks into");
  const std::string bytes = LoadPdf(source);
  const auto document = OpenPdf(bytes);
  if (document == nullptr) throw Damaged("not a PDF that can be read");
  if (document->is_locked()) throw Damaged("encrypted");
  const int pages = document->pages();
  if (pages <= 0) throw Damaged("has no pages");
  std::string notes;
  out.Begin("text", extract::PartKind::kText);
  int missing = 0;
  for (int i = 0; i < pages; ++i) {
    if (static_cast<std::uint32_t>(i) >= limits.members) throw LimitReached("has too many pages");
    const std::unique_ptr<poppler::page> page(document->create_page(i));
    if (page == nullptr) {
      notes = "pages are damaged";
      if (++missing == kMostMissing) throw Damaged("lists pages that are not there");
    } else {
      missing = 0;
      out.Bytes(TextOf(*page));
    }
    out.Page();
  }
  out.End();
  return notes;
}

std::string TitleOfPdf(const extract::Source& source) {
  const std::string bytes = LoadPdf(source);
  const auto document = OpenPdf(bytes);
  if (document == nullptr || document->is_locked()) return "";
  const poppler::byte_array title = document->info_key("Title").to_utf8();
  return {title.data(), title.size()};
}

// One page with one line.
std::string SmallPdf() {
  const std::string content = "BT /F1 12 Tf 72 720 Td (a b) Tj ET";
  const std::vector<std::string> objects = {
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
      "<</Length " + std::to_string(content.size()) + ">>stream\n" + content + "\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"};
  std::string pdf = "%PDF-1.4\n";
  std::string table = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    std::string offset = std::to_string(pdf.size());
    table += std::string(10 - offset.size(), '0') + offset + " 00000 n \n";
    pdf += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string start = std::to_string(pdf.size());
  return pdf + "xref\n0 6\n" + table + "trailer<</Size 6/Root 1 0 R>>\nstartxref\n" + start + "\n%%EOF\n";
}

// Converters that stay open, so that their tables stay loaded.
std::shared_ptr<void> KeepConverters() {
  auto open = std::shared_ptr<std::vector<iconv_t>>(new std::vector<iconv_t>, [](std::vector<iconv_t>* all) {
    for (const iconv_t one : *all) ::iconv_close(one);
    delete all;
  });
  for (const char* set : {"UTF-16", "UTF-16LE", "UTF-16BE", "UCS-2", "ISO-8859-1"}) {
    const iconv_t to = ::iconv_open("UTF-8", set);
    if (to != reinterpret_cast<iconv_t>(-1)) open->push_back(to);
    const iconv_t from = ::iconv_open(set, "UTF-8");
    if (from != reinterpret_cast<iconv_t>(-1)) open->push_back(from);
  }
  return open;
}

}  // namespace

extract::WorkerProgram MakePdfProgram() {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  ::tzset();
  poppler::set_debug_error_function([](const std::string&, void*) {}, nullptr);
  const auto converters = KeepConverters();
  const std::string small = SmallPdf();
  if (const auto document = OpenPdf(small); document != nullptr) {
    const std::unique_ptr<poppler::page> page(document->create_page(0));
    if (page != nullptr) TextOf(*page);
  }
  extract::WorkerProgram program;
  program.sandbox.readable = {"/usr/share/poppler"};  // tables of Chinese, Japanese and Korean characters
  program.extract = [converters](const extract::Source& source, extract::ContainerType type,
                                 const extract::Limits& limits,
                                 extract::PartWriter& out) { return ExtractPdf(source, type, limits, out); };
  program.title = [](const extract::Source& source, extract::ContainerType) { return TitleOfPdf(source); };
  return program;
}

}  // namespace kindred::extract_pdf

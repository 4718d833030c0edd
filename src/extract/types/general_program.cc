// See general_program.h.
#include "extract/types/general_program.h"

#include <iconv.h>
#include <magic.h>

#include <clocale>
#include <memory>
#include <string>
#include <vector>

#include "extract/types/look_inside.h"

namespace kindred::extract {

namespace {

// The character sets of mails. A converter that is open keeps its tables loaded.
class Converters {
 public:
  Converters() {
    for (const char* set :
         {"UTF-16",       "UTF-32",       "UTF-7",        "ISO-8859-1",   "ISO-8859-2",   "ISO-8859-3",
          "ISO-8859-4",   "ISO-8859-5",   "ISO-8859-6",   "ISO-8859-7",   "ISO-8859-8",   "ISO-8859-9",
          "ISO-8859-10",  "ISO-8859-13",  "ISO-8859-14",  "ISO-8859-15",  "ISO-8859-16",  "WINDOWS-1250",
          "WINDOWS-1251", "WINDOWS-1252", "WINDOWS-1253", "WINDOWS-1254", "WINDOWS-1255", "WINDOWS-1256",
          "WINDOWS-1257", "WINDOWS-1258", "KOI8-R",       "KOI8-U",       "GB2312",       "GBK",
          "GB18030",      "BIG5",         "SHIFT_JIS",    "EUC-JP",       "ISO-2022-JP",  "EUC-KR",
          "ISO-2022-KR",  "TIS-620",      "MACINTOSH",    "IBM850",       "IBM437"}) {
      if (const iconv_t open = ::iconv_open("UTF-8", set); open != kFailed) open_.push_back(open);
    }
  }
  ~Converters() {
    for (const iconv_t open : open_) ::iconv_close(open);
  }
  Converters(const Converters&) = delete;
  Converters& operator=(const Converters&) = delete;

 private:
  inline static const iconv_t kFailed = reinterpret_cast<iconv_t>(-1);
  std::vector<iconv_t> open_;
};

class LibMagic {
 public:
  LibMagic()
      : handle_(magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_TAR |
                           MAGIC_NO_CHECK_TOKENS | MAGIC_NO_CHECK_CSV | MAGIC_NO_CHECK_JSON)),
        loaded_(handle_ != nullptr && magic_load(handle_, nullptr) == 0) {}
  ~LibMagic() {
    if (handle_ != nullptr) magic_close(handle_);
  }
  LibMagic(const LibMagic&) = delete;
  LibMagic& operator=(const LibMagic&) = delete;

  std::string Ask(std::string_view head) const {
    const char* answer = loaded_ ? magic_buffer(handle_, head.data(), head.size()) : nullptr;
    return answer == nullptr ? "" : answer;
  }

 private:
  magic_t handle_;
  bool loaded_;
};

std::string ExtractGeneral(const Source& source, ContainerType type, const Limits& limits, PartWriter& out) {
  std::string notes;
  if (limits.depth < 1) return notes;
  LookInside({.source = source, .type = type, .limits = limits, .out = out, .level = 1, .notes = notes});
  return notes;
}

}  // namespace

WorkerProgram MakeGeneralProgram() {
  std::setlocale(LC_CTYPE, "C.UTF-8");  // names of members are UTF-8 where the archive declares it
  ::tzset();
  PrepareMail();
  auto converters = std::make_shared<Converters>();
  auto magic = std::make_shared<LibMagic>();
  return {.sandbox = {},
          .extract = [converters](const Source& source, ContainerType type, const Limits& limits,
                                  PartWriter& out) { return ExtractGeneral(source, type, limits, out); },
          .media_type = [magic](std::string_view head) { return magic->Ask(head); },
          .title = [](const Source& source,
                      ContainerType type) { return HasTitle(type) ? OfficeTitle(source) : std::string(); }};
}

}  // namespace kindred::extract

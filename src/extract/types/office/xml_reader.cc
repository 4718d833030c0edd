// See xml_reader.h.
#include "extract/types/office/xml_reader.h"

#include <expat.h>

#include <new>
#include <string>

#include "extract/worker/budget.h"

namespace kindred::extract {

namespace {

std::string_view WithoutPrefix(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

// What XHTML may use without declaring it. Others are left out.
std::string_view KnownEntity(std::string_view name) {
  if (name == "nbsp") return "\xc2\xa0";
  if (name == "mdash") return "\xe2\x80\x94";
  if (name == "ndash") return "\xe2\x80\x93";
  if (name == "hellip") return "\xe2\x80\xa6";
  return "";
}

}  // namespace

std::string_view XmlAttributes::Get(std::string_view name, bool prefixed) const {
  for (const char** pair = pairs_; *pair != nullptr; pair += 2) {
    const std::string_view whole = pair[0];
    if (prefixed && whole.find(':') == std::string_view::npos) continue;
    if (WithoutPrefix(whole) == name) return pair[1];
  }
  return "";
}

class XmlReader::Impl {
 public:
  explicit Impl(XmlHandler& handler) : handler_(handler), parser_(XML_ParserCreate(nullptr)) {
    if (parser_ == nullptr) throw std::bad_alloc();
    XML_SetUserData(parser_, this);
    XML_SetElementHandler(
        parser_,
        [](void* self, const XML_Char* name, const XML_Char** pairs) {
          auto& impl = *static_cast<Impl*>(self);
          impl.Guarded([&] { impl.handler_.Open(WithoutPrefix(name), XmlAttributes(pairs)); });
        },
        [](void* self, const XML_Char* name) {
          auto& impl = *static_cast<Impl*>(self);
          impl.Guarded([&] { impl.handler_.Close(WithoutPrefix(name)); });
        });
    XML_SetCharacterDataHandler(parser_, [](void* self, const XML_Char* text, int size) {
      auto& impl = *static_cast<Impl*>(self);
      impl.Guarded([&] { impl.handler_.Text({text, static_cast<std::size_t>(size)}); });
    });
    XML_SetSkippedEntityHandler(parser_, [](void* self, const XML_Char* name, int is_parameter) {
      auto& impl = *static_cast<Impl*>(self);
      if (is_parameter == 0) impl.Guarded([&] { impl.handler_.Text(KnownEntity(name)); });
    });
    XML_SetEntityDeclHandler(parser_, [](void* self, const XML_Char*, int, const XML_Char*, int,
                                         const XML_Char*, const XML_Char*, const XML_Char*, const XML_Char*) {
      auto& impl = *static_cast<Impl*>(self);
      impl.Guarded([] { throw Damaged("its XML declares entities"); });
    });
  }
  ~Impl() { XML_ParserFree(parser_); }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void Parse(std::string_view bytes, bool last) {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    do {
      const std::string_view some = bytes.substr(0, kMost);
      bytes.remove_prefix(some.size());
      const bool final = last && bytes.empty();
      const XML_Status status = XML_Parse(parser_, some.data(), static_cast<int>(some.size()), final);
      if (thrown_) std::rethrow_exception(thrown_);
      if (status == XML_STATUS_OK) continue;
      if (XML_GetErrorCode(parser_) == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
      throw Damaged(std::string("its XML is damaged: ") + XML_ErrorString(XML_GetErrorCode(parser_)));
    } while (!bytes.empty());
  }

 private:
  // No exception passes through expat, which is C.
  template <typename Call>
  void Guarded(const Call& call) {
    if (thrown_) return;
    try {
      call();
    } catch (...) {
      thrown_ = std::current_exception();
      XML_StopParser(parser_, XML_FALSE);
    }
  }

  XmlHandler& handler_;
  XML_Parser parser_;
  std::exception_ptr thrown_;
};

XmlReader::XmlReader(XmlHandler& handler) : impl_(std::make_unique<Impl>(handler)) {}
XmlReader::~XmlReader() = default;
void XmlReader::Feed(std::string_view bytes) { impl_->Parse(bytes, false); }
void XmlReader::Finish() { impl_->Parse({}, true); }

}  // namespace kindred::extract

// XML in pieces, by expat. Names come without their namespace's prefix. Entities that a document declares
// itself are refused: documents need none, and a few lines of them expand to gigabytes.
#pragma once

#include <memory>
#include <string_view>

namespace kindred::extract {

// The attributes of one element, alive during the call.
class XmlAttributes {
 public:
  explicit XmlAttributes(const char** pairs) : pairs_(pairs) {}
  // The value; empty without one. With `prefixed`, only a name with a prefix counts: "r:id" and not "id".
  std::string_view Get(std::string_view name, bool prefixed = false) const;

 private:
  const char** pairs_;
};

class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  virtual void Open(std::string_view name, const XmlAttributes& attributes) = 0;
  virtual void Close(std::string_view name) = 0;
  virtual void Text(std::string_view text) = 0;
};

// Feed and Finish throw Damaged where it is not XML, and what the handler throws.
class XmlReader {
 public:
  explicit XmlReader(XmlHandler& handler);
  ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  void Feed(std::string_view bytes);
  void Finish();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace kindred::extract

// Writes JSON like Kindred's reports: keys in the order of the calls, names as bytes. Libraries refuse text
// that is not UTF-8; here such a byte becomes the escape \udc80..\udcff (PEP 383), as in `--format json`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kindred::server {

class JsonWriter {
 public:
  JsonWriter& Open(char bracket);  // { or [
  JsonWriter& Close(char bracket);
  JsonWriter& Key(std::string_view key);

  JsonWriter& Text(std::string_view bytes);
  JsonWriter& Number(std::uint64_t number);
  JsonWriter& Share(double share);  // six digits at most
  JsonWriter& Flag(bool flag);
  JsonWriter& Null();
  // Nanoseconds since 1970 as ISO 8601; kNoTime is null.
  JsonWriter& Time(std::int64_t nanoseconds);
  // A value that is JSON already.
  JsonWriter& Raw(std::string_view json);

  std::string Take() { return std::move(text_); }

 private:
  void Separate();

  std::string text_;
  bool comma_ = false;  // the next value needs one
};

}  // namespace kindred::server

// See database_url.h.
#include "tally/database_url.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "base/coding.h"
#include "base/errno_text.h"
#include "kindred/error.h"

namespace kindred::tally {

namespace {

[[noreturn]] void RefuseUrl(const std::string& what) {
  throw Error(ErrorKind::kUsage, what, OptionName{"database"},
              "give postgresql://USER@HOST/DATABASE, mysql://USER@HOST/DATABASE or sqlite:PATH");
}

std::string Decode(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    unsigned value = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    if (digits.size() != 2 || !base::ParseNumber(digits, &value, 16) || value == 0)
      RefuseUrl("the URL has a % that two hexadecimal digits do not follow");
    decoded += static_cast<char>(value);
    i += 2;
  }
  return decoded;
}

// The part of `text` before `mark`, taken off with the mark; without a mark all of it.
std::string_view TakeUntil(std::string_view* text, char mark) {
  const std::size_t at = text->find(mark);
  const std::string_view taken = text->substr(0, at);
  text->remove_prefix(at == std::string_view::npos ? text->size() : at + 1);
  return taken;
}

void ParseHost(std::string_view text, DatabaseUrl* url) {
  if (text.starts_with('[')) {  // an IPv6 address
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) RefuseUrl("the URL has a [ without a ]");
    url->host = Decode(text.substr(1, end - 1));
    text.remove_prefix(end + 1);
    if (text.starts_with(':')) url->port = text.substr(1);
  } else {
    url->host = Decode(TakeUntil(&text, ':'));
    url->port = text;
  }
  if (url->port.find_first_not_of("0123456789") != std::string::npos)
    RefuseUrl("the URL's port is not a number");
}

// 'value', for both libpq and SOCI's MySQL backend.
void AppendSetting(std::string_view name, std::string_view value, std::string* to) {
  if (value.empty()) return;
  if (!to->empty()) *to += ' ';
  *to += name;
  *to += "='";
  for (char c : value) {
    if (c == '\'' || c == '\\') *to += '\\';
    *to += c;
  }
  *to += '\'';
}

}  // namespace

DatabaseUrl ParseDatabaseUrl(const std::string& text) {
  DatabaseUrl url;
  if (text.starts_with("sqlite:")) {
    url.file = text.substr(text.starts_with("sqlite:///") ? 9 : 7);
    if (url.file.empty()) RefuseUrl("the URL names no file");
    return url;
  }
  std::string_view rest = text;
  const std::size_t scheme_end = rest.find("://");
  const std::string_view scheme = rest.substr(0, scheme_end == std::string_view::npos ? 0 : scheme_end);
  if (scheme == "postgresql" || scheme == "postgres") {
    url.kind = DatabaseKind::kPostgresql;
  } else if (scheme == "mysql" || scheme == "mariadb") {
    url.kind = DatabaseKind::kMysql;
  } else {
    RefuseUrl("this is not the URL of a supported database");
  }
  rest.remove_prefix(scheme_end + 3);
  std::string_view address = TakeUntil(&rest, '?');
  std::string_view parameters = rest;
  std::string_view authority = TakeUntil(&address, '/');
  url.database = Decode(address);
  if (url.database.empty()) RefuseUrl("the URL names no database");
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    std::string_view account = authority.substr(0, at);
    authority.remove_prefix(at + 1);
    url.user = Decode(TakeUntil(&account, ':'));
    url.password = Decode(account);
  }
  ParseHost(authority, &url);
  while (!parameters.empty()) {
    std::string_view value = TakeUntil(&parameters, '&');
    const std::string name = Decode(TakeUntil(&value, '='));
    if (name == "password") {
      url.password = Decode(value);
    } else if (!name.empty()) {
      url.parameters.emplace_back(name, Decode(value));
    }
  }
  return url;
}

std::string DatabaseUrl::Shown() const {
  if (kind == DatabaseKind::kSqlite) return file;
  std::string shown = kind == DatabaseKind::kPostgresql ? "postgresql://" : "mysql://";
  if (!user.empty()) shown += user + "@";
  shown += host.find(':') == std::string::npos ? host : "[" + host + "]";
  if (!port.empty()) shown += ":" + port;
  return shown + "/" + database;
}

std::string DatabaseUrl::ConnectString() const {
  std::string text;
  if (kind == DatabaseKind::kSqlite) {
    // SOCI has no escape for a quote.
    if (file.find('"') != std::string::npos)
      throw Error(ErrorKind::kFailed, "the path of a store of tallies cannot have a \" in it", file,
                  "choose another place with `directory`");
    return fmt::format("db=\"{}\" timeout=10", file);
  }
  const bool mysql = kind == DatabaseKind::kMysql;
  AppendSetting("host", host, &text);
  AppendSetting("port", port, &text);
  AppendSetting(mysql ? "db" : "dbname", database, &text);
  AppendSetting("user", user, &text);
  AppendSetting("password", password, &text);
  if (mysql) {
    AppendSetting("charset", "utf8mb4", &text);
  } else {
    AppendSetting("client_encoding", "UTF8", &text);
    AppendSetting("application_name", "kindred", &text);
    // libpq prints notices and warnings, also the one that the server is being stopped; we have an Error.
    AppendSetting("options", "-c client_min_messages=error", &text);
  }
  for (const auto& [name, value] : parameters) {
    if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") != std::string::npos)
      RefuseUrl("the URL has a parameter that is no name");
    AppendSetting(name, value, &text);
  }
  return text;
}

std::string DatabaseUrl::WithoutPassword(std::string text) const {
  if (password.empty()) return text;
  for (std::size_t at; (at = text.find(password)) != std::string::npos;)
    text.replace(at, password.size(), "***");
  return text;
}

std::string ReadPasswordFile(const std::string& path) {
  auto fail = [&](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::kFailed, what, path, hint);
  };
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (descriptor < 0) fail("cannot open the file of the password: " + base::SystemWords(errno), "");
  struct stat status;
  char bytes[4096];
  const bool known = ::fstat(descriptor, &status) == 0;
  const ssize_t got = known ? ::read(descriptor, bytes, sizeof bytes) : -1;
  const int error = errno;
  ::close(descriptor);
  if (got < 0) fail("cannot read the file of the password: " + base::SystemWords(error), "");
  if (S_ISREG(status.st_mode) && (status.st_mode & 077) != 0)
    fail("others may read this file of a password", "run 'chmod 600' on it");
  std::string text(bytes, static_cast<std::size_t>(got));
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  return text;
}

}  // namespace kindred::tally

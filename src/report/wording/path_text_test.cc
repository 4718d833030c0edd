// Every byte string must survive each form: the tests read the forms back with independent readers.
#include "report/wording/path_text.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <random>
#include <vector>

#include "kindred/report.h"

namespace kindred::report {
namespace {

// Names that have hurt other programs.
const std::vector<std::string> kNasty = {
    "",
    "plain",
    "/usr/share/doc",
    "with space",
    " leading",
    "trailing ",
    "new\nline",
    "tab\tin",
    "\x1b[31mred",
    "bell\x07",
    "del\x7f",
    "c1 \xc2\x9b"
    "2J",
    "latin1 \xe9t\xe9",
    "utf8 \xc3\xa9t\xc3\xa9",
    "emoji \xf0\x9f\x98\x80",
    "overlong \xc0\xaf",
    "surrogate \xed\xb3\xbf",
    "too high \xf4\x90\x80\x80",
    "cut short \xe2\x82",
    "\xff\xfe",
    "it's",
    "say \"hi\"",
    "back\\slash",
    "looks escaped \\udcff \\n",
    "-dash",
    "=1+1",
    "a,b",
    "$HOME `id` $(id) *?[x] ;|&<>#~!{}",
    "bidi \xe2\x80\xae"
    "cod.txt",
};

std::vector<std::string> RandomNames() {
  // Bytes that matter are more likely than others.
  const std::string interesting =
      "a/ \n\t\"'\\,\x1b\x7f\x80\xbf\xc2\xc3\xa9\xe2\x82\xac\xed\xb3\xf0\x9f\xff$u dc";
  std::mt19937 random(20051);
  std::vector<std::string> names;
  for (int i = 0; i < 3000; ++i) {
    std::string name(random() % 12, '\0');
    for (char& c : name) {
      c = random() % 3 == 0 ? static_cast<char>(1 + random() % 255)
                            : interesting[random() % interesting.size()];
    }
    names.push_back(name);
  }
  names.insert(names.end(), kNasty.begin(), kNasty.end());
  return names;
}

void AppendUtf8(std::uint32_t code, std::string* to) {
  if (code >= 0xDC80 && code <= 0xDCFF) {  // PEP 383
    *to += static_cast<char>(code - 0xDC00);
  } else if (code < 0x80) {
    *to += static_cast<char>(code);
  } else {
    ASSERT_LT(code, 0x800u);
    *to += static_cast<char>(0xC0 | code >> 6);
    *to += static_cast<char>(0x80 | (code & 0x3F));
  }
}

// Undoes backslash escapes of JSON and of CSV names.
std::string Unescape(std::string_view text) {
  std::string name;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      name += text[i];
      continue;
    }
    char kind = text.at(++i);
    if (kind == 'u') {
      AppendUtf8(static_cast<std::uint32_t>(std::stoul(std::string(text.substr(i + 1, 4)), nullptr, 16)),
                 &name);
      i += 4;
    } else {
      name += kind == 'n' ? '\n' : kind == 't' ? '\t' : kind;
    }
  }
  return name;
}

std::string FromJson(const std::string& json) {
  EXPECT_GE(json.size(), 2u);
  return Unescape(std::string_view(json).substr(1, json.size() - 2));
}

std::string FromCsv(std::string_view field) {
  std::string text;
  if (!field.starts_with('"')) {
    EXPECT_EQ(field.find_first_of(",\"\r\n"), std::string_view::npos);
    return Unescape(field);
  }
  field = field.substr(1, field.size() - 2);
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] == '"') {
      EXPECT_EQ(field.at(i + 1), '"');
      ++i;
    }
    text += field[i];
  }
  return Unescape(text);
}

bool HasControl(std::string_view text) {
  for (char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return true;
  }
  return text.find("\xc2\x9b") != std::string_view::npos;
}

bool IsUtf8(const std::string& text) {
  try {
    nlohmann::json(text).dump();
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

TEST(PathText, JsonGivesEveryNameBack) {
  for (const std::string& name : RandomNames()) {
    std::string json = JsonString(name);
    EXPECT_EQ(FromJson(json), name) << json;
    EXPECT_TRUE(IsUtf8(json)) << json;
    EXPECT_FALSE(HasControl(json)) << json;
  }
}

TEST(PathText, JsonOfValidUtf8IsWhatALibraryReads) {
  for (const std::string& name : RandomNames()) {
    if (IsUtf8(name)) {
      EXPECT_EQ(nlohmann::json::parse(JsonString(name)).get<std::string>(), name);
    }
  }
}

TEST(PathText, JsonEscapesInvalidBytesAsPep383) {
  EXPECT_EQ(JsonString("\xff"), R"("\udcff")");
  EXPECT_EQ(JsonString("\xed\xb3\xbf"), R"("\udced\udcb3\udcbf")");
  EXPECT_EQ(JsonString("\xc3\xa9"), "\"\xc3\xa9\"");
  EXPECT_EQ(JsonString("\x1b"), R"("\u001b")");
}

TEST(PathText, CsvGivesEveryNameBackOnOneLine) {
  for (const std::string& name : RandomNames()) {
    std::string field = CsvField(CsvEscaped(name));
    EXPECT_EQ(FromCsv(field), name) << field;
    EXPECT_TRUE(IsUtf8(field)) << field;
    EXPECT_FALSE(HasControl(field)) << field;
  }
}

TEST(PathText, ShortNamesLoseTheirMiddleByWholeCharacters) {
  EXPECT_EQ(BriefName("short.txt", 9), "short.txt");
  EXPECT_EQ(BriefName("abcdefghij", 7), "ab\u2026ghij");
  EXPECT_EQ(BriefName("abc", 1), "\u2026");
  // Two bytes each, and bytes that are not UTF-8: one each.
  EXPECT_EQ(BriefName("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 4), "\xc3\xa9\u2026\xc3\xa9\xc3\xa9");
  EXPECT_EQ(BriefName("a\xff\xff\xff\xff", 4), "a\u2026\xff\xff");
  EXPECT_EQ(QuotePath(BriefName("a\n\n\n\n\n", 4)), "$'a\u2026\\n\\n'");
  const std::string path = "home/" + std::string(4000, 'x') + "/notes.txt";
  EXPECT_EQ(BriefName(path, 100).size(), 99 + std::string("\u2026").size());
  EXPECT_TRUE(BriefName(path, 100).ends_with("xx/notes.txt"));
}

TEST(PathText, QuotePathForms) {
  EXPECT_EQ(QuotePath("/usr/share/doc"), "/usr/share/doc");
  EXPECT_EQ(QuotePath("\xc3\xa9t\xc3\xa9"), "\xc3\xa9t\xc3\xa9");
  EXPECT_EQ(QuotePath(""), "''");
  EXPECT_EQ(QuotePath("a b"), "'a b'");
  EXPECT_EQ(QuotePath("a\\b"), "'a\\b'");
  EXPECT_EQ(QuotePath(" a"), "$' a'");
  EXPECT_EQ(QuotePath("it's"), "$'it\\'s'");
  EXPECT_EQ(QuotePath("a\nb"), "$'a\\nb'");
  EXPECT_EQ(QuotePath("\xff"), "$'\\377'");
}

TEST(PathText, QuotePathAndOneLineTextNeverReachTheTerminalRaw) {
  for (const std::string& name : RandomNames()) {
    EXPECT_FALSE(HasControl(QuotePath(name)));
    EXPECT_TRUE(IsUtf8(QuotePath(name)));
    EXPECT_FALSE(HasControl(OneLineText(name)));
    EXPECT_TRUE(IsUtf8(OneLineText(name)));
  }
}

// The real reader of QuotePath is a shell.
TEST(PathText, BashReadsQuotePathBack) {
  std::string script = testing::TempDir() + "/quote_path_test.sh";
  std::vector<std::string> names = RandomNames();
  FILE* file = fopen(script.c_str(), "w");
  ASSERT_NE(file, nullptr);
  for (const std::string& name : names) {
    std::string line = "printf '%s\\0' " + QuotePath(name) + "\n";
    fwrite(line.data(), 1, line.size(), file);
  }
  fclose(file);
  FILE* shell = popen(("LC_ALL=C bash " + script).c_str(), "r");
  ASSERT_NE(shell, nullptr);
  std::string said;
  for (int c = fgetc(shell); c != EOF; c = fgetc(shell)) said += static_cast<char>(c);
  EXPECT_EQ(pclose(shell), 0);
  remove(script.c_str());
  std::string expected;
  for (const std::string& name : names) expected += name + '\0';
  EXPECT_EQ(said, expected);
}

}  // namespace
}  // namespace kindred::report

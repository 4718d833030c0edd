// Mails written by Python's mail package, through a locked worker: fields, texts in any character set,
// attachments.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;

constexpr const char* kMakeMail = R"(
import email.message, email.policy, mailbox, sys
def mail(text, charset="utf-8", subject="Grüße aus Köln"):
    message = email.message.EmailMessage()
    message["From"] = "Ada <ada@example.org>"
    message["To"] = "bob@example.org"
    message["Subject"] = subject
    message["Date"] = "Tue, 03 Nov 2020 10:00:00 +0000"
    message["X-Spam"] = "no"
    message.set_content(text, charset=charset, cte="quoted-printable" if charset != "us-ascii" else None)
    return message
)";

class Mails : public testing::Test {
 protected:
  void Make(const std::string& code) {
    files_.Write("make.py", kMakeMail + code);
    files_.Run("python3 make.py");
  }
  MadeFiles files_;
  WorkerPool pool_{Programs()};
};

TEST_F(Mails, FieldsAndTextInAnyCharacterSet) {
  Make(R"(
for name, charset, text in [("u", "utf-8", "Überall 日本語\n"), ("l", "iso-8859-1", "Überall\n"),
                            ("w", "windows-1252", "„Zitat“\n"), ("k", "koi8-r", "Привет\n"),
                            ("j", "iso-2022-jp", "日本語\n"), ("s", "shift_jis", "日本語\n"), ("g", "gb18030", "中文\n"),
                            ("b", "big5", "中文\n"), ("e", "euc-kr", "한국어\n")]:
    open(name + ".eml", "wb").write(mail(text, charset).as_bytes())
    open(name + ".txt", "w").write(text)
)");
  for (const std::string name : {"u", "l", "w", "k", "j", "s", "g", "b", "e"}) {
    const Looked looked = files_.Look(pool_, name + ".eml");
    EXPECT_EQ(looked.type, ContainerType::kEml) << name;
    EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << looked.result.reason;
    ASSERT_THAT(looked.order, ElementsAre("text"));
    EXPECT_EQ(looked.parts.at("text"),
              "From: Ada <ada@example.org>\nTo: bob@example.org\nSubject: Grüße aus Köln\n"
              "Date: Tue, 03 Nov 2020 10:00:00 +0000\n\n" +
                  files_.Read(name + ".txt"))
        << name;
  }
}

TEST_F(Mails, AttachmentsAreMembersAndLookedInto) {
  files_.Write("a.txt", "inside");
  files_.Run("zip -q a.zip a.txt");
  Make(R"(
message = mail("body\n", "us-ascii")
message.add_alternative("<p>body</p>", subtype="html")
message.add_attachment(open("a.zip", "rb").read(), maintype="application", subtype="zip", filename="a.zip")
message.add_attachment("notes\n", filename="../Überblick.txt")
message.add_attachment(mail("forwarded\n", "us-ascii", "old"))
open("x.eml", "wb").write(message.as_bytes())
)");
  const Looked looked = files_.Look(pool_, "x.eml");
  EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << looked.result.reason;
  EXPECT_THAT(looked.order, ElementsAre("text", "a.zip", "a.zip//a.txt", "Überblick.txt", "message.eml",
                                        "message.eml//text"));
  EXPECT_THAT(looked.parts.at("text"), HasSubstr("\n\nbody\n"));
  EXPECT_EQ(looked.parts.at("a.zip"), files_.Read("a.zip"));
  EXPECT_EQ(looked.parts.at("a.zip//a.txt"), "inside");
  EXPECT_THAT(looked.parts.at("message.eml//text"), HasSubstr("Subject: old"));
}

TEST_F(Mails, HtmlAloneIsAPart) {
  Make(R"(
message = mail("", "us-ascii")
message.set_content("<p>Grüße</p>\n", subtype="html", charset="iso-8859-1")
open("x.eml", "wb").write(message.as_bytes())
)");
  const Looked looked = files_.Look(pool_, "x.eml");
  EXPECT_THAT(looked.order, ElementsAre("text", "html"));
  EXPECT_EQ(looked.parts.at("html"), "<p>Grüße</p>\n");
}

TEST_F(Mails, AMailboxGivesItsMessages) {
  Make(R"(
box = mailbox.mbox("x.mbox")
for i in range(300):
    box.add(mailbox.mboxMessage(mail(f"text {i}\n\nFrom here on\n" + "x" * i * 20 + "\n", "us-ascii", f"number {i}")))
box.flush()
)");
  const Looked looked = files_.Look(pool_, "x.mbox");
  EXPECT_EQ(looked.type, ContainerType::kMbox);
  EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << looked.result.reason;
  ASSERT_EQ(looked.order.size(), 300u);
  EXPECT_THAT(looked.parts.at("1//text"), HasSubstr("Subject: number 0\n"));
  EXPECT_THAT(looked.parts.at("300//text"), HasSubstr("Subject: number 299\n"));
  EXPECT_THAT(looked.parts.at("300//text"), HasSubstr(std::string(299 * 20, 'x')));
}

}  // namespace
}  // namespace kindred::extract

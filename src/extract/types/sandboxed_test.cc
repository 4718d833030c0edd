// A locked worker gives what one without a sandbox gives: what libraries open late (tables of characters,
// locales, time zones) would be missing silently.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;
using testing_support::RandomText;

TEST(Sandboxed, GivesTheSameParts) {
  MadeFiles files;
  files.Write("text", "Grüße — 日本語\n" + RandomText(3000, 8));
  files.Write("Ordner/Grüße.txt", RandomText(3000, 9));
  for (const char* name : {"x.docx", "x.xlsx", "x.pptx", "x.odt", "x.ods", "x.odp", "x.epub"})
    files.Run(std::string(KINDRED_SOURCE "/tests/make_document ") + name + " <text");
  files.Run(
      "zip -q -r x.zip Ordner x.docx && 7z a x.7z Ordner && tar cJf x.tar.xz Ordner && zstd -q text -o x.zst "
      "&& "
      "mkdir disc && cp -r Ordner disc && genisoimage -quiet -J -R -o x.iso disc && ar rc x.a text && "
      "genisoimage -quiet -J -o joliet.iso disc && cp /bin/true x.elf");
  files.Write("x.eml",
              "From: =?koi8-r?B?8NLJ18XU?= <a@b>\nTo: b\nSubject: =?iso-2022-jp?B?GyRCRnxLXBsoQg==?=\n"
              "MIME-Version: 1.0\nContent-Type: text/plain; charset=windows-1251\n"
              "Content-Transfer-Encoding: quoted-printable\n\n=CF=F0=E8=E2=E5=F2\n");
  WorkerPool locked(Programs(1));
  WorkerPool unlocked(testing_support::UnlockedPrograms(files));
  ASSERT_TRUE(unlocked.Available(ContainerType::kZip)) << unlocked.WhyNot(ContainerType::kZip);
  for (const char* name : {"x.docx", "x.xlsx", "x.pptx", "x.odt", "x.ods", "x.odp", "x.epub", "x.zip", "x.7z",
                           "x.tar.xz", "x.zst", "x.iso", "joliet.iso", "x.a", "x.elf", "x.eml"}) {
    const Looked inside = files.Look(locked, name);
    const Looked outside = files.Look(unlocked, name);
    EXPECT_EQ(outside.result.outcome, Extraction::Outcome::kDone) << name << ": " << outside.result.reason;
    EXPECT_EQ(inside.result.reason, outside.result.reason) << name;
    EXPECT_EQ(inside.order, outside.order) << name;
    EXPECT_TRUE(inside.parts == outside.parts) << name;
    EXPECT_FALSE(outside.parts.empty()) << name;
  }
  const Looked mail = files.Look(locked, "x.eml");
  EXPECT_EQ(mail.parts.at("text"), "From: Привет <a@b>\nTo: b\nSubject: 日本\n\nПривет\n");
}

}  // namespace
}  // namespace kindred::extract

// Archives and compressed streams made by the programs that people make them with, through a locked worker.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;
using testing_support::RandomText;
using Outcome = Extraction::Outcome;

class Archives : public testing::Test {
 protected:
  Archives() {
    files_.Write("a.txt", RandomText(20000, 1));
    files_.Write("docs/b.txt", RandomText(300000, 2));
    files_.Write("docs/empty", "");
    files_.Run("ln -s a.txt link");
  }

  void ExpectMembers(const std::string& name, const std::string& folder = "") {
    const Looked looked = files_.Look(pool_, name);
    EXPECT_EQ(looked.result.outcome, Outcome::kDone) << name << ": " << looked.result.reason;
    EXPECT_EQ(looked.result.reason, "") << name;
    EXPECT_THAT(looked.order,
                UnorderedElementsAre(folder + "a.txt", folder + "docs/b.txt", folder + "docs/empty"))
        << name;
    for (const char* member : {"a.txt", "docs/b.txt", "docs/empty"})
      EXPECT_EQ(looked.parts.at(folder + member), files_.Read(member)) << name;
    EXPECT_EQ(looked.kinds.at(folder + "a.txt"), PartKind::kMember);
  }

  MadeFiles files_;
  WorkerPool pool_{Programs()};
};

TEST_F(Archives, OfEveryKindGiveTheirMembers) {
  files_.Run(
      "tar cf x.tar a.txt docs link && tar czf x.tar.gz a.txt docs && tar cjf x.tbz a.txt docs && "
      "tar cJf x.txz a.txt docs && tar c a.txt docs | zstd -q -o x.tar.zst && tar c a.txt docs | lz4 -q - "
      "x.tar.lz4 && "
      "tar c a.txt docs | compress -c >x.tar.Z && tar cf v7.tar --format=v7 a.txt docs && "
      "tar cf pax.tar --format=pax a.txt docs && "
      "zip -q -r x.zip a.txt docs && zip -q -r --symlinks - a.txt docs link >stream.zip && "
      "7z a x.7z a.txt docs && find a.txt docs link | cpio -o -H newc >x.cpio && "
      "find a.txt docs | cpio -o -H odc >odc.cpio");
  for (const char* name : {"x.tar", "x.tar.gz", "x.tbz", "x.txz", "x.tar.zst", "x.tar.lz4", "x.tar.Z",
                           "v7.tar", "pax.tar", "x.zip", "stream.zip", "x.7z", "x.cpio", "odc.cpio"})
    ExpectMembers(name);
}

TEST_F(Archives, ImagesAndLibrariesAndPackages) {
  files_.Run("mkdir disc && cp -r a.txt docs disc && genisoimage -quiet -R -o x.iso disc && ar rc x.a a.txt");
  ExpectMembers("x.iso");
  const Looked library = files_.Look(pool_, "x.a");
  ASSERT_THAT(library.order, ElementsAre("a.txt")) << library.result.reason;
  EXPECT_EQ(library.parts.at("a.txt"), files_.Read("a.txt"));

  files_.Write("control/control",
               "Package: made\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: x\n");
  files_.Run(
      "mkdir -p deb/DEBIAN deb/usr && cp control/control deb/DEBIAN && cp a.txt deb/usr && "
      "dpkg-deb --root-owner-group -b deb x.deb");
  const Looked package = files_.Look(pool_, "x.deb");
  EXPECT_EQ(package.type, ContainerType::kDeb);
  ASSERT_THAT(package.order, testing::Contains("data.tar.xz//usr/a.txt")) << package.result.reason;
  EXPECT_EQ(package.parts.at("data.tar.xz//usr/a.txt"), files_.Read("a.txt"));
  EXPECT_THAT(package.parts.at("control.tar.xz//control"), HasSubstr("Package: made"));

  files_.Write(
      "made.spec",
      "Name: made\nVersion: 1\nRelease: 1\nSummary: x\nLicense: x\nBuildArch: noarch\n%description\nx\n"
      "%install\nmkdir -p %{buildroot}/usr/share\ncp " +
          files_.Path("a.txt") + " %{buildroot}/usr/share/a.txt\n%files\n/usr/share/a.txt\n");
  files_.Run(
      "HOME=$PWD rpmbuild --define \"_topdir $PWD/rpm\" -bb made.spec && cp rpm/RPMS/noarch/*.rpm x.rpm");
  const Looked rpm = files_.Look(pool_, "x.rpm");
  EXPECT_EQ(rpm.type, ContainerType::kRpm);
  ASSERT_THAT(rpm.order, ElementsAre("usr/share/a.txt")) << rpm.result.reason;
  EXPECT_EQ(rpm.parts.at("usr/share/a.txt"), files_.Read("a.txt")) << rpm.result.reason;
}

TEST_F(Archives, StreamsGiveWhatWasCompressed) {
  files_.Run(
      "gzip -k a.txt && bzip2 -k a.txt && xz -k a.txt && zstd -q a.txt && lz4 -q a.txt a.txt.lz4 && "
      "compress -c a.txt >a.txt.Z && cat a.txt.gz a.txt.gz >twice.gz");
  for (const char* name : {"a.txt.gz", "a.txt.bz2", "a.txt.xz", "a.txt.zst", "a.txt.lz4", "a.txt.Z"}) {
    const Looked looked = files_.Look(pool_, name);
    EXPECT_EQ(looked.result.outcome, Outcome::kDone) << name << ": " << looked.result.reason;
    EXPECT_THAT(looked.order, ElementsAre("stream")) << name;
    EXPECT_EQ(looked.kinds.at("stream"), PartKind::kStream);
    EXPECT_EQ(looked.parts.at("stream"), files_.Read("a.txt")) << name;
  }
  EXPECT_EQ(files_.Look(pool_, "twice.gz").parts.at("stream"), files_.Read("a.txt") + files_.Read("a.txt"));
}

TEST_F(Archives, NestedToADepth) {
  files_.Run("7z a in.7z a.txt && zip -q mid.zip in.7z && tar czf top.tar.gz mid.zip docs/b.txt");
  const Looked three = files_.Look(pool_, "top.tar.gz");
  EXPECT_THAT(three.order, ElementsAre("mid.zip", "mid.zip//in.7z", "mid.zip//in.7z//a.txt", "docs/b.txt"));
  EXPECT_EQ(three.parts.at("mid.zip//in.7z//a.txt"), files_.Read("a.txt"));
  EXPECT_EQ(three.result.reason, "");
  const Looked two = files_.Look(pool_, "top.tar.gz", {.depth = 2});
  EXPECT_THAT(two.order, ElementsAre("mid.zip", "mid.zip//in.7z", "docs/b.txt"));
  EXPECT_EQ(two.result.outcome, Outcome::kDone);
  EXPECT_THAT(two.result.reason, HasSubstr("nested deeper than the limit"));
  EXPECT_THAT(files_.Look(pool_, "top.tar.gz", {.depth = 0}).order, IsEmpty());
}

TEST_F(Archives, NamesStayInsideAndAreUnique) {
  files_.Run(
      "tar cf x.tar -P --transform 's,^,../../,' a.txt && tar rf x.tar -P --transform 's,^,/etc/,' a.txt && "
      "tar rf x.tar a.txt && tar rf x.tar ./a.txt && tar rf x.tar --transform 's,.*,a.txt#2,' docs/empty");
  files_.Write("tab\tand\xff", "");
  files_.Run("tar rf x.tar tab*");
  const Looked looked = files_.Look(pool_, "x.tar");
  EXPECT_EQ(looked.result.outcome, Outcome::kDone) << looked.result.reason;
  EXPECT_THAT(looked.order,
              ElementsAre("a.txt", "etc/a.txt", "a.txt#2", "a.txt#3", "a.txt#2#2", "tab\tand\xff"));
}

TEST_F(Archives, WhatWasFinishedBeforeADamageIsKept) {
  files_.Run("zip -q -r x.zip a.txt docs && tar cf - a.txt docs | gzip >x.tar.gz");
  std::string cut = files_.Read("x.tar.gz");
  files_.Write("cut.tar.gz", cut.substr(0, cut.size() / 2));
  const Looked half = files_.Look(pool_, "cut.tar.gz");
  EXPECT_EQ(half.result.outcome, Outcome::kRefused);
  EXPECT_EQ(half.parts.at("a.txt"), files_.Read("a.txt"));
  EXPECT_EQ(half.parts.count("docs/b.txt"), 0u);

  // A byte of the second member's data: its sum is wrong, the third is still good.
  std::string flipped = files_.Read("x.zip");
  flipped[flipped.size() / 2] ^= 1;
  files_.Write("flipped.zip", flipped);
  const Looked bad = files_.Look(pool_, "flipped.zip");
  EXPECT_EQ(bad.parts.at("a.txt"), files_.Read("a.txt"));
  EXPECT_EQ(bad.parts.count("docs/b.txt"), 0u) << bad.result.reason;
  EXPECT_THAT(bad.result.reason, testing::Not(IsEmpty()));
}

TEST_F(Archives, EncryptedMembersAreLeftOutAndNamed) {
  files_.Run("zip -q -P secret x.zip a.txt && zip -q x.zip docs/b.txt");
  const Looked looked = files_.Look(pool_, "x.zip");
  EXPECT_THAT(looked.order, ElementsAre("docs/b.txt"));
  EXPECT_THAT(looked.result.reason, HasSubstr("a.txt"));
}

TEST_F(Archives, NamesInOtherAlphabets) {
  files_.Write("Grüße/日本.txt", "x");
  files_.Run("zip -q -r u.zip Grüße && 7z a u.7z Grüße && tar cf u.tar --format=pax Grüße");
  for (const char* name : {"u.zip", "u.7z", "u.tar"})
    EXPECT_THAT(files_.Look(pool_, name).order, ElementsAre("Grüße/日本.txt")) << name;
}

TEST_F(Archives, MediaTypesAreAskedInAWorker) {
  files_.Run("gzip -k a.txt");
  const int fd = ::open(files_.Path("a.txt.gz").c_str(), O_RDONLY | O_CLOEXEC);
  EXPECT_EQ(pool_.MediaType(fd), "application/gzip");
  ::close(fd);
}

}  // namespace
}  // namespace kindred::extract

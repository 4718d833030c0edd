// Pictures and sound made by Pillow and lame: another caption leaves the payload as it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/made_files.h"

namespace kindred::extract {
namespace {

using namespace std::string_literals;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing_support::Looked;
using testing_support::MadeFiles;
using testing_support::Programs;

class Media : public testing::Test {
 protected:
  void Make(const std::string& code) {
    files_.Write("make.py",
                 "import random\nfrom PIL import Image, PngImagePlugin\nrandom.seed(1)\n"
                 "picture = Image.new('RGB', (64, 64))\n"
                 "picture.putdata([(random.randrange(256), x % 256, 7) for x in range(4096)])\n" +
                     code);
    files_.Run("/usr/bin/python3 make.py");
  }
  Looked Split(const std::string& name) {
    Looked looked = files_.Look(pool_, name);
    EXPECT_EQ(looked.result.outcome, Extraction::Outcome::kDone) << name << ": " << looked.result.reason;
    EXPECT_THAT(looked.order, Contains("payload")) << name;
    return looked;
  }
  MadeFiles files_;
  WorkerPool pool_{Programs()};
};

TEST_F(Media, AJpegWithAnotherCaptionIsTheSamePicture) {
  Make(
      "for name, options in [('a', {}), ('b', {'comment': b'A caption of the picture'}), ('p', "
      "{'progressive': True})]:\n"
      "    picture.save(name + '.jpg', quality=80, **options)\n"
      "exif = Image.Exif(); exif[270] = 'described'\npicture.save('c.jpg', quality=80, exif=exif)\n");
  const Looked plain = Split("a.jpg");
  const Looked commented = Split("b.jpg");
  const Looked described = Split("c.jpg");
  EXPECT_EQ(plain.type, ContainerType::kJpeg);
  EXPECT_GT(plain.parts.at("payload").size(), 2000u);
  EXPECT_EQ(plain.parts.at("payload"), commented.parts.at("payload"));
  EXPECT_EQ(plain.parts.at("payload"), described.parts.at("payload"));
  EXPECT_THAT(commented.parts.at("metadata"), HasSubstr("A caption of the picture"));
  EXPECT_THAT(described.parts.at("metadata"), HasSubstr("described"));
  EXPECT_EQ(plain.kinds.at("payload"), PartKind::kPayload);
  EXPECT_EQ(plain.kinds.at("metadata"), PartKind::kMetadata);
  // The tables of the encoder are in neither.
  const std::string quantisation = files_.Read("a.jpg").substr(files_.Read("a.jpg").find("\xff\xdb") + 5, 64);
  EXPECT_EQ(plain.parts.at("payload").find(quantisation), std::string::npos);
  EXPECT_EQ(plain.parts.at("metadata").find(quantisation), std::string::npos);
  Split("p.jpg");  // several scans
}

TEST_F(Media, PngAndTiff) {
  Make(
      "picture.save('a.png')\ninfo = PngImagePlugin.PngInfo(); info.add_text('Title', 'a title of it')\n"
      "picture.save('b.png', pnginfo=info)\n"
      "picture.save('a.tif')\npicture.save('b.tif', description='a title of it')\n"
      "picture.save('pages.tif', save_all=True, append_images=[picture.rotate(90)])\n");
  for (const char* extension : {".png", ".tif"}) {
    const Looked a = Split("a"s + extension);
    const Looked b = Split("b"s + extension);
    EXPECT_EQ(a.parts.at("payload"), b.parts.at("payload")) << extension;
    EXPECT_THAT(b.parts.at("metadata"), HasSubstr("a title of it")) << extension;
  }
  EXPECT_EQ(Split("a.tif").parts.at("payload").size(), 64u * 64 * 3);
  EXPECT_EQ(Split("pages.tif").parts.at("payload").size(), 2u * 64 * 64 * 3);
}

TEST_F(Media, SoundWithOtherTags) {
  files_.Write("make.py",
               "import math, struct, wave\nsound = wave.open('a.wav', 'wb')\nsound.setparams((1, 2, 44100, "
               "0, 'NONE', ''))\n"
               "sound.writeframes(b''.join(struct.pack('<h', int(9000 * math.sin(i * i / 9e5))) for i in "
               "range(88200)))\n");
  files_.Run(
      "python3 make.py && lame --quiet a.wav plain.mp3 && "
      "lame --quiet --add-id3v2 --tt 'A long title of a song' --ta Someone a.wav b.mp3 && "
      "lame --quiet --id3v1-only --tt 'Short title' a.wav c.mp3");
  const Looked plain = Split("plain.mp3");
  const Looked second = Split("b.mp3");
  const Looked first = Split("c.mp3");
  EXPECT_EQ(plain.type, ContainerType::kMp3);
  EXPECT_GT(plain.parts.at("payload").size(), 10000u);
  EXPECT_EQ(plain.parts.at("payload"), second.parts.at("payload"));
  EXPECT_EQ(plain.parts.at("payload"), first.parts.at("payload"));
  EXPECT_THAT(second.parts.at("metadata"), HasSubstr("A long title of a song"));
  EXPECT_THAT(first.parts.at("metadata"), HasSubstr("Short title"));
}

// Boxes as in ISO 14496-12; no small program of Debian writes films.
TEST_F(Media, FilmsWithOtherTitles) {
  const auto box = [](const std::string& type, const std::string& body) {
    const auto size = static_cast<unsigned>(body.size() + 8);
    std::string head;
    for (int shift = 24; shift >= 0; shift -= 8) head += static_cast<char>(size >> shift);
    return head + type + body;
  };
  const std::string frames = testing_support::RandomText(50000, 9);
  const std::string start = box("ftyp", "mp42\0\0\0\0mp42isom"s);
  files_.Write("a.mp4", start + box("moov", box("trak", box("stbl", "offsets"))) + box("mdat", frames));
  files_.Write("b.mp4", start +
                            box("moov", box("trak", box("stbl", "other offsets")) + box("udta", "A title")) +
                            box("free", "") + "\0\0\0\1mdat\0\0\0\0\0\0\xc3\x60"s + frames);
  const Looked a = Split("a.mp4");
  const Looked b = Split("b.mp4");
  EXPECT_EQ(a.type, ContainerType::kMp4);
  EXPECT_EQ(a.parts.at("payload"), frames);
  EXPECT_EQ(b.parts.at("payload"), frames);
  EXPECT_EQ(b.parts.at("metadata"), "A title");
  EXPECT_EQ(a.parts.count("metadata"), 0u);
}

TEST_F(Media, AFileWithoutAPictureIsRefused) {
  files_.Write("x.jpg", "\xff\xd8\xff\xe0\0\x04xx"s);
  EXPECT_EQ(files_.Look(pool_, "x.jpg").result.outcome, Extraction::Outcome::kRefused);
  files_.Write("loop.tif", "II*\0\x08\0\0\0\0\0\x08\0\0\0"s);  // a directory that is its own successor
  EXPECT_EQ(files_.Look(pool_, "loop.tif").result.outcome, Extraction::Outcome::kRefused);
}

}  // namespace
}  // namespace kindred::extract

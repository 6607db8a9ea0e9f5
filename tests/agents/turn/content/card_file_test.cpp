#include "agents/turn/content/base64.hpp"
#include "agents/turn/content/card.hpp"
#include "agents/turn/content/png.hpp"
#include "agents/turn/content/zip.hpp"
#include "agents/turn/limits.hpp"
#include "state/json/json_text.hpp"
#include "tests/agents/turn/content/made_files.hpp"
#include "tests/agents/turn/content/told.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

using content_test::png_chunk;
using content_test::png_signature;
using content_test::png_text;
using content_test::png_with;
using content_test::to_base64;
using content_test::told;
using content_test::words_of;
using content_test::zip_of;
using content_test::ZipFile;
using testing::ElementsAre;
using testing::HasSubstr;

std::string card_json(std::string const& name) {
  return compact(Json{{"spec", "chara_card_v2"}, {"data", {{"name", name}, {"description", "d"}}}});
}

std::string chara(std::string const& name, std::string const& keyword = "chara") {
  return png_text(keyword, to_base64(card_json(name)));
}

std::string name_in(CardRead const& read) {
  return read.draft ? read.draft->character.name : words_of(read.findings);
}

/// The message of the only error.
std::string png_refused(std::string_view bytes) {
  auto const read = read_png_card("lena.png", bytes, {});
  EXPECT_FALSE(read.draft);
  EXPECT_EQ(read.findings.size(), 1U);
  EXPECT_EQ(read.findings.at(0).code, "turn.image");
  return words_of(read.findings);
}

std::string zip_refused(std::string_view bytes) {
  auto const read = read_charx_card("lena.charx", bytes, {});
  EXPECT_FALSE(read.draft);
  EXPECT_EQ(read.findings.size(), 1U);
  EXPECT_EQ(read.findings.at(0).code, "turn.archive");
  return words_of(read.findings);
}

TEST(PngCard, IsReadFromItsText) {
  EXPECT_EQ(name_in(read_png_card("x", png_with({png_text("Comment", "hello"), chara("Lena")}), {})), "Lena");
  EXPECT_EQ(name_in(read_png_card("x", png_with({chara("Old"), chara("New", "ccv3")}), {})), "New");
  EXPECT_EQ(name_in(read_png_card("x", png_with({chara("First"), chara("Second")}), {})), "First");
}

TEST(PngCard, WhatFollowsTheEndIsIgnored) {
  EXPECT_EQ(
      name_in(read_png_card("x", png_with({chara("Lena")}) + png_chunk("tEXt", chara("Late", "ccv3")), {})),
      "Lena");
  EXPECT_EQ(name_in(read_png_card("x", png_with({chara("Lena")}) + std::string(1000, '\xff'), {})), "Lena");
  EXPECT_THAT(png_refused(png_with({}) + png_chunk("tEXt", chara("Late"))), HasSubstr("no character card"));
}

TEST(PngCard, IsWrittenInPlaceOfTheFormerOneAndReadAgain) {
  auto const picture = png_with({png_text("Comment", "hello"), chara("Old"), chara("Old", "ccv3")}) + "rest";
  auto const text = to_base64(card_json("New"));
  auto const written =
      with_png_texts("x", picture, std::array{PngText{"chara", text}, PngText{"ccv3", text}});
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(name_in(read_png_card("x", *written, {})), "New");
  auto const texts = png_texts("x", *written);
  ASSERT_TRUE(texts);
  ASSERT_EQ(texts->size(), 3U);
  EXPECT_EQ(texts->at(0).text, "hello");
  EXPECT_FALSE(written->ends_with("rest"));
  EXPECT_FALSE(with_png_texts("x", "GIF89a", {}));
  EXPECT_EQ(*with_png_texts("x", png_with({}), {}), png_with({}));
  std::string const huge(largest_card_file, 'A');
  EXPECT_FALSE(with_png_texts("x", picture, std::array{PngText{"chara", huge}}));
}

TEST(PngCard, DamageIsRefused) {
  auto const sound = png_with({chara("Lena")});
  auto damaged = sound;
  damaged[60] = static_cast<char>(damaged[60] ^ 1);
  EXPECT_THAT(png_refused(damaged), HasSubstr("checksum of the chunk tEXt"));
  for (std::size_t const size : {8UL, 9UL, 30UL, 60UL, sound.size() - 12, sound.size() - 1})
    EXPECT_THAT(png_refused(sound.substr(0, size)), HasSubstr("ends too early")) << size;
  EXPECT_THAT(png_refused("\xff\xd8\xff\xe0 a picture"), HasSubstr("does not begin like a PNG"));
  EXPECT_THAT(png_refused(""), HasSubstr("does not begin like a PNG"));
}

TEST(PngCard, LengthsLeadNowhereElse) {
  auto const begin = png_signature() + png_chunk("IHDR", std::string(13, '\1'));
  for (std::string const length : {"\xff\xff\xff\xff", "\x7f\xff\xff\xff"})
    EXPECT_THAT(png_refused(begin + length + "tEXtchara"), HasSubstr("ends too early"));
  EXPECT_THAT(
      png_refused(begin + std::string("\0\0\0\x10", 4) + std::string("tE\0tchara", 9) + std::string(20, 'x')),
      HasSubstr("not a PNG chunk"));
  EXPECT_THAT(png_refused(png_signature() + std::string((16 << 20), '\0')), HasSubstr("too large"));
}

TEST(PngCard, HasOneHeader) {
  auto const header = png_chunk("IHDR", std::string(13, '\1'));
  auto const rest = png_chunk("tEXt", chara("Lena")) + png_chunk("IEND", "");
  EXPECT_THAT(png_refused(png_signature() + header + header + rest), HasSubstr("second header"));
  EXPECT_THAT(png_refused(png_signature() + rest), HasSubstr("does not begin with its header"));
  EXPECT_THAT(png_refused(png_signature() + png_chunk("IHDR", "short") + rest), HasSubstr("header"));
}

RC_GTEST_PROP(PngCard, Base64IsReadAsItWasWritten, (std::string const& bytes)) {
  auto const text = turn::to_base64(bytes);
  RC_ASSERT(text == content_test::to_base64(bytes));
  RC_ASSERT(from_base64(text).bytes == bytes);
}

TEST(PngCard, Base64IsStrict) {
  auto const encoded = to_base64(card_json("Lena"));
  for (auto const& text :
       {encoded + "\n", " " + encoded, encoded + "=", encoded.substr(0, encoded.size() - 1),
        encoded.substr(0, 8) + "-_" + encoded.substr(10), encoded + "!!!!", std::string("A=AA")})
    EXPECT_THAT(png_refused(png_with({png_text("chara", text)})), HasSubstr("not base64")) << text;
  EXPECT_EQ(from_base64("").bytes, "");
  EXPECT_EQ(from_base64("Zg==").bytes, "f");
  EXPECT_TRUE(from_base64("Zh==").fault); // non-zero bits left over
  EXPECT_TRUE(from_base64("Z").fault);
  EXPECT_TRUE(from_base64("====").fault);
}

RC_GTEST_PROP(Base64Property, AnyBytesComeBack, (std::string const& bytes)) {
  auto const read = from_base64(to_base64(bytes));
  RC_ASSERT(!read.fault);
  RC_ASSERT(read.bytes == bytes);
}

TEST(PngCard, WhatIsInsideIsJudgedAsJson) {
  auto const read = read_png_card("lena.png", png_with({png_text("chara", to_base64("{\"name\": \n}"))}), {});
  ASSERT_FALSE(read.draft);
  EXPECT_EQ(read.findings[0].file, "lena.png (chara)");
  EXPECT_EQ(read.findings[0].line, 2U);
  auto const broken = read_png_card("x", png_with({png_text("chara", to_base64("\xff\xfe{}"))}), {});
  EXPECT_TRUE(has_error(broken.findings));
}

TEST(CharxCard, IsReadFromTheArchive) {
  ZipFile const icon{.name = "assets/icon.png", .content = std::string(5000, 'p'), .deflate = false};
  ZipFile const card{.name = "card.json", .content = card_json("Lena")};
  EXPECT_EQ(name_in(read_charx_card("x", zip_of({icon, card}), {})), "Lena");
  auto plain = card;
  plain.deflate = false;
  EXPECT_EQ(name_in(read_charx_card("x", zip_of({plain, icon}, "a comment"), {})), "Lena");
  auto streamed = card;
  streamed.flags = 8; // the sizes follow the data too
  EXPECT_EQ(name_in(read_charx_card("x", zip_of({streamed}), {})), "Lena");
}

TEST(CharxCard, WhatIsNotTrueIsRefused) {
  ZipFile const sound{.name = "card.json", .content = card_json("Lena")};
  auto const with = [&](auto change) {
    auto file = sound;
    change(file);
    return zip_refused(zip_of({file}));
  };
  EXPECT_THAT(with([](ZipFile& file) { file.flags = 1; }), HasSubstr("encrypted"));
  EXPECT_THAT(with([](ZipFile& file) { file.claimed_method = 12; }), HasSubstr("method 12"));
  EXPECT_THAT(with([](ZipFile& file) { file.claimed_sum = 7; }), HasSubstr("checksum"));
  EXPECT_THAT(with([](ZipFile& file) { file.claimed_size = 10; }), HasSubstr("not as long as it says"));
  EXPECT_THAT(with([](ZipFile& file) { file.claimed_size = 1000; }), HasSubstr("not as long as it says"));
  EXPECT_THAT(with([](ZipFile& file) { file.claimed_size = largest_document + 1; }), HasSubstr("more than"));
  EXPECT_THAT(with([](ZipFile& file) { file.claimed_size = 0xFFFFFFFF; }), HasSubstr("zip64"));
  EXPECT_THAT(with([](ZipFile& file) { file.local_name = "card.jsox"; }), HasSubstr("contradicts"));
  EXPECT_THAT(with([](ZipFile& file) { file.name = "Card.json"; }), HasSubstr("no card.json"));
  EXPECT_THAT(zip_refused(zip_of({sound, sound})), HasSubstr("twice"));
  EXPECT_THAT(with([](ZipFile& file) {
                file.deflate = false;
                file.claimed_size = 3;
              }),
              HasSubstr("contradict"));
}

TEST(CharxCard, ABombIsNotUnpacked) {
  ZipFile const bomb{.name = "card.json", .content = std::string(largest_document, ' ')};
  EXPECT_THAT(zip_refused(zip_of({bomb})), HasSubstr("claim to be"));
  auto lying = bomb;
  lying.claimed_size = 20'000;
  EXPECT_THAT(zip_refused(zip_of({lying})), HasSubstr("not as long as it says"));
}

TEST(CharxCard, ADamagedDirectoryIsRefused) {
  auto const sound = zip_of({{.name = "card.json", .content = card_json("Lena")}});
  auto const end = sound.size() - content_test::zip_end_size;
  auto const with = [&](std::size_t at, std::string_view bytes) {
    auto damaged = sound;
    damaged.replace(at, bytes.size(), bytes);
    return zip_refused(damaged);
  };
  EXPECT_THAT(with(end + 16, "\xff\xff\xff\xff"), HasSubstr("zip64"));
  EXPECT_THAT(with(end + 16, "\xf0\xff\xff\x7f"), HasSubstr("directory"));
  EXPECT_THAT(with(end + 12, std::string_view("\0\0\0\0", 4)), HasSubstr("directory"));
  EXPECT_THAT(with(end + 4, "\1"), HasSubstr("one part of several"));
  EXPECT_THAT(with(end + 10, "\2"), HasSubstr("one part of several"));
  EXPECT_THAT(with(end + 8, std::string_view("\2\0\2\0", 4)), HasSubstr("directory is damaged"));
  EXPECT_THAT(with(end, "PK\5\7"), HasSubstr("no directory"));
  EXPECT_THAT(zip_refused(sound.substr(0, sound.size() - 1)), HasSubstr("no directory"));
  EXPECT_THAT(zip_refused(sound.substr(0, 10)), HasSubstr("too early"));
  EXPECT_THAT(zip_refused(sound + "x"), HasSubstr("no directory"));
  EXPECT_THAT(zip_refused(std::string((16 << 20) + 1, 'P')), HasSubstr("too large"));
}

RC_GTEST_PROP(CardFileProperty, NoFlippedByteDoesHarm, ()) {
  static std::string const png = png_with({chara("Lena")});
  static std::string const zip = zip_of({{.name = "card.json", .content = card_json("Lena")}});
  for (auto bytes : {png, zip}) {
    auto const at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[at] = *rc::gen::arbitrary<char>();
    bytes.resize(*rc::gen::inRange<std::size_t>(at, bytes.size() + 1));
    for (auto const& read : {read_png_card("x", bytes, {}), read_charx_card("x", bytes, {})})
      RC_ASSERT(read.draft.has_value() != has_error(read.findings));
  }
}

} // namespace
} // namespace artifactd::turn

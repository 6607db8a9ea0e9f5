#include "state/vocabulary/names.hpp"
#include "tests/support/kinds.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <simdjson.h>

namespace artifactd {
namespace {

bool accepted(std::string_view text) {
  return Name::parse(text).has_value();
}

TEST(Name, IsLettersDigitsDotsUnderscoresAndDashes) {
  for (std::string_view text :
       {"a", "Z", "0", "synthesis-agent", "a.b", "a_b", "A-1.x_2", "kg", "a.lock", "states"})
    EXPECT_TRUE(accepted(text)) << text;
  for (std::string_view text :
       {"", ".", "..", ".a", "-a", "_a", "a b", "a/b", "a\\b", "a\nb", "a\"b", "a;b", "ä"})
    EXPECT_FALSE(accepted(text)) << text;
  EXPECT_FALSE(accepted(std::string_view("a\0b", 3)));
}

TEST(Name, HasAtMost64Characters) {
  EXPECT_TRUE(accepted(std::string(64, 'a')));
  EXPECT_FALSE(accepted(std::string(65, 'a')));
}

TEST(Name, DoesNotEndLikeASignalOfAnyKind) {
  for (std::string_view text :
       {"a.kg", "a.state", "a.rule", "a.edit", "a.report", "a.turn", "a.b.kg", "state"})
    EXPECT_FALSE(accepted(text)) << text;
  for (std::string_view text : {"a.kg.x", "akg", "a.kgx", "a.xkg", "turn"})
    EXPECT_TRUE(accepted(text)) << text;
}

TEST(SignalFile, OfADocumentIsItsOwnName) {
  auto document = parse_signal_file("state.json", test::kinds());
  EXPECT_EQ(document.form, SignalForm::document);
  EXPECT_EQ(document.signal, document_signal(test::document_kind));
  EXPECT_EQ(parse_signal_file("state.json.error", test::kinds()).form, SignalForm::refused);
  EXPECT_EQ(parse_signal_file("state.json.error", test::kinds()).signal,
            document_signal(test::document_kind));
  for (auto const* name : {"state.state.lock", "state.json.error.error"})
    EXPECT_EQ(parse_signal_file(name, test::kinds()).form, SignalForm::none) << name;
  EXPECT_EQ(parse_signal_file("a.state.lock", test::kinds()).form, SignalForm::unknown_kind);
  EXPECT_EQ(signal_word(document_signal(test::document_kind)), "state");
}

TEST(Kind, IsAWordOfUpToSixteenSmallLetters) {
  EXPECT_EQ(kg_kind.word(), "kg");
  EXPECT_EQ(Kind::parse("kg"), kg_kind);
  EXPECT_EQ(Kind::parse("abcdefghijklmnop")->word(), "abcdefghijklmnop");
  for (auto const* word : {"KG", "", "k-g", "k1", "abcdefghijklmnopq"})
    EXPECT_FALSE(Kind::parse(word)) << word;
}

TEST(Kinds, AreFoundByWordAndDocument) {
  EXPECT_EQ(test::kinds().find("rule"), rule_kind);
  EXPECT_EQ(test::kinds().find("rule")->traits().pace, Pace::slow);
  EXPECT_FALSE(test::kinds().find("toy"));
  EXPECT_EQ(test::kinds().of_document("state.json"), test::document_kind);
  EXPECT_FALSE(test::kinds().of_document("kg.json"));
  EXPECT_EQ(test::kinds().signal_words(), "edit, kg and rule");
}

struct FileCase {
  std::string_view file;
  SignalForm form;
  std::string_view name;
};

class SignalFileName : public testing::TestWithParam<FileCase> {};

TEST_P(SignalFileName, MeansWhatItSays) {
  auto [file, form, expected] = GetParam();
  auto parsed = parse_signal_file(file, test::kinds());
  EXPECT_EQ(parsed.form, form);
  EXPECT_EQ(parsed.signal ? parsed.signal->name.str() : "", expected);
}

INSTANTIATE_TEST_SUITE_P(
    All, SignalFileName,
    testing::Values(FileCase{"a.kg.lock", SignalForm::pending, "a"},
                    FileCase{"a.kg.lock.error", SignalForm::refused, "a"},
                    FileCase{"a.b-c.kg.lock", SignalForm::pending, "a.b-c"},
                    FileCase{"a.lock.kg.lock", SignalForm::pending, "a.lock"},
                    FileCase{"a.lock", SignalForm::none, ""}, FileCase{"kg.lock", SignalForm::none, ""},
                    FileCase{"a.zz.lock", SignalForm::unknown_kind, ""},
                    FileCase{"a.kg", SignalForm::none, ""}, FileCase{"a.kg.lock.bak", SignalForm::none, ""},
                    FileCase{"a.kg.lock.error.error", SignalForm::none, ""},
                    FileCase{"a.KG.lock", SignalForm::none, ""}, FileCase{"", SignalForm::none, ""},
                    FileCase{".error", SignalForm::none, ""}, FileCase{".kg.lock", SignalForm::bad_name, ""},
                    FileCase{"a b.kg.lock", SignalForm::bad_name, ""},
                    FileCase{"x\",\"y\":\".kg.lock", SignalForm::bad_name, ""},
                    FileCase{"state.kg.lock", SignalForm::bad_name, ""},
                    FileCase{"a.kg.kg.lock", SignalForm::bad_name, ""},
                    FileCase{"-rf.kg.lock.error", SignalForm::bad_name, ""}));

RC_GTEST_PROP(SignalFileName, GivesBackEveryNameItIsMadeFrom, ()) {
  auto const text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("abzAZ09._-")));
  auto name = Name::parse(text);
  RC_PRE(name.has_value());
  auto pending = parse_signal_file(text + ".kg.lock", test::kinds());
  RC_ASSERT(pending.form == SignalForm::pending);
  RC_ASSERT(pending.signal == (SignalName{*name, kg_kind}));
  RC_ASSERT(parse_signal_file(text + ".kg.lock.error", test::kinds()).signal == pending.signal);
}

TEST(Printable, LeavesReadableTextAlone) {
  EXPECT_EQ(printable("plain, grün, 日本, 😀"), "plain, grün, 日本, 😀");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, ShowsControlBytesAndBrokenUtf8) {
  EXPECT_EQ(printable("a\nb\tc\x1b[31m\x7f"), "a\\x0ab\\x09c\\x1b[31m\\x7f");
  EXPECT_EQ(printable("\xff\xc3(\xe2\x82"), "\\xff\\xc3(\\xe2\\x82");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80"); // a surrogate in UTF-8
  EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(Printable, ShowsMarksThatReorderOrHideText) {
  EXPECT_EQ(printable("a\u202eb"), "a\\xe2\\x80\\xaeb");
  EXPECT_EQ(printable("\u200b"), "\\xe2\\x80\\x8b");
  EXPECT_EQ(printable("\ufeff"), "\\xef\\xbb\\xbf");
  EXPECT_EQ(printable("\u0085"), "\\xc2\\x85");      // a C1 control
  EXPECT_EQ(printable("\u061c"), "\\xd8\\x9c");      // the Arabic letter mark
  EXPECT_EQ(printable("\u2060"), "\\xe2\\x81\\xa0"); // the word joiner
  EXPECT_EQ(printable("\u2068"), "\\xe2\\x81\\xa8"); // first strong isolate
  EXPECT_EQ(printable("\u00ad"), "\\xc2\\xad");      // the soft hyphen
}

RC_GTEST_PROP(Printable, IsOneLineOfSoundText, (std::string const& text)) {
  auto shown = printable(text);
  RC_ASSERT(simdjson::validate_utf8(shown));
  for (char each : shown)
    RC_ASSERT(static_cast<unsigned char>(each) >= 0x20 && each != 0x7f);
  RC_ASSERT(printable(shown) == shown);
}

} // namespace
} // namespace artifactd

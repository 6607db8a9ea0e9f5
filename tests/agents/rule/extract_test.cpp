#include "agents/rule/coercion.hpp"
#include "agents/rule/extract.hpp"
#include "tests/agents/rule/judged.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd::extraction {
namespace {

using test::extracted;

std::string typed(std::string_view text, FieldType type) {
  auto const value = coerced(text, type);
  return value ? value->dump() : "refused";
}

TEST(Extract, SEGCountsFromBothEnds) {
  std::string const path = "/data/mission_042/2024-01-15/readings.csv";
  EXPECT_EQ(extracted({"from: segment(-1)"}, path), R"({"x":"readings.csv"})");
  EXPECT_EQ(extracted({"from: segment(-2)"}, path), R"({"x":"2024-01-15"})");
  EXPECT_EQ(extracted({"from: segment(0)"}, path), R"({"x":"data"})");
  EXPECT_EQ(extracted({"from: segment(3)"}, path), R"({"x":"readings.csv"})");
  EXPECT_EQ(extracted({"from: segment(-4)"}, path), R"({"x":"data"})");
}

TEST(Extract, SEGOutOfRangeOrHugeIsNoValue) {
  for (std::string const n : {"4", "-5", "99999999999999999999999", "-99999999999999999999999",
                              "-9223372036854775808", "9223372036854775807"})
    EXPECT_EQ(extracted({"from: segment(" + n + ")"}, "/data/a/b/c.csv"), "EMPTY_EXTRACTION") << n;
}

TEST(Extract, SourcesAreThePathAndItsParts) {
  EXPECT_EQ(extracted({"from: filename"}, "/data/a.tar.gz"), R"({"x":"a.tar.gz"})");
  EXPECT_EQ(extracted({"from: full_path"}, "/data/a.csv"), R"({"x":"/data/a.csv"})");
}

TEST(Extract, RELIsBelowTheRoot) {
  EXPECT_EQ(extracted({"from: rel_path"}, "/data/x/a.csv", "/data"), R"({"x":"x/a.csv"})");
  EXPECT_EQ(extracted({"from: rel_path"}, "/data/x/a.csv", "/data/"), R"({"x":"x/a.csv"})");
  EXPECT_EQ(extracted({"from: rel_path"}, "/data/x/a.csv"), R"({"x":"data/x/a.csv"})");
  EXPECT_EQ(extracted({"from: rel_path"}, "x/a.csv", "/data"), R"({"x":"x/a.csv"})");
}

TEST(Extract, WINBackslashesBecomeSlashesInValues) {
  std::string const path = "C:\\data\\x\\a.csv";
  EXPECT_EQ(extracted({"from: full_path"}, path), R"({"x":"C:/data/x/a.csv"})");
  EXPECT_EQ(extracted({"from: segment(-2)"}, path), R"({"x":"x"})");
  EXPECT_EQ(extracted({"from: rel_path"}, path, "C:\\data"), R"({"x":"x/a.csv"})");
  EXPECT_EQ(test::judged_field({"from: filename"}, path).trial.preview.at(0).path, path);
}

TEST(Extract, PatternIsSearchedAndItsFirstGroupCounts) {
  EXPECT_EQ(extracted({"from: filename", "pattern: '[0-9]{4}'"}, "/d/x_2024_y"), R"({"x":"2024"})");
  EXPECT_EQ(extracted({"from: filename", "pattern: '([a-z])_([0-9]+)'"}, "/d/x_2024_y"), R"({"x":"x"})");
  EXPECT_EQ(extracted({"from: filename", "pattern: '^2024'"}, "/d/x_2024"), "EMPTY_EXTRACTION");
}

TEST(Extract, RE2DigitsAreAscii) {
  EXPECT_EQ(extracted({"from: filename", "pattern: '^\\d+$'"}, "/d/١٢"), "EMPTY_EXTRACTION");
}

TEST(Extract, EMPTYSTRAnEmptyCaptureIsAValue) {
  EXPECT_EQ(extracted({"from: filename", "pattern: 'a(.*)'"}, "/d/a"), R"({"x":""})");
  EXPECT_EQ(extracted({"from: filename", "pattern: 'a(.*)'", "default: 1"}, "/d/a"), R"({"x":""})");
}

TEST(Extract, DEFAULTStandsInForWhateverYieldsNothing) {
  EXPECT_EQ(extracted({"from: segment(9)", "default: none"}, "/d/a"), R"({"x":"none"})");
  EXPECT_EQ(extracted({"from: filename", "pattern: b", "default: none"}, "/d/a"), R"({"x":"none"})");
  EXPECT_EQ(extracted({"from: filename", "pattern: 'a(b)?'", "default: none"}, "/d/a"), R"({"x":"none"})");
  EXPECT_EQ(extracted({"from: filename", "type: integer", "default: none"}, "/d/a"), R"({"x":"none"})");
}

TEST(Extract, DEFAULTIsEmittedAsItIs) {
  EXPECT_EQ(
      extracted({"from: segment(9)", "type: date", "normalize: uppercase", "default: {a: [1, x]}"}, "/d/a"),
      R"({"x":{"a":[1,"x"]}})");
  EXPECT_EQ(extracted({"from: segment(9)", "default: null"}, "/d/a"), R"({"x":null})");
}

TEST(Extract, ZEROOrderIsSourcePatternNormalizeType) {
  EXPECT_EQ(
      extracted({"from: filename", "pattern: '_(.*)[.]'", "normalize: strip_leading_zeros", "type: integer"},
                "/d/m_0042.csv"),
      R"({"x":42})");
  EXPECT_EQ(extracted({"from: filename", "pattern: '[A-Z]+'", "normalize: lowercase"}, "/d/xABCx"),
            R"({"x":"abc"})");
}

TEST(Extract, ZEROKeepsOneDigit) {
  auto const strip = [](std::string_view text) {
    return normalised(text, Normalisation::strip_leading_zeros);
  };
  EXPECT_EQ(strip("000"), "0");
  EXPECT_EQ(strip("0042"), "42");
  EXPECT_EQ(strip("00x"), "0x");
  EXPECT_EQ(strip(""), "");
  EXPECT_EQ(strip("x0"), "x0");
}

TEST(Extract, INT64DigitsWithAnOptionalSign) {
  auto const integer = [](std::string_view text) { return typed(text, FieldType::integer); };
  EXPECT_EQ(integer("042"), "42");
  EXPECT_EQ(integer("-7"), "-7");
  EXPECT_EQ(integer("+7"), "7");
  EXPECT_EQ(integer("9223372036854775807"), "9223372036854775807");
  EXPECT_EQ(integer("-9223372036854775808"), "-9223372036854775808");
  for (auto const* const text :
       {"9223372036854775808", "", "+", "-", "+-7", "--7", "1.0", " 1", "1 ", "1_0", "0x1", "١"})
    EXPECT_EQ(integer(text), "refused") << text;
}

TEST(Extract, DATEIsARealDayInThreeForms) {
  auto const date = [](std::string_view text) { return typed(text, FieldType::date); };
  for (auto const* const text : {"2024-02-29", "2024/02/29", "20240229"})
    EXPECT_EQ(date(text), "\"2024-02-29\"") << text;
  for (auto const* const text :
       {"2023-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "15-01-2024", "01-15-2024", "2024-01", "2024",
        "2024-01/15", "2024-1-15", "202401155", "2024-01-15T00:00", "", "0000-01-01", "2024-0115"})
    EXPECT_EQ(date(text), "refused") << text;
}

TEST(Extract, UUIDIsLowered) {
  EXPECT_EQ(typed("6F9619FF-8B86-D011-B42D-00CF4FC964FF", FieldType::uuid),
            "\"6f9619ff-8b86-d011-b42d-00cf4fc964ff\"");
  for (auto const* const text :
       {"6f9619ff8b86d011b42d00cf4fc964ff", "{6f9619ff-8b86-d011-b42d-00cf4fc964ff}", "x"})
    EXPECT_EQ(typed(text, FieldType::uuid), "refused");
}

TEST(Extract, StatusSaysHowMuchWasFound) {
  auto const text = [](std::string const& fields) { return "name: r\nglob: '*.csv'\nextract:\n" + fields; };
  std::vector<std::string> const paths = {"/a/b.csv", "/a/b.txt", "/b.csv"};
  auto const rule = text("  x: {from: segment(-2)}\n  file: {from: filename}\n");
  auto const judgement = test::judged(rule, paths);
  EXPECT_THAT(judgement.trial.statuses,
              testing::ElementsAre(PathStatus::complete, PathStatus::unmatched, PathStatus::partial));
  auto const only = text("  x: {from: segment(-2)}\n");
  EXPECT_THAT(test::judged(only, paths).trial.statuses,
              testing::ElementsAre(PathStatus::complete, PathStatus::unmatched, PathStatus::failed));
  EXPECT_EQ(status_word(PathStatus::partial), "PARTIAL");
}

RC_GTEST_PROP(Extract, NormalisingTwiceChangesNothing, ()) {
  auto const text = *rc::gen::container<std::string>(rc::gen::elementOf(std::string("00019aZ-ü.")));
  auto const how = *rc::gen::element(Normalisation::none, Normalisation::lowercase, Normalisation::uppercase,
                                     Normalisation::strip_leading_zeros);
  auto const once = normalised(text, how);
  RC_ASSERT(normalised(once, how) == once);
  RC_ASSERT(text.empty() == once.empty());
}

RC_GTEST_PROP(Extract, INT64ReadsBackEveryNumber, (std::int64_t number)) {
  RC_ASSERT(coerced(std::to_string(number), FieldType::integer) == nlohmann::ordered_json(number));
}

RC_GTEST_PROP(Extract, SEGFrontAndBackMeet, ()) {
  auto const path =
      sample_path(*rc::gen::map(rc::gen::container<std::string>(rc::gen::elementOf(std::string("ab/"))),
                                [](std::string const& text) { return text + "c"; }),
                  "");
  auto const count = 1 + std::count(path->parts.begin(), path->parts.end(), '/');
  auto const index = *rc::gen::inRange<std::int64_t>(-12, 12);
  auto const other = index < 0 ? index + count : index - count;
  bool const inside = index >= -count && index < count;
  RC_ASSERT(segment(path->parts, index).has_value() == inside);
  if (inside) RC_ASSERT(segment(path->parts, index) == segment(path->parts, other));
}

} // namespace
} // namespace artifactd::extraction

#include "merge/graph/graph_draft.hpp"
#include "state/json/walk.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/merge/jq_oracle.hpp"
#include "tests/merge/json_gen.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace artifactd {
namespace {

using test::GraphText;

std::string with(std::string const& graph, std::string_view name, std::string_view value) {
  GraphText over(graph);
  over.draft.set(name, {value});
  return over.text();
}

std::string without(std::string const& graph, std::string_view name) {
  GraphText over(graph);
  over.draft.remove(name);
  return over.text();
}

TEST(GraphDraft, UntouchedIsTheBaseByteForByte) {
  GraphText over("  { \"a\" :1.10,\"b\": [ ] }\n\n");
  EXPECT_FALSE(over.draft.changed());
  EXPECT_EQ(over.text(), "  { \"a\" :1.10,\"b\": [ ] }\n\n");
}

TEST(GraphDraft, ReplacesAValueAndNothingElse) {
  EXPECT_EQ(with("{ \"a\" :1e400,\t\"b\": [ ] , \"c\":\"\\u00e4\" }\n", "b", "{\"x\": 1}"),
            "{ \"a\" :1e400,\t\"b\": {\"x\": 1} , \"c\":\"\\u00e4\" }\n");
}

TEST(GraphDraft, AddsAMemberInTheStyleOfTheOthers) {
  EXPECT_EQ(with("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "c", "3"),
            "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n");
  EXPECT_EQ(with("{\n  \"a\": 1\n}\n", "c", "3"), "{\n  \"a\": 1,\n  \"c\": 3\n}\n");
  EXPECT_EQ(with("{\"a\":1,\"b\":2}", "c", "3"), "{\"a\":1,\"b\":2,\"c\":3}");
  EXPECT_EQ(with("{}\n", "c", "3"), "{\n  \"c\": 3\n}\n");
  EXPECT_EQ(with("{ }", "c", "3"), "{\n  \"c\": 3\n}");
}

TEST(GraphDraft, SeveralNewMembersComeInByteOrder) {
  GraphText over("{}");
  over.draft.set("b", {"2"});
  over.draft.set("Z", {"3"});
  over.draft.set("a", {"1"});
  EXPECT_EQ(over.text(), "{\n  \"Z\": 3,\n  \"a\": 1,\n  \"b\": 2\n}");
}

TEST(GraphDraft, KnowsAMemberInEverySpelling) {
  EXPECT_EQ(with(R"({"\u0061gent": 1, "b": 2})", "agent", "7"), R"({"\u0061gent": 7, "b": 2})");
}

TEST(GraphDraft, CollapsesDuplicatesOfTheMemberIntoTheFirst) {
  EXPECT_EQ(with(R"({"a": 1, "x": 0, "a": 2, "b": 3, "\u0061": 4})", "a", "7"),
            R"({"a": 7, "x": 0, "b": 3})");
  // Even if the last one, which readers see, already has this value.
  EXPECT_EQ(with(R"({"a": 1, "a": 7})", "a", "7"), R"({"a": 7})");
}

TEST(GraphDraft, LeavesOthersDuplicatesAlone) {
  EXPECT_EQ(with(R"({"b": 1, "a": 0, "b": 2})", "a", "7"), R"({"b": 1, "a": 7, "b": 2})");
}

TEST(GraphDraft, RemovesEveryOccurrence) {
  EXPECT_EQ(without(R"({"a": 1, "b": 2, "a": 3})", "a"), R"({"b": 2})");
  EXPECT_EQ(without(R"({ "a": 1 })", "a"), "{ }");
  EXPECT_EQ(without(R"({"b": 2, "a": 1})", "a"), R"({"b": 2})");
  EXPECT_EQ(without(R"({"b": 2})", "a"), R"({"b": 2})");
}

TEST(GraphDraft, SeesWhatReadersSee) {
  GraphText over(R"({"a": 1, "a": 2})");
  EXPECT_EQ(over.draft.base_member("a"), "2");
  EXPECT_EQ(over.draft.base_member("b"), std::nullopt);
  over.draft.set("a", {"4", "2"});
  EXPECT_EQ(flatten(*over.draft.member("a")), "42");
  EXPECT_EQ(over.draft.base_member("a"), "2");
  over.draft.remove("a");
  EXPECT_EQ(over.draft.member("a"), std::nullopt);
}

TEST(GraphDraft, SettingWhatStandsThereIsNoChange) {
  GraphText over(R"({"a": {"x": 1}})");
  over.draft.set("a", {"{\"x\"", ": 1}"});
  EXPECT_FALSE(over.draft.changed());
  EXPECT_EQ(over.draft.revision(), 0U);
  over.draft.set("a", {"2"});
  over.draft.set("a", {"{\"x\": 1}"}); // and restored
  EXPECT_FALSE(over.draft.changed());
  over.draft.remove("b");
  EXPECT_FALSE(over.draft.changed());
}

TEST(GraphDraft, AnswersTheSameHoweverOftenItIsAsked) {
  GraphText over(R"({"a": 1, "\u0062": 2, "a": 3})");
  for (int round = 0; round < 1000; ++round) {
    ASSERT_EQ(over.draft.base_member("a"), "3");
    ASSERT_EQ(over.draft.base_member("b"), "2");
    ASSERT_EQ(over.draft.base_member("c"), std::nullopt);
  }
  over.draft.set("a", {"4"});
  EXPECT_EQ(over.text(), R"({"a": 4, "\u0062": 2})");
}

TEST(GraphDraft, ForgetsWhatIsUndone) {
  GraphText over(R"({"a": 1})");
  over.draft.set("b", {"2"});
  auto saved = over.draft.edits();
  over.draft.set("a", {"7"});
  over.draft.remove("b");
  over.draft.set("c", {"3"});
  over.draft.undo(saved);
  EXPECT_EQ(over.text(), R"({"a": 1, "b": 2})");
}

TEST(GraphDraft, RevisionsTellWhetherAnythingChanged) {
  GraphText over("{}");
  over.draft.set("a", {"1"});
  auto before = over.draft.revision();
  over.draft.set("a", {"1"});
  EXPECT_EQ(over.draft.revision(), before);
  over.draft.set("a", {"2"});
  EXPECT_GT(over.draft.revision(), before);
}

/// The members as written, except those named `name`.
std::vector<std::string> other_members(std::string const& text, std::string_view name) {
  std::vector<std::string> found;
  for (auto const& member : test::scanned(text).members)
    if (!json::decodes_to(member.key.of(text), name))
      found.push_back(text.substr(member.key.begin, member.value.end - member.key.begin));
  return found;
}

/// Replacing a member's value keeps every byte before and after it; a new member adds bytes in one place
/// only.
void check_bytes_around(std::string const& base, std::string const& result, std::string const& value,
                        std::string const& name) {
  std::vector<json::Member> found;
  auto const document = test::scanned(base);
  for (auto const& member : document.members)
    if (json::decodes_to(member.key.of(base), name)) found.push_back(member);
  if (found.size() == 1) {
    RC_ASSERT(result == base.substr(0, found[0].value.begin) + value + base.substr(found[0].value.end));
  } else if (found.empty()) {
    auto end = document.members.empty() ? document.root.begin + 1 : document.members.back().value.end;
    RC_ASSERT(result.starts_with(base.substr(0, end)));
    RC_ASSERT(result.ends_with(base.substr(document.members.empty() ? document.root.end - 1 : end)));
  }
}

/// An object's text, sometimes with duplicate members, as only other writers leave them.
std::string any_graph() {
  auto text = *test::any_object_text();
  if (*rc::gen::inRange(0, 3) != 0) return text;
  auto more = *test::any_object_text();
  if (test::scanned(text).members.empty() || test::scanned(more).members.empty()) return text;
  return text.substr(0, text.size() - 1) + "," + more.substr(1);
}

RC_GTEST_PROP(GraphDraft, SetIsThePlusOfJqAndLeavesAllOtherBytes, ()) {
  auto const base = *rc::gen::element(std::string(" "), std::string("\n"), std::string()) + any_graph() +
                    *rc::gen::element(std::string(), std::string("\n"));
  auto const name = *rc::gen::element<std::string>("a", "b", "ab", "agent", "\"", "", "\n", "ä");
  auto const value = *test::spelling_of(*test::any_value(2));
  GraphText over(base);
  over.draft.set(name, {value});
  auto result = over.text();
  RC_ASSERT(json::scan(result).has_value());
  auto input = R"({"base": )" + base + R"(, "name": )" + json::quote(name) + R"(, "value": )" + value +
               R"(, "got": )" + result + "}";
  RC_ASSERT(test::jq(".base + {(.name): .value} == .got", input) == "true");
  RC_ASSERT(other_members(result, name) == other_members(base, name));
  check_bytes_around(base, result, value, name);
  RC_ASSERT(with(result, name, value) == result);
}

RC_GTEST_PROP(GraphDraft, RemoveIsTheDelOfJqAndLeavesAllOtherMembers, ()) {
  auto const base = any_graph();
  auto const name = *rc::gen::element<std::string>("a", "b", "ab", "\"", "", "ä");
  auto result = without(base, name);
  RC_ASSERT(json::scan(result).has_value());
  auto input = R"({"base": )" + base + R"(, "name": )" + json::quote(name) + R"(, "got": )" + result + "}";
  RC_ASSERT(test::jq(". as $in | (.base | delpaths([[$in.name]])) == .got", input) == "true");
  RC_ASSERT(other_members(result, name) == other_members(base, name));
}

RC_GTEST_PROP(GraphDraft, ManyEditsAreTheSameAsOneAfterTheOther, ()) {
  auto const base = any_graph();
  GraphText together(base);
  auto one_by_one = base;
  for (int count = *rc::gen::inRange(0, 6); count > 0; --count) {
    auto const name = *rc::gen::element<std::string>("a", "b", "ab", "c");
    if (*rc::gen::inRange(0, 4) == 0) {
      together.draft.remove(name);
      one_by_one = without(one_by_one, name);
    } else {
      auto value = *test::spelling_of(*test::any_value(1));
      one_by_one = with(one_by_one, name, value);
      together.draft.set(name, {together.draft.keep(value)});
    }
  }
  auto written = together.draft.written();
  auto scanned = json::scan(flatten(written.rope));
  RC_ASSERT(scanned.has_value());
  RC_ASSERT(*scanned == written.document);
  RC_ASSERT(test::jq_equal(together.text(), one_by_one));
}

} // namespace
} // namespace artifactd

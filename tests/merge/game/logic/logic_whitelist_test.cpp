#include "merge/game/logic/logic_operators.hpp"
#include "merge/game/logic/logic_whitelist.hpp"

#include <gmock/gmock.h>

namespace artifactd::game {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> refused(char const* logic) {
  auto operations = unsupported_operations(Value::parse(logic));
  EXPECT_EQ(is_supported(JsonNode(logic)), operations.empty()) << logic;
  return operations;
}

TEST(LogicWhitelist, TakesWhatIsNoOperation) {
  for (auto const* logic :
       {"null", "true", "\"reduce\"", "3", "[]", "{}", R"({"var": "reduce"})", R"([["foo"]])"})
    EXPECT_THAT(refused(logic), IsEmpty()) << logic;
}

TEST(LogicWhitelist, AllowsOperationsThatEvaluate) {
  for (auto const& operation : allowed_operations()) {
    EXPECT_NE(find_operator(operation), nullptr) << operation;
    auto logic = Value::object();
    logic[std::string(operation)] = Value::parse(R"(["a", "==", 1])");
    EXPECT_THAT(unsupported_operations(logic), IsEmpty()) << operation;
  }
}

TEST(LogicWhitelist, RefusesSomeThatEvaluateToo) {
  EXPECT_THAT(refused(R"({"reduce": [[1], {"+": [1, 2]}, 0]})"), ElementsAre("reduce"));
  EXPECT_THAT(refused(R"({"?:": [true, 1, 2]})"), ElementsAre("?:"));
}

TEST(LogicWhitelist, NamesEachOnceInOrderOfAppearance) {
  EXPECT_THAT(
      refused(R"({"and": [{"z": [{"b": []}]}, {"==": [{"a": {}}, {"b": [1]}]}, {"z": []}, {"y": []}]})"),
      ElementsAre("z", "b", "a", "y"));
}

TEST(LogicWhitelist, LooksAtMembersOfEveryObject) {
  EXPECT_THAT(refused(R"({"foo": [], "bar": {"baz": []}, "==": [{"var": {"qux": [1]}}, 1]})"),
              ElementsAre("foo", "bar", "baz", "qux"));
  EXPECT_THAT(refused(R"({"b": [], "2": [], "10": [], "a": []})"), ElementsAre("2", "10", "b", "a"));
}

TEST(LogicWhitelist, TakesMembersWithPlainValuesForData) {
  EXPECT_THAT(refused(R"({"matches": "x", "n": 1, "b": true})"), IsEmpty());
  EXPECT_THAT(refused(R"({"matches": ["x"]})"), ElementsAre("matches"));
  EXPECT_THAT(refused(R"({"matches": {}})"), ElementsAre("matches"));
  EXPECT_THAT(refused(R"({"matches": null})"), ElementsAre("matches"));
}

TEST(LogicWhitelist, WantsPlayerQueriesAsListsOfThree) {
  auto const token = "anyPlayer:must-be-array-format-[field,op,value]";
  EXPECT_THAT(refused(R"({"anyPlayer": ["score", ">=", 3]})"), IsEmpty());
  for (auto const* logic :
       {R"({"anyPlayer": {"field": "score", "op": ">=", "value": 3}})", R"({"anyPlayer": ["score", ">="]})",
        R"({"anyPlayer": ["score", ">=", 3, 4]})", R"({"anyPlayer": [{"var": "f"}, ">=", 3]})",
        R"({"anyPlayer": ["score", 1, 3]})", R"({"anyPlayer": "score"})", R"({"anyPlayer": null})"})
    EXPECT_THAT(refused(logic), ElementsAre(token)) << logic;
  EXPECT_THAT(refused(R"([{"allPlayers": []}, {"anyPlayer": []}, {"allPlayers": 1}])"),
              ElementsAre("allPlayers:must-be-array-format-[field,op,value]", token));
}

TEST(LogicWhitelist, DoesNotLookIntoPlayerQueries) {
  EXPECT_THAT(refused(R"({"allPlayers": ["score", "foo", {"reduce": [{"bar": []}]}]})"), IsEmpty());
  EXPECT_THAT(refused(R"({"allPlayers": [{"bar": []}]})"),
              ElementsAre("allPlayers:must-be-array-format-[field,op,value]"));
}

TEST(LogicWhitelist, DoesNotMindDepth) {
  auto deep = Value::parse(R"({"foo": []})");
  for (int level = 0; level < 100'000; ++level) {
    auto outer = Value::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  EXPECT_THAT(unsupported_operations(deep), ElementsAre("foo"));
}

TEST(LogicWhitelist, TellsWhatIsAllowedInstead) {
  auto const tokens = refused(R"([{"reduce": []}, {"allPlayers": 1}])");
  EXPECT_EQ(
      unsupported_operations_message(tokens),
      "Unsupported JsonLogic operations: reduce, allPlayers:must-be-array-format-[field,op,value]. Only "
      "standard "
      "json-logic-js operations are allowed: ==, ===, !=, !==, >, >=, <, <=, !, !!, and, or, if, +, -, *, /, "
      "%, "
      "max, min, map, filter, all, none, some, merge, in, cat, substr, var, missing, missing_some, log, "
      "allPlayers, anyPlayer, lookup, length");
}

} // namespace
} // namespace artifactd::game

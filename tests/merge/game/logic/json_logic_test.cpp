// The cases under tests/merge/game/cases/logic, one file for each heading: {"logic", "data", "result"} or
// {"logic", "data", "error"}. Values that JSON lacks are written {"$": "undefined"}, "NaN", "Infinity",
// "-Infinity" or "-0" in a result.
#include "merge/game/logic/json_logic.hpp"
#include "merge/game/logic/logic_whitelist.hpp"
#include "merge/game/values/js_value.hpp"
#include "tests/support/source_dir.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace artifactd::game {
namespace {

namespace fs = std::filesystem;

fs::path const logic_cases = fs::path(test::source_dir()) / "tests/merge/game/cases/logic";

std::vector<std::string> case_headings() {
  std::vector<std::string> headings;
  for (auto const& entry : fs::directory_iterator(logic_cases))
    headings.push_back(entry.path().stem().string());
  std::ranges::sort(headings);
  return headings;
}

Value cases_under(std::string const& heading) {
  std::ifstream file(logic_cases / (heading + ".json"));
  return Value::parse(file);
}

/// The value in the notation of the cases.
Value noted(Value const& value) {
  auto const note = [](char const* word) {
    auto made = Value::object();
    made["$"] = word;
    return made;
  };
  if (is_undefined(value)) return note("undefined");
  if (value.is_number_float()) {
    auto const real = value.get<double>();
    if (std::isnan(real)) return note("NaN");
    if (std::isinf(real)) return note(real > 0 ? "Infinity" : "-Infinity");
    if (real == 0 && std::signbit(real)) return note("-0");
  }
  if (!value.is_structured()) return value;
  auto made = value;
  for (auto& part : made)
    part = noted(part);
  return made;
}

class LogicCases : public testing::TestWithParam<std::string> {};

TEST_P(LogicCases, ComeOutAsWritten) {
  for (auto const& one : cases_under(GetParam())) {
    SCOPED_TRACE(one.dump());
    auto const result = evaluate(one.at("logic"), one.at("data"));
    if (one.contains("error")) {
      ASSERT_FALSE(result) << noted(*result).dump();
      EXPECT_EQ(result.error().fault, Fault::invalid);
      EXPECT_EQ(result.error().message, one["error"].get<std::string>());
    } else {
      ASSERT_TRUE(result) << result.error().message;
      EXPECT_EQ(noted(*result).dump(), one.at("result").dump());
    }
  }
}

TEST_P(LogicCases, HoldWhenJavascriptTakesTheResultForTrue) {
  for (auto const& one : cases_under(GetParam())) {
    auto const result = evaluate(one.at("logic"), one.at("data"));
    EXPECT_EQ(holds(one["logic"], one["data"]), result && js_truthy(*result)) << one.dump();
  }
}

INSTANTIATE_TEST_SUITE_P(Of, LogicCases, testing::ValuesIn(case_headings()),
                         [](auto const& name) { return name.param; });

void gather_names(Value const& value, std::set<std::string>& names) {
  for (auto const& [name, part] : value.items()) {
    if (value.is_object()) names.insert(name);
    if (part.is_structured()) gather_names(part, names);
  }
}

TEST(JsonLogic, HasCasesForEveryOperator) {
  std::set<std::string> used;
  for (auto const& heading : case_headings())
    for (auto const& one : cases_under(heading))
      if (one["logic"].is_structured()) gather_names(one["logic"], used);
  for (auto const& operation : allowed_operations())
    EXPECT_TRUE(used.contains(std::string(operation))) << operation;
  EXPECT_TRUE(used.contains("reduce"));
  EXPECT_TRUE(used.contains("?:"));
}

TEST(Holds, TakesAnEmptyListForTrueAndAnErrorForFalse) {
  auto const nothing = Value::object();
  EXPECT_TRUE(holds(Value::array(), nothing));
  EXPECT_TRUE(holds(Value::parse(R"({"filter": [[1], false]})"), nothing));
  EXPECT_FALSE(holds(Value::parse(R"({"!!": [[]]})"), nothing));
  EXPECT_TRUE(holds("anything", nothing));
  EXPECT_FALSE(holds(nullptr, nothing));
  EXPECT_FALSE(holds(Value::parse(R"({"+": ["x"]})"), nothing));
  EXPECT_FALSE(holds(Value::parse(R"({"foo": 1})"), nothing));
  EXPECT_FALSE(holds(Value::parse(R"({"!": [{"foo": 1}]})"), nothing));
}

TEST(JsonLogic, LogsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(evaluate(Value::parse(R"({"log": "secret"})"), nullptr).value(), "secret");
  EXPECT_EQ(testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr(), "");
}

Value nested(char const* operation, int levels) {
  Value logic = 1;
  for (int level = 0; level < levels; ++level) {
    auto outer = Value::object();
    outer[operation].push_back(std::move(logic));
    logic = std::move(outer);
  }
  return logic;
}

TEST(JsonLogic, EndsAtTheDepthItPromises) {
  EXPECT_EQ(evaluate(nested("!", 256), nullptr).value(), true);
  for (int const levels : {257, 100'000}) {
    auto const result = evaluate(nested("!", levels), nullptr);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().fault, Fault::too_large);
    EXPECT_EQ(result.error().message, "JsonLogic is nested deeper than 256 levels");
  }
  EXPECT_EQ(evaluate(nested("if", 257), nullptr).error().fault, Fault::too_large);
}

TEST(JsonLogic, FollowsNoDataDeeperThanThat) {
  auto data = Value::object();
  data["shallow"] = 1;
  data["deep"] = nested("list", 100'000); // added last: an object that grows copies its members
  EXPECT_EQ(evaluate(Value::parse(R"({"var": "shallow"})"), data).value(), 1);
  EXPECT_TRUE(holds(Value::parse(R"({"var": "deep"})"), data));
  for (auto const* logic : {R"({"var": "deep"})", R"({"merge": {"var": "deep"}})", R"([{"var": "deep"}])",
                            R"({"length": {"var": "deep"}})", R"({"map": [[1, 2], {"var": "deep"}]})"})
    EXPECT_TRUE(!evaluate(Value::parse(logic), data) || logic[2] == 'm') << logic;
}

TEST(JsonLogic, ThatTakesItsDataForItselfEnds) {
  auto const data = Value::parse(R"({"x": {"lookup": [{"var": "x"}, 0]}, "n": 1})");
  EXPECT_EQ(evaluate(data["x"], data).error().fault, Fault::too_large);
}

TEST(JsonLogic, ThatDoublesWithEachElementEnds) {
  auto logic = Value::parse(R"({"reduce": [[], {}, ["ab"]]})");
  for (int element = 0; element < 64; ++element)
    logic["reduce"][0].push_back(element);
  for (auto const* step : {R"({"merge": [{"var": "accumulator"}, {"var": "accumulator"}]})",
                           R"({"cat": [{"var": "accumulator"}, {"var": "accumulator"}]})",
                           R"([{"var": "accumulator"}, {"var": "accumulator"}])"}) {
    logic["reduce"][1] = Value::parse(step);
    EXPECT_EQ(evaluate(logic, nullptr).error().fault, Fault::too_large) << step;
  }
}

TEST(JsonLogic, OverLongDataEnds) {
  auto data = Value::object();
  data["text"] = std::string(1'000'000, 'a');
  data["part"] = std::string(500'000, 'a') + "b";
  data["list"] = std::vector<int>(100'000, 1);
  auto copies = Value::parse(R"({"map": [{"var": "list"}, ""]})");
  copies["map"][1] = data["text"];
  for (auto const& logic :
       {Value::parse(R"({"in": [{"var": "part"}, {"var": "text"}]})"), copies,
        Value::parse(R"({"some": [{"var": "list"}, {"filter": [[1, 2, 3, 4, 5, 6, 7], false]}]})")})
    EXPECT_EQ(evaluate(logic, data).error().fault, Fault::too_large);
  EXPECT_EQ(evaluate(Value::parse(R"({"length": {"var": "list"}})"), data).value(), 100'000);
}

template <class Choices>
auto any_of_these(Choices const& choices) {
  return choices[*rc::gen::inRange<std::size_t>(0, std::size(choices))];
}

/// Names of operators and of the data below, so that many trees can be evaluated.
std::string any_name() {
  static std::vector<std::string> const names = {"a",   "b",     "",  "players", "length",
                                                 "foo", "var.a", "0", "reduce",  "?:"};
  if (*rc::gen::inRange(0, 3) == 0) return any_of_these(names);
  return std::string(any_of_these(allowed_operations()));
}

Value any_tree(int depth) {
  static auto const scalars = Value::parse(
      R"([null, true, false, 0, 1, -2, 0.5, 1e300, "", "a", "a.b", "players", "==", "12x", "ä😀"])");
  switch (depth == 0 ? 0 : *rc::gen::inRange(0, 5)) {
  case 0:
    return any_of_these(scalars);
  case 1:
  case 2: {
    auto list = Value::array();
    for (int count = *rc::gen::inRange(0, 4); count > 0; --count)
      list.push_back(any_tree(depth - 1));
    return list;
  }
  default:
    auto object = Value::object();
    for (int count = *rc::gen::element(0, 1, 1, 1, 1, 2); count > 0; --count)
      object[any_name()] = any_tree(depth - 1);
    return object;
  }
}

bool holds_logic(Value const& value) {
  if (value.is_object()) return value.size() == 1;
  return value.is_array() && std::ranges::any_of(value, holds_logic);
}

RC_GTEST_PROP(JsonLogic, OfAnyTreeEndsInAValueOrAnError, ()) {
  auto const logic = any_tree(5);
  auto const data = any_tree(4);
  auto const result = evaluate(logic, data);
  RC_ASSERT(result || !result.error().message.empty());
  RC_ASSERT(holds(logic, data) == (result && js_truthy(*result)));
}

RC_GTEST_PROP(JsonLogic, WithoutOperationsIsItself, ()) {
  auto const literal = any_tree(4);
  RC_PRE(!holds_logic(literal));
  RC_ASSERT(evaluate(literal, any_tree(2)).value().dump() == literal.dump());
}

RC_GTEST_PROP(JsonLogic, FindsSomethingOrNullAtAnyPath, (std::string const& path)) {
  auto logic = Value::object();
  logic["var"] = path;
  auto const data = any_tree(4);
  RC_ASSERT(!is_undefined(evaluate(logic, data).value()));
}

} // namespace
} // namespace artifactd::game

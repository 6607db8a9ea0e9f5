// The tree of a text: every level is what a walk of that level finds, at any depth and from any start.
#include "state/json/parsed.hpp"
#include "state/json/tree.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace artifactd::test {
namespace {

using testing::IsEmpty;

/// The values that a walk of the text finds.
std::vector<std::string_view> walked_values(std::string_view text) {
  std::vector<std::string_view> values;
  if (json::type_of(text) == json::Type::array)
    for (auto const& element : json::elements(text))
      values.push_back(element.of(text));
  if (json::type_of(text) == json::Type::object)
    for (auto const& member : json::members(text))
      values.push_back(member.value.of(text));
  return values;
}

void expect_walked(JsonNode const& node) {
  std::vector<std::string_view> values;
  for (auto const& child : node.children()) {
    EXPECT_EQ(child.parent(), &node);
    values.push_back(child.text());
    expect_walked(child);
  }
  EXPECT_EQ(values, walked_values(node.text()));
}

rc::Gen<std::string> json_text(int depth) {
  auto const scalar =
      rc::gen::element<std::string>("1", "-2.5e3", "\"\"", "\"a, {b}: [\\\"]\"", "true", "null", "{}", "[ ]");
  if (depth == 0) return scalar;
  auto const space = rc::gen::element<std::string>("", " ", "\n  ");
  auto listed = [space](char open, char close, bool keyed) {
    return [=](std::vector<std::string> const& children) {
      return rc::gen::map(space, [=](std::string const& gap) {
        std::string text(1, open);
        for (std::size_t i = 0; i < children.size(); ++i) {
          text += (i == 0 ? "" : gap + ",") + gap;
          if (keyed) text += "\"k" + std::to_string(i) + "\"" + gap + ":" + gap;
          text += children[i];
        }
        return text + gap + close;
      });
    };
  };
  auto const children = rc::gen::container<std::vector<std::string>>(
      rc::gen::oneOf(scalar, rc::gen::exec([depth] { return *json_text(depth - 1); })));
  return rc::gen::oneOf(scalar, rc::gen::mapcat(children, listed('[', ']', false)),
                        rc::gen::mapcat(children, listed('{', '}', true)));
}

RC_GTEST_PROP(JsonTree, ListsWhatAWalkFinds, ()) {
  auto const text = *json_text(3);
  RC_ASSERT(json::scan(text));
  expect_walked(JsonNode(text));
}

TEST(JsonTree, FindsMembersAmongFewAndAmongMany) {
  for (int const count : {1, 16, 17, 300}) {
    std::string text = " {";
    for (int i = 0; i < count; ++i)
      text += (i == 0 ? "\"" : ", \"") + std::to_string(i * 7 % 307) + "\": " + std::to_string(i);
    text += "} ";
    JsonNode const root(text);
    for (int i = 0; i < count; ++i)
      EXPECT_EQ(root.find(std::to_string(i * 7 % 307))->text(), std::to_string(i)) << count;
    EXPECT_EQ(root.find("x"), nullptr);
    EXPECT_EQ(root.find(""), nullptr);
  }
}

TEST(JsonTree, KnowsKeysDecoded) {
  std::string const text = R"({"\u0061\"": 1, "": 2})";
  JsonNode const root(text);
  EXPECT_EQ(root.find("a\"")->text(), "1");
  EXPECT_EQ(root.find("a\"")->key_text(), R"("\u0061\"")");
  EXPECT_EQ(root.find("")->text(), "2");
}

TEST(JsonTree, HasNoMembersButOfObjects) {
  std::string const text = R"([[1], "x", {"": 3}])";
  JsonNode const root(text);
  EXPECT_EQ(root.find(""), nullptr);
  EXPECT_EQ(root.children()[1].find(""), nullptr);
  EXPECT_THAT(root.children()[1].children(), IsEmpty());
}

TEST(JsonTree, ListsAPlaceByItself) {
  std::string const text = R"({"a": [1, {"b": [2, 3]}], "c": 4})";
  JsonNode const root(text);
  auto const place = root.find("a")->children()[1].place();
  EXPECT_EQ(place.pointer(), "/a/1");
  auto const* inner = place.find("b");
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->children()[1].text(), "3");
  EXPECT_EQ(inner->children()[1].pointer(), "/a/1/b/1");
  EXPECT_EQ(root.find("c")->byte_in(text), text.size() - 2);
}

TEST(Parsed, KeepsTheLargestDoubleForANumberBeyondIt) {
  std::string const text =
      R"({"a": [1e999, -1e999, 1e-999], "b": {"n": 2, "t": "1e999"}, "a": [1e999, 7, 0.5]})";
  auto const json = json::parsed(text);
  ASSERT_TRUE(json);
  auto const most = std::numeric_limits<double>::max();
  EXPECT_EQ(*json, Json({{"a", {most, 7, 0.5}}, {"b", {{"n", 2}, {"t", "1e999"}}}}));
  EXPECT_EQ(json::value_of("-1e999"), Json(-most));
  EXPECT_EQ(json::value_of(R"({"a":[1.50,"x"]})"), Json::parse(R"({"a":[1.50,"x"]})"));
}

TEST(Parsed, RefusesWhatIsNotStrictOrNestedTooDeeply) {
  auto const nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_TRUE(json::parsed(nested(256)));
  EXPECT_FALSE(json::parsed(nested(257)));
  EXPECT_TRUE(json::parsed(nested(512), {.depth = 512}));
  EXPECT_FALSE(json::parsed(nested(1'000'000)));
  EXPECT_FALSE(json::parsed("{\"a\": 1,}"));
  EXPECT_FALSE(json::parsed(""));
}

} // namespace
} // namespace artifactd::test

#include "merge/graph/canonical.hpp"
#include "merge/kg/unite.hpp"
#include "state/json/walk.hpp"
#include "tests/merge/graph_text.hpp"
#include "tests/merge/jq_oracle.hpp"
#include "tests/merge/json_gen.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <set>

namespace artifactd {
namespace {

using Json = nlohmann::json;

std::string united(std::string const& base, std::string const& ours, std::string const& foreign) {
  auto b = test::scanned(base);
  auto o = test::scanned(ours);
  auto f = test::scanned(foreign);
  return unite({base, &b}, {ours, &o}, {foreign, &f});
}

struct UniteCase {
  std::string_view what;
  char const* base;
  char const* ours;
  char const* foreign;
  char const* result;
};

class UniteTable : public testing::TestWithParam<UniteCase> {};

TEST_P(UniteTable, HasOneAnswerForEachCase) {
  auto const& [what, base, ours, foreign, result] = GetParam();
  EXPECT_EQ(Json::parse(united(base, ours, foreign)), Json::parse(result)) << what;
}

INSTANTIATE_TEST_SUITE_P(
    All, UniteTable,
    testing::Values(
        UniteCase{"changed by us only", R"({"a":1})", R"({"a":2})", R"({"a":1})", R"({"a":2})"},
        UniteCase{"changed by them only", R"({"a":1})", R"({"a":1})", R"({"a":2})", R"({"a":2})"},
        UniteCase{"changed alike", R"({"a":1})", R"({"a":2})", R"({"a":2.0})", R"({"a":2.0})"},
        UniteCase{"added by us", "{}", R"({"a":1})", R"({"b":2})", R"({"a":1,"b":2})"},
        UniteCase{"removed by us", R"({"a":1,"b":1})", R"({"b":1})", R"({"a":1,"b":1})", R"({"b":1})"},
        UniteCase{"removed by them", R"({"a":1,"b":1})", R"({"a":1,"b":1})", R"({"b":1})", R"({"b":1})"},
        UniteCase{"removed by us, changed by them", R"({"a":1})", "{}", R"({"a":2})", R"({"a":2})"},
        UniteCase{"changed by us, removed by them", R"({"a":1})", R"({"a":2})", "{}", "{}"},
        UniteCase{"objects changed on both sides", R"({"a":{}})", R"({"a":{"x":1}})", R"({"a":{"y":1}})",
                  R"({"a":{"y":1}})"},
        UniteCase{"scalars changed on both sides", R"({"a":1})", R"({"a":2})", R"({"a":3})", R"({"a":3})"},
        UniteCase{"arrays grown on both sides", R"({"a":[1]})", R"({"a":[1,2]})", R"({"a":[1,3]})",
                  R"({"a":[1,3,2]})"},
        UniteCase{"the same entry added on both sides", R"({"a":[]})", R"({"a":[{"id":"e1","n":1}]})",
                  R"({"a":[{"n":1.0,"id":"e1"}]})", R"({"a":[{"n":1.0,"id":"e1"}]})"},
        UniteCase{"an entry removed by them stays removed", R"({"a":[1,2]})", R"({"a":[1,2,3]})",
                  R"({"a":[1]})", R"({"a":[1,3]})"},
        UniteCase{"an array emptied by them", R"({"a":[1]})", R"({"a":[1,2]})", R"({"a":[ ]})",
                  R"({"a":[2]})"},
        UniteCase{"arrays where there was none", "{}", R"({"a":[1]})", R"({"a":[2]})", R"({"a":[2,1]})"},
        UniteCase{"an array against something else", R"({"a":[1]})", R"({"a":[1,2]})", R"({"a":{}})",
                  R"({"a":{}})"},
        UniteCase{"nothing changed", R"({"a":1})", R"({"a":1})", R"({"a":1})", R"({"a":1})"}));

TEST(Unite, WithoutABaseKeepsEverythingOfBoth) {
  EXPECT_EQ(Json::parse(united("{}", R"({"a":1,"e":[1,2],"o":1})", R"({"b":2,"e":[2,3],"o":2})")),
            Json::parse(R"({"b":2,"e":[2,3,1],"o":2,"a":1})"));
}

TEST(Unite, LeavesTheirBytesAsTheyAre) {
  EXPECT_EQ(united(R"({"a":1})", R"({"a":2})", "{\n\t\"x\" : 1.10,\n\t\"a\" :1 }\n"),
            "{\n\t\"x\" : 1.10,\n\t\"a\" :2 }\n");
}

TEST(Unite, IsOfWhatReadersSee) {
  // The last of duplicate members counts.
  EXPECT_EQ(Json::parse(united(R"({"a":1})", R"({"a":7,"a":2})", R"({"a":1})")), Json::parse(R"({"a":2})"));
}

/// A graph of agents' members and one array that everybody adds to.
std::string any_version() {
  Json graph = Json::object();
  for (auto const* key : {"a", "b", "c"})
    if (*rc::gen::inRange(0, 3) != 0) graph[key] = Json::parse(*test::any_value(1));
  if (*rc::gen::inRange(0, 4) != 0)
    graph["entities"] = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6));
  return *test::spelling_of(graph.dump());
}

std::set<double> entries(std::string const& graph) {
  std::set<double> found;
  auto value = Json::parse(graph).value("entities", Json());
  if (value.is_array())
    for (auto const& each : value)
      found.insert(each.get<double>());
  return found;
}

RC_GTEST_PROP(Unite, LosesNothingThatEitherSideAdded, ()) {
  auto const base = any_version();
  auto const ours = any_version();
  auto const foreign = any_version();
  auto const result = united(base, ours, foreign);
  auto const b = Json::parse(base);
  auto const o = Json::parse(ours);
  auto const f = Json::parse(foreign);
  auto const r = Json::parse(result);
  RC_ASSERT(json::scan(result).has_value());
  for (auto const& [key, value] : f.items())
    if (!b.contains(key)) RC_ASSERT(r.contains(key));
  for (auto const& [key, value] : o.items())
    if (!b.contains(key)) RC_ASSERT(r.contains(key));
  auto const before = entries(base);
  auto const now = entries(result);
  if (o.contains("entities") && f.contains("entities"))
    for (auto const& side : {entries(ours), entries(foreign)})
      for (auto const& each : side)
        if (!before.contains(each)) RC_ASSERT(now.contains(each));
}

RC_GTEST_PROP(Unite, OfOneChangedSideIsThatSide, ()) {
  auto const base = any_version();
  auto const changed = any_version();
  RC_ASSERT(test::jq_equal(united(base, changed, base), changed));
  RC_ASSERT(test::jq_equal(united(base, base, changed), changed));
}

RC_GTEST_PROP(Unite, DoneAgainChangesNothing, ()) {
  auto const base = any_version();
  auto const ours = any_version();
  auto const once = united(base, ours, any_version());
  RC_ASSERT(united("{}", once, once) == once);
  RC_ASSERT(united(base, once, once) == once);
}

} // namespace
} // namespace artifactd

#include "daemon/queries/graph_entries.hpp"

#include <gmock/gmock.h>

namespace artifactd {
namespace {

using testing::ElementsAre;

std::vector<std::string> pointers(GraphEntries const& entries) {
  std::vector<std::string> found;
  for (auto const& each : entries.all)
    found.push_back(each.pointer);
  return found;
}

TEST(GraphEntries, AreTheEntriesOfListsAndTheOtherMembersOfValues) {
  auto const entries = entries_of(
      R"({"a": {"entities": [{"id": "e1"}, 5], "note": {"deep": [1]}}, "claims": [{"id": 7}], "stats": 3})");
  EXPECT_THAT(pointers(entries),
              ElementsAre("/a/entities/0", "/a/entities/1", "/a/note", "/claims/0", "/stats"));
  EXPECT_EQ(entries.all[0].agent, "a");
  EXPECT_EQ(entries.all[0].list, "entities");
  EXPECT_EQ(entries.all[0].name, "e1");
  EXPECT_EQ(entries.all[1].name, "");
  EXPECT_EQ(entries.all[3].agent, "");
  EXPECT_EQ(entries.all[3].name, "7");
  EXPECT_TRUE(entries.complete);
}

TEST(GraphEntries, NamesInPointersAreEscaped) {
  EXPECT_THAT(pointers(entries_of(R"({"a/b~": {"\u00e9/": 1}})")), ElementsAre("/a~1b~0/é~1"));
}

TEST(GraphEntries, AreComparedByIdAndMeaning) {
  auto const before = entries_of(R"({"a": {"l": [{"id": "x", "v": 1.0}, {"id": "y"}, {"z": 1}]}})");
  auto const same = entries_of(R"({"a": {"l": [ {"id":"y"}, {"z":1}, {"v":1,"id":"x"} ]}})");
  EXPECT_TRUE(changes_between(before, same).empty()) << "order and spelling do not count";
  auto const after = entries_of(R"({"a": {"l": [{"id": "x", "v": 2}, {"z": 1}, {"z": 2}]}})");
  auto const changes = changes_between(before, after);
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].after->name, "x");
  EXPECT_NE(changes[0].before, nullptr);
  EXPECT_EQ(changes[1].before, nullptr) << "an entry without an id is another one if its content differs";
  EXPECT_EQ(changes[2].before->name, "y");
  EXPECT_EQ(changes[2].after, nullptr);
}

TEST(GraphEntries, AreBounded) {
  std::string graph = R"({"a": {"l": [0)";
  for (std::size_t i = 0; i < GraphEntries::most; ++i)
    graph += ",1";
  auto const entries = entries_of(graph + "]}}");
  EXPECT_EQ(entries.all.size(), GraphEntries::most);
  EXPECT_FALSE(entries.complete);
}

} // namespace
} // namespace artifactd

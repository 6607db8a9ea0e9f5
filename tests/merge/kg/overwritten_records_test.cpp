#include "merge/kg/overwritten.hpp"
#include "tests/merge/kg/settled_session.hpp"
#include "tests/support/redo_text.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::must;
using test::redo_text;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto record_file = ".artifactd/redo";

/// Overwritten versions, and what is read of their records.
class OverwrittenRecords : public testing::Test {
protected:
  void rename_over(std::string const& text) {
    dir_.write("theirs", text);
    fs::rename(dir_ / "theirs", dir_ / "knowledge-graph.json");
  }
  /// In all records, a text by one of the same length.
  void damage(std::string const& from, std::string const& to) {
    auto text = dir_.read(record_file);
    for (auto at = text.find(from); at != text.npos; at = text.find(from, at))
      text.replace(at, from.size(), to);
    dir_.write(record_file, text);
  }
  Remerged look() {
    return must(remerge_overwritten(dir_.session(), dir_.policy, dir_.pool, dir_.watch, {}));
  }

  test::SettledSession dir_;
};

TEST_F(OverwrittenRecords, ADamagedOneIsReported) {
  dir_.write("knowledge-graph.json", R"({"x": 1})");
  dir_.merge("a", R"({"n": "lost"})");
  damage("lost", "LOST");
  rename_over(R"({"x": 1})");
  EXPECT_THAT(look().notices, ElementsAre(HasSubstr("is damaged; compare the graph with its generations")));
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1})"));
  EXPECT_TRUE(look().notices.empty()) << "once";
}

TEST_F(OverwrittenRecords, OlderOnesAreNotReadAgain) {
  dir_.write("knowledge-graph.json", R"({"x": 1})");
  dir_.merge("a", R"({"n": "older"})");
  std::string older;
  for (auto& each : must(read_redo(dir_.session()))) {
    each.at_ns -= std::int64_t{600} * 1'000'000'000;
    older += redo_text(each);
  }
  dir_.write(record_file, older);
  dir_.merge("b", R"({"n": 1})");
  auto text = dir_.read(record_file);
  dir_.write(record_file, text.replace(text.find("older"), 5, "OLDER")); // no longer readable
  rename_over(R"({"x": 1, "a": {"n": "older"}})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": "older"}, "b": {"n": 1}})"));
}

TEST_F(OverwrittenRecords, OlderOnesOfAMemberDoNotTakeThePlaceOfTheNewest) {
  dir_.write("knowledge-graph.json", R"({"x": 1})");
  dir_.merge("a", R"({"n": 1})");
  dir_.merge("b", R"({"n": 1})");
  dir_.merge("a", R"({"n": 2})");
  rename_over(R"({"x": 1, "a": {"n": 1}, "b": {"n": 1}})");
  EXPECT_TRUE(look().published);
  EXPECT_EQ(dir_.graph(), Json::parse(R"({"x": 1, "a": {"n": 2}, "b": {"n": 1}})"));
}

} // namespace
} // namespace artifactd

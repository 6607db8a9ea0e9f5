#include "agents/state/guard.hpp"
#include "agents/state/update.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/staged.hpp"
#include "state/tuning/document.hpp"
#include "state/tuning/edit.hpp"
#include "tests/support/last_instant.hpp"
#include "tests/support/session_dir.hpp"

#include <algorithm>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <thread>

namespace artifactd::tuning {
namespace {

namespace fs = std::filesystem;
using test::fault;
using test::must;

class UpdateTest : public testing::Test {
protected:
  UpdateTest() { dir_.write("state.json", initial_state()); }

  Result<Updated> set(std::string const& path, std::string const& value,
                      std::optional<std::string> expected = {}, Publishing publishing = Publishing::yes) {
    return update(
        dir_.session(), [&](std::string_view text) { return set_member(text, path, value); }, expected,
        publishing);
  }
  [[nodiscard]] nlohmann::json in_place() const { return nlohmann::json::parse(dir_.read("state.json")); }
  [[nodiscard]] std::vector<std::string> kept() const { return dir_.names(".artifactd/states"); }

  test::SessionDir dir_;
};

TEST_F(UpdateTest, ChangesStampsAndKeepsTheVersionBefore) {
  auto done = must(set("/user_issue_description", "\"too slow\""));
  EXPECT_TRUE(done.changed);
  EXPECT_FALSE(done.refused);
  EXPECT_EQ(in_place()["user_issue_description"], "too slow");
  EXPECT_TRUE(in_place()["updated_at"].is_string());
  EXPECT_EQ(dir_.read("state.json"), done.text);
  EXPECT_THAT(kept(), testing::ElementsAre("000001-accepted.json", "000002-accepted.json"));
  EXPECT_EQ(dir_.read(".artifactd/states/000001-accepted.json"), initial_state());
  EXPECT_EQ(dir_.read(".artifactd/states/000002-accepted.json"), done.text);
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(UpdateTest, NeverWritesWhatIsRefused) {
  auto before = dir_.stamp("state.json");
  auto refused = must(set("/max_errors", "0"));
  EXPECT_TRUE(refused.refused);
  EXPECT_EQ(refused.findings.at(0).code, "state.S06");
  EXPECT_TRUE(must(set("/status", "\"completed\"")).refused);
  EXPECT_EQ(dir_.stamp("state.json"), before);
}

TEST_F(UpdateTest, WithoutAChangeStampsNothing) {
  auto before = dir_.read("state.json");
  EXPECT_FALSE(must(set("/error_count", "0")).changed);
  EXPECT_EQ(dir_.read("state.json"), before);
}

TEST_F(UpdateTest, OnTrialWritesNothing) {
  auto before = dir_.stamp("state.json");
  EXPECT_TRUE(must(set("/max_errors", "4", {}, Publishing::no)).changed);
  EXPECT_EQ(dir_.stamp("state.json"), before);
}

TEST_F(UpdateTest, AsksForTheVersionItWasReadFrom) {
  EXPECT_TRUE(must(set("/max_errors", "4", "null")).changed);
  EXPECT_EQ(fault(set("/max_errors", "5", "null")), "changed");
  std::string stamp = in_place()["updated_at"];
  EXPECT_TRUE(must(set("/max_errors", "5", stamp)).changed);
  EXPECT_GT(in_place()["updated_at"].get<std::string>(), stamp);
}

TEST_F(UpdateTest, GoesOnWhereTheClockSteppedBack) {
  must(update(
      dir_.session(), [](std::string_view text) { return set_member(text, "/notes", "1"); }, {},
      Publishing::yes));
  auto ahead = must(set_member(dir_.read("state.json"), "/updated_at", "\"2099-01-01T00:00:00.000Z\""));
  dir_.write("state.json", ahead);
  EXPECT_FALSE(must(set("/max_errors", "4")).refused);
  EXPECT_EQ(in_place()["updated_at"], "2099-01-01T00:00:00.001Z");
}

TEST_F(UpdateTest, AppliesToWhatAnotherWroteInTheLastInstant) {
  auto others = must(set_member(initial_state(), "/user_issue_description", "\"theirs\""));
  bool once = true;
  test::BeforeRename meddling([&](test::RenameCall const& call) {
    if (call.flags == RENAME_EXCHANGE && std::exchange(once, false)) {
      dir_.write("other", others);
      fs::rename(dir_ / "other", dir_ / "state.json");
    }
    return 0;
  });
  EXPECT_TRUE(must(set("/max_errors", "4")).changed);
  EXPECT_EQ(in_place()["user_issue_description"], "theirs");
  EXPECT_EQ(in_place()["max_errors"], 4);
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

TEST_F(UpdateTest, KeepsAThirdVersionThatReplacedItsOwn) {
  auto const others = must(set_member(initial_state(), "/user_issue_description", "\"theirs\""));
  auto const third = must(set_member(initial_state(), "/user_issue_description", "\"third\""));
  int exchanges = 0;
  test::BeforeRename meddling([&](test::RenameCall const& call) {
    if (call.flags == RENAME_EXCHANGE && ++exchanges <= 2) {
      dir_.write("other", exchanges == 1 ? others : third);
      fs::rename(dir_ / "other", dir_ / "state.json");
    }
    return 0;
  });
  EXPECT_TRUE(must(set("/max_errors", "4")).changed);
  EXPECT_EQ(in_place()["user_issue_description"], "theirs");
  auto const names = kept();
  EXPECT_TRUE(std::ranges::any_of(
      names, [&](std::string const& name) { return dir_.read(".artifactd/states/" + name) == third; }));
  EXPECT_TRUE(dir_.names(".artifactd/work").empty());
}

/// A writer that renames in a loop gets the inode of the version before last for its next one.
TEST_F(UpdateTest, RecoveryTakesAnotherFileWithTheBasesInodeForAnothers) {
  must(set("/max_errors", "4"));
  dir_.write(".artifactd/work/other", "another program's");
  auto const stamp = dir_.stamp(".artifactd/work/other");
  auto const no_inode_here = dir_.stamp("state.json").inode + stamp.inode;
  auto const name = swap_name(layout::update_tag, {no_inode_here, stamp.inode, stamp.birth_ns - 1});
  fs::rename(dir_ / ".artifactd/work/other", dir_ / ".artifactd/work" / name);
  must(recover_state(dir_.claim(), dir_.session()));
  EXPECT_TRUE(std::ranges::any_of(kept(), [&](std::string const& each) {
    return dir_.read(".artifactd/states/" + each) == "another program's";
  }));
}

TEST_F(UpdateTest, AppliesToWhatAnotherWroteInPlaceInTheLastInstant) {
  auto others = must(set_member(initial_state(), "/user_issue_description", "\"theirs\""));
  bool once = true;
  test::BeforeRename meddling([&](test::RenameCall const& call) {
    if (call.flags == RENAME_EXCHANGE && std::exchange(once, false)) dir_.write("state.json", others);
    return 0;
  });
  EXPECT_TRUE(must(set("/max_errors", "4")).changed);
  EXPECT_EQ(in_place()["user_issue_description"], "theirs");
  EXPECT_EQ(in_place()["max_errors"], 4);
}

TEST_F(UpdateTest, LosesNothingAmongManyWriters) {
  auto add = [&] {
    for (int i = 0; i < 20; ++i)
      must(update(
          dir_.session(),
          [](std::string_view text) {
            auto count = nlohmann::json::parse(text)["max_errors"].get<int>();
            return set_member(text, "/max_errors", std::to_string(count + 1));
          },
          {}, Publishing::yes));
  };
  {
    std::jthread one(add);
    std::jthread two(add);
  }
  EXPECT_EQ(in_place()["max_errors"], 43);
}

TEST_F(UpdateTest, FollowsNoLinkAndOpensNoPipe) {
  dir_.write("elsewhere", initial_state());
  fs::remove(dir_ / "state.json");
  EXPECT_EQ(fault(set("/max_errors", "4")), "missing");
  fs::create_symlink(dir_ / "elsewhere", dir_ / "state.json");
  EXPECT_EQ(fault(set("/max_errors", "4")), "unsafe");
  fs::remove(dir_ / "state.json");
  ASSERT_EQ(::mkfifo((dir_ / "state.json").c_str(), 0600), 0);
  EXPECT_EQ(fault(set("/max_errors", "4")), "unsafe");
  EXPECT_EQ(dir_.read("elsewhere"), initial_state());
}

TEST_F(UpdateTest, CarriesNothingOverThatWouldBeRefused) {
  must(set("/max_errors", "4"));
  auto unseen =
      must(set_member(dir_.read("state.json"), "/error_count", "2")); // X08: two errors, none listed
  dir_.write("state.json", unseen);
  EXPECT_TRUE(must(set("/max_errors", "5")).refused);
  EXPECT_EQ(dir_.read("state.json"), unseen);
  EXPECT_FALSE(must(set("/error_count", "0")).refused);
}

TEST_F(UpdateTest, RepairsAMemberThatBreaksTheStructure) {
  auto broken = nlohmann::ordered_json::parse(initial_state());
  broken["max_errors"] = 0;
  dir_.write("state.json", broken.dump());
  auto const repair = [&](char const* path, char const* value, Changeable changeable) {
    return must(update(
        dir_.session(), [&](std::string_view text) { return set_member(text, path, value); }, {},
        Publishing::yes, state_bounds, changeable));
  };
  EXPECT_TRUE(repair("/max_errors", "3", Changeable::sound).refused);
  EXPECT_TRUE(repair("/user_issue_description", "\"x\"", Changeable::any_json).refused); // still broken
  EXPECT_EQ(in_place()["max_errors"], 0);
  EXPECT_FALSE(repair("/max_errors", "3", Changeable::any_json).refused);
  EXPECT_EQ(in_place()["max_errors"], 3);
  EXPECT_THAT(kept(), testing::ElementsAre("000001-accepted.json"));
}

TEST_F(UpdateTest, OfATornStateTellsWhatIsWrong) {
  dir_.write("state.json", "{\"status\": ");
  auto refused = must(set("/max_errors", "4"));
  EXPECT_TRUE(refused.refused);
  EXPECT_EQ(refused.findings.at(0).code, "state.S01");
  EXPECT_EQ(dir_.read("state.json"), "{\"status\": ");
}

} // namespace
} // namespace artifactd::tuning

// A session that cannot be read does not hide what waits in the others.
#include "daemon/queries/stuck.hpp"
#include "state/session/session_layout.hpp"
#include "tests/support/session_dir.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <stdexcept>

namespace artifactd {
namespace {

using testing::HasSubstr;

constexpr DocumentSteps throwing{.submit_again = nullptr,
                                 .give_up = nullptr,
                                 .keep_copy = nullptr,
                                 .is_accepted = nullptr,
                                 .restore_command = [](Session const& session) -> Result<std::string> {
                                   if (session.shown().ends_with("/a"))
                                     throw std::runtime_error("a surprise");
                                   return std::string();
                                 }};
constexpr KindTraits throwing_traits = [] {
  KindTraits traits;
  traits.document = &throwing;
  traits.history_command = "log";
  return traits;
}();
constexpr Kind throwing_kind("surprise", throwing_traits);

class StuckSessions : public testing::Test {
protected:
  StuckSessions() {
    for (auto const* name : {"a", "b"}) {
      std::filesystem::create_directory(dir_ / name);
      auto const signal = SignalName{Name::of_document(throwing_kind), throwing_kind};
      dir_.write(std::string(name) + "/surprise.json", "{}");
      dir_.write(std::string(name) + "/" + layout::instructions(signal), R"({"lock_file_renamed_to": null})");
    }
    config_.state_dir = config_.runtime_dir = (dir_ / "none").string();
    config_.served.kinds = {throwing_kind};
    config_.roots.push_back({.path = dir_.path().string()});
  }

  test::ScratchDir dir_;
  Config config_;
};

TEST_F(StuckSessions, OneThatCannotBeLookedAtIsARowAndHidesNoOther) {
  auto const root = dir_.path().string();
  auto const rows = look_for_stuck(config_, {{root, "a"}, {root, "b"}}, {}).rows;
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].session, root + "/a");
  EXPECT_THAT(rows[0].reason, HasSubstr("it cannot be looked at: a surprise"));
  EXPECT_TRUE(rows[0].waits_for_person());
  EXPECT_THAT(rows[1].reason, HasSubstr("refused, and left as it is"));
}

} // namespace
} // namespace artifactd

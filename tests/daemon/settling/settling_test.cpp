#include "daemon/config/config.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/settling/settling.hpp"
#include "state/settle/claim.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(Settling, DoesNotReportWhoHoldsASessionForMoments) {
  test::ScratchDir dir;
  dir.write("artifactd.toml", "[[root]]\npath = \"" + (dir / "root").string() + "\"\n");
  dir.write("root/s/.artifactd/work/graph.new.1", ""); // a leftover to clean up, which requires the claim
  auto const config = *load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  SessionKey const key{(dir / "root").string(), "s"};
  Settling settling(config, nullptr);
  {
    auto const session = test::must(Session::open((dir / "root/s").string()));
    auto const claim = test::must(Claim::take(session));
    for (int attempt = 0; attempt < 3; ++attempt)
      EXPECT_EQ(settling.run(key, {}, Lane::quick).end, RunEnd::pending);
    EXPECT_EQ(settling.pending().size(), 0U) << "a command at work holds it for moments";
  }
  EXPECT_EQ(settling.run(key, {}, Lane::quick).end, RunEnd::settled);
  EXPECT_EQ(settling.pending().size(), 0U);
}

TEST(Settling, WhatACommandRefusedMeanwhileIsNotAtWork) {
  test::ScratchDir dir;
  dir.write("artifactd.toml", "[[root]]\npath = \"" + (dir / "root").string() + "\"\n");
  dir.write("root/s/artifacts/a/x.json", "{");
  dir.write("root/s/a.kg.lock", "");
  auto const config = *load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  SessionKey const key{(dir / "root").string(), "s"};
  Activity activity;
  // As if the daemon had begun, and found the session held.
  activity.tell({.session = full_path(key), .name = "a", .kind = "kg", .what = "settling"});
  Settling command(config, nullptr);
  ASSERT_EQ(command.run(key, Hints{{test::kg("a")}}).end, RunEnd::settled);
  ASSERT_TRUE(std::filesystem::exists(dir / "root/s/a.kg.lock.error"));
  Settling daemon(config, nullptr, &activity);
  daemon.run(key, {});
  ASSERT_EQ(activity.snapshot(2).events.size(), 1U);
  EXPECT_EQ(activity.snapshot(2).events[0].what, "refused");
}

TEST(Settling, LeavesASessionAloneWhoseRootWasRemoved) {
  test::ScratchDir dir;
  dir.write("artifactd.toml", "[[root]]\npath = \"" + (dir / "root").string() + "\"\n");
  dir.write("root/s/artifacts/a/x.json", "{}");
  dir.write("root/s/a.kg.lock", "");
  auto const config = *load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  SessionKey const key{(dir / "root").string(), "s"};
  Hints const hints{{test::kg("a")}};
  Settling settling(config, nullptr);
  auto changed = config;
  changed.roots[0].depth = 2;
  settling.reload(changed);
  EXPECT_EQ(settling.run(key, hints, Lane::quick).end, RunEnd::gone);
  changed.roots.clear();
  settling.reload(changed);
  EXPECT_EQ(settling.run(key, hints, Lane::quick).end, RunEnd::gone);
  EXPECT_TRUE(std::filesystem::exists(dir / "root/s/a.kg.lock"));
  settling.reload(config);
  EXPECT_EQ(settling.run(key, hints, Lane::quick).end, RunEnd::settled);
  EXPECT_FALSE(std::filesystem::exists(dir / "root/s/a.kg.lock"));
}

} // namespace
} // namespace artifactd

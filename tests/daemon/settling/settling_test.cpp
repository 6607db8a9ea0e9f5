#include "daemon/config/config.hpp"
#include "daemon/programs/kind_list.hpp"
#include "daemon/settling/settling.hpp"
#include "state/settle/claim.hpp"
#include "tests/support/scratch_dir.hpp"
#include "tests/support/session_dir.hpp"

#include <gtest/gtest.h>

namespace artifactd {
namespace {

TEST(Settling, ReportsWhoHoldsASessionOnlyIfItLasts) {
  test::ScratchDir dir;
  dir.write("artifactd.toml", "[[root]]\npath = \"" + (dir / "root").string() + "\"\n");
  dir.write("root/s/.artifactd/work/graph.new.1", ""); // a leftover to clean up, which requires the claim
  auto const config = *load_config({.file = (dir / "artifactd.toml").string(), .served = kind_list()});
  SessionKey const key{(dir / "root").string(), "s"};
  Settling settling(config, nullptr);
  {
    auto const session = test::must(Session::open((dir / "root/s").string()));
    auto const claim = test::must(Claim::take(session));
    EXPECT_EQ(settling.run(key, {}, Lane::quick).end, RunEnd::pending);
    EXPECT_EQ(settling.pending().size(), 0U) << "a command at work holds it for moments";
    EXPECT_EQ(settling.run(key, {}, Lane::quick).end, RunEnd::pending);
    EXPECT_EQ(settling.pending().size(), 1U);
  }
  EXPECT_EQ(settling.run(key, {}, Lane::quick).end, RunEnd::settled);
  EXPECT_EQ(settling.pending().size(), 0U);
}

} // namespace
} // namespace artifactd

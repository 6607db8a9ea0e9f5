// A session that is a mount point, or cannot be found: what commands say, and with which exit code.
#include "tests/daemon/artifactctl.hpp"
#include "tests/support/mounted.hpp"

#include <filesystem>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

using test::Artifactctl;
using testing::HasSubstr;

TEST_F(Artifactctl, NamesASessionThatIsAMountAndRefusesToWorkInIt) {
  test::Mounted const mounted(session("two"));
  if (!mounted) GTEST_SKIP() << "needs the right to mount";
  auto board = daemon({});
  dir.write("ok.json", R"({"a": 1})");
  auto const said = "session.mount: " + session("two") + " is on another mount than its root";
  for (auto const& words :
       {std::vector<std::string>{"submit", session("two"), "a", (dir / "ok.json").string()},
        {"wait", session("two"), "a"},
        {"merge", session("two")},
        {"status", session("two")},
        {"init", session("two")}}) {
    auto const answer = run(words);
    EXPECT_EQ(answer.exit, Exit::io) << words[0];
    EXPECT_THAT(answer.err, HasSubstr(said)) << words[0];
  }
  EXPECT_FALSE(std::filesystem::exists(dir / "root/two/README.md"));
  for (auto const& words : {std::vector<std::string>{"status"}, {"inbox", "--list"}, {"doctor"}}) {
    auto const answer = run(words);
    EXPECT_THAT(answer.out, HasSubstr(said)) << words[0];
    EXPECT_NE(answer.exit, Exit::ok) << words[0];
  }
}

TEST_F(Artifactctl, ASessionPathThatLeadsNowhereIsNotARefusal) {
  dir.write("ok.json", R"({"a": 1})");
  std::filesystem::create_symlink("loop", dir / "root/loop");
  for (auto const& path : {session("loop"), session(std::string(300, 'x'))}) {
    auto const answer = run({"submit", path, "a", (dir / "ok.json").string()});
    EXPECT_EQ(answer.exit, Exit::not_found) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr("there is no session")) << answer.err;
  }
}

} // namespace
} // namespace artifactd

// Repairing refused work in an editor, which is a script.
#include "tests/daemon/refused_work.hpp"

#include <cstdlib>
#include <gmock/gmock.h>

namespace artifactd {
namespace {

namespace fs = std::filesystem;
using test::RefusedWork;
using testing::HasSubstr;
using testing::Not;

TEST_F(RefusedWork, IsFixedInTheEditorSubmittedAndCostsNothing) {
  editor("sed -i 's/,$//' \"$1\"\nchmod 777 \"$1\"\n");
  fs::permissions(dir / "root/one/artifacts/a/x.json", fs::perms(0640));
  auto answer = run({"fix", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::ok) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("changed artifacts/a/x.json"));
  EXPECT_EQ(text("root/one/artifacts/a/x.json"), "{\n \"x\": 1\n}");
  EXPECT_EQ(fs::status(dir / "root/one/artifacts/a/x.json").permissions(), fs::perms(0640));
  EXPECT_TRUE(pending());
  EXPECT_FALSE(refused());
  EXPECT_EQ(run({"merge", "one"}).exit, Exit::ok);
}

TEST_F(RefusedWork, IsOpenedAtTheFaultyLineOutsideOfTheSession) {
  editor("echo \"$@\" > " + (dir / "said").string() + "\n");
  fs::rename(dir / "repair", dir / "nano");
  ::setenv("EDITOR", (dir / "nano").c_str(), 1);
  EXPECT_EQ(run({"fix", "one", "a"}).exit, Exit::judged_bad);
  EXPECT_THAT(text("said"), testing::StartsWith("+3,"));
  EXPECT_THAT(text("said"), HasSubstr("/x.json"));
  EXPECT_THAT(text("said"), Not(HasSubstr(session("one"))));
}

TEST_F(RefusedWork, StaysRefusedWhenTheEditIsNoBetterAndCountsNothing) {
  editor("echo '{\"x\": tru}' > \"$1\"\n");
  auto answer = run({"fix", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  EXPECT_THAT(answer.err, HasSubstr("^")) << "findings with a caret";
  EXPECT_EQ(text("root/one/artifacts/a/x.json"), "{\"x\": tru}\n") << "what was saved is not lost";
  EXPECT_TRUE(refused());
  EXPECT_EQ(instructions()["budget"]["used"], 1);
  EXPECT_EQ(run({"inbox", "--json"}).json()["waiting"][0]["attempts_left"], 2);
}

TEST_F(RefusedWork, IsLeftAloneWhenTheEditorFailsOrThereIsNone) {
  editor("echo '{}' > \"$1\"\nexit 1\n");
  EXPECT_EQ(run({"fix", "one", "a"}).exit, Exit::person);
  EXPECT_EQ(text("root/one/artifacts/a/x.json"), "{\n \"x\": 1,\n}");
  EXPECT_TRUE(refused());
  ::setenv("EDITOR", "no-such-editor --wait", 1);
  auto const none = run({"fix", "one", "a"});
  EXPECT_EQ(none.exit, Exit::not_found);
  EXPECT_THAT(none.err,
              HasSubstr("the editor \"no-such-editor --wait\" cannot be started: set VISUAL or EDITOR"));
  EXPECT_TRUE(refused());
  EXPECT_EQ(run({"fix", "one", "nobody"}).exit, Exit::not_found);
  EXPECT_EQ(run({"fix", "one"}).exit, Exit::usage);
}

TEST_F(RefusedWork, IsNotOverwrittenWhereTheAgentWroteOrSubmittedMeanwhile) {
  editor("echo '{}' > \"$1\"\necho '{\"mine\": 1}' > " + session("one") + "/artifacts/a/x.json\n");
  auto answer = run({"fix", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::conflict);
  EXPECT_THAT(answer.err, HasSubstr("what you wrote is in "));
  EXPECT_EQ(text("root/one/artifacts/a/x.json"), "{\"mine\": 1}\n");
  dir.write("root/one/artifacts/a/x.json", "{");
  editor("echo '{}' > \"$1\"\ntouch " + session("one") + "/a.kg.lock\n");
  EXPECT_EQ(run({"fix", "one", "a"}).exit, Exit::conflict);
  EXPECT_EQ(text("root/one/artifacts/a/x.json"), "{");
}

TEST_F(RefusedWork, LeadsNoEditorThroughALink) {
  dir.write("secret", "{\"secret\":1,}");
  fs::remove(dir / "root/one/artifacts/a/x.json");
  fs::create_symlink(dir / "secret", dir / "root/one/artifacts/a/x.json");
  editor("echo '{}' > \"$1\"\n");
  auto answer = run({"fix", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::judged_bad);
  EXPECT_THAT(answer.err, HasSubstr("cannot be edited"));
  EXPECT_EQ(text("secret"), "{\"secret\":1,}");
}

TEST_F(RefusedWork, GetsItsMissingFileFromTheEditor) {
  fs::remove_all(dir / "root/one/artifacts/a");
  editor("echo '{\"new\": 1}' > \"$1\"\n");
  auto answer = run({"fix", "one", "a"});
  EXPECT_EQ(answer.exit, Exit::ok) << answer.err;
  EXPECT_EQ(text("root/one/artifacts/a/a.json"), "{\"new\": 1}\n");
  EXPECT_TRUE(pending());
}

TEST_F(RefusedWork, RepairedAlreadyIsSubmittedWithoutAnEditor) {
  dir.write("root/one/artifacts/a/x.json", "{}");
  editor("exit 9\n");
  EXPECT_EQ(run({"fix", session("one") + "/a.kg.lock.error"}).exit, Exit::ok);
  EXPECT_TRUE(pending());
}

} // namespace
} // namespace artifactd

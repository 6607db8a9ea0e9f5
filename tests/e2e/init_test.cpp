// `artifactctl init`: a session that agents and the daemon can use, and what agents have to know.
#include "tests/e2e/running_daemon.hpp"

#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd::test {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Init : public testing::Test {
protected:
  [[nodiscard]] Ended init(std::vector<std::string> words) const {
    words.insert(words.begin(), "init");
    return site_.artifactctl(words);
  }
  [[nodiscard]] fs::path made() const { return site_.root() / "new"; }
  static struct stat status(fs::path const& path) {
    struct stat status{};
    EXPECT_EQ(::stat(path.c_str(), &status), 0) << path;
    return status;
  }

  Site site_;
};

TEST_F(Init, MakesASessionThatIsServed) {
  RunningDaemon const daemon(site_);
  auto const ended = init({made()});
  EXPECT_EQ(ended.exit, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("made artifacts/, README.md"));
  SessionDir const session(made());
  session.submit("a");
  EXPECT_TRUE(eventually([&] { return session.merged("a"); }));
}

TEST_F(Init, SharesItsSessionLikeTheDirectoryAbove) {
  ASSERT_EQ(::chmod(site_.root().c_str(), 03777), 0);
  if (::geteuid() == 0) {
    ASSERT_EQ(::chown(site_.root().c_str(), 1234, 1235), 0);
  }
  ASSERT_EQ(init({made()}).exit, 0);
  auto const above = status(site_.root());
  for (auto const& place : {made(), made() / "artifacts"}) {
    auto const status = Init::status(place);
    EXPECT_EQ(status.st_mode & 07777, 02775U)
        << place << ": sharing is inherited, writing by everybody is not";
    EXPECT_EQ(status.st_uid, above.st_uid) << place;
    EXPECT_EQ(status.st_gid, above.st_gid) << place;
  }
}

TEST_F(Init, CompletesAnOldSessionAndOverwritesNothing) {
  auto const session = site_.session("new");
  session.write("README.md", "ours");
  EXPECT_EQ(init({made()}).exit, 0);
  EXPECT_EQ(session.text("README.md"), "ours");
  EXPECT_THAT(init({made()}).out, HasSubstr("nothing was missing"));
}

TEST_F(Init, SaysThatAReadmeOfOtherKindsIsLeftAsItIs) {
  ASSERT_EQ(init({made()}).exit, 0);
  EXPECT_THAT(init({made()}).err, IsEmpty());
  auto const other = init({made(), "--profile", "kg,rule"});
  EXPECT_EQ(other.exit, 0);
  EXPECT_THAT(other.err, HasSubstr("artifactctl init --prompt --profile kg,rule"));
}

TEST_F(Init, TakesItsOptionsBeforeTheDirectory) {
  EXPECT_EQ(init({"--profile", "kg,rule", made()}).exit, 0);
  EXPECT_TRUE(fs::is_directory(made() / "rules"));
}

TEST_F(Init, SaysWhatIsInTheWay) {
  auto const session = site_.session("new");
  session.write("artifacts", "a file");
  auto const ended = init({made()});
  EXPECT_NE(ended.exit, 0);
  EXPECT_THAT(ended.err, HasSubstr("artifacts"));
}

TEST_F(Init, TellsAgentsTheirPlacesAndOutcomes) {
  ASSERT_EQ(init({made(), "--profile", "kg,rule,edit,state"}).exit, 0);
  EXPECT_THAT(SessionDir(made()).text("README.md"),
              AllOf(HasSubstr("| `kg` | `NAME.kg.lock` | `artifacts/NAME/`: files that end in `.json`"),
                    HasSubstr("at most 64 KiB"), HasSubstr("`rules/NAME` with the ending `.yaml` or `.py`"),
                    HasSubstr("`edits/NAME.json`: one JSON object"), HasSubstr("`rules/NAME.samples.json`"),
                    HasSubstr("`NAME.KIND.lock.error` back to `NAME.KIND.lock`"),
                    HasSubstr("NAME.retry-instructions.json"), HasSubstr("64 at most"),
                    HasSubstr("Rename that file to `state.json`")));
  EXPECT_TRUE(fs::is_directory(made() / "rules"));
}

TEST_F(Init, PrintsTheSameForASystemPrompt) {
  auto const ended = init({"--prompt"});
  EXPECT_EQ(ended.exit, 0);
  EXPECT_THAT(ended.out,
              AllOf(HasSubstr("NAME.kg.lock"), HasSubstr("NAME.retry-instructions.json"),
                    HasSubstr("artifactctl submit SESSION NAME FILE..."), Not(HasSubstr("| `kg`"))));
  EXPECT_EQ(std::ranges::count(ended.out, '\n'), 1) << "one paragraph";
}

TEST_F(Init, TellsAgentsToReplaceADocumentAndToCreateNoSignal) {
  ASSERT_EQ(init({made(), "--profile", "state"}).exit, 0);
  for (auto const& text :
       {SessionDir(made()).text("README.md"), init({"--prompt", "--profile", "state"}).out})
    EXPECT_THAT(text, AllOf(HasSubstr("such as `state.json.new`"), HasSubstr("`state.json.error`"),
                            HasSubstr("`state.retry-instructions.json`"), Not(HasSubstr("NAME")),
                            Not(HasSubstr("empty")), Not(HasSubstr("disappears"))));
}

TEST_F(Init, NamesTheKindInASignalThatMayBeOfSeveral) {
  EXPECT_THAT(init({"--prompt", "--profile", "rule"}).out,
              AllOf(HasSubstr("create the empty file `NAME.rule.lock`"),
                    HasSubstr("artifactctl submit SESSION NAME.rule FILE...")));
  EXPECT_THAT(init({"--prompt", "--profile", "rule,edit"}).out,
              AllOf(HasSubstr("create the empty file `NAME.KIND.lock`"),
                    HasSubstr("`NAME.rule.retry-instructions.json` (rule), "
                              "`NAME.edit.retry-instructions.json` (edit), repair"),
                    HasSubstr("artifactctl submit SESSION NAME.KIND FILE...")));
}

TEST_F(Init, ThatMakesNoSenseMakesNothing) {
  EXPECT_EQ(init({}).exit, 2);
  EXPECT_EQ(init({made(), "--profile", "chess"}).exit, 2);
  EXPECT_FALSE(fs::exists(made()));
  EXPECT_EQ(init({site_.root() / "not/there"}).exit, 3);
}

} // namespace
} // namespace artifactd::test

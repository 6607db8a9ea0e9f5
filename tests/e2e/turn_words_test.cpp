// What a command says about a turn that was refused.
#include "tests/e2e/turn_site.hpp"

#include <gmock/gmock.h>
#include <optional>

namespace artifactd::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class TurnWords : public TurnSite {};

TEST_F(TurnWords, NamesNoIdIfNothingWasPaid) {
  begin();
  auto const empty = say("");
  EXPECT_EQ(empty.exit, 1);
  EXPECT_THAT(empty.err, AllOf(HasSubstr("turn.text"), Not(HasSubstr("without paying again"))));
  script(R"([{"step": "narrator", "reply": "no JSON at all"}])");
  EXPECT_THAT(say("I say hello.").err, HasSubstr("without paying again"));
}

TEST_F(TurnWords, RefusesATextThatIsNotUtf8) {
  begin();
  auto const refused = say("a\xff\x62");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("turn.text"), HasSubstr("not UTF-8")));
  auto const played = shell("printf 'a\\377b\\n' | " + site.program("artifactctl") + " --config " +
                            site.config().string() + " turn play s");
  EXPECT_EQ(played.exit, 1) << played.err;
  EXPECT_THAT(played.err, HasSubstr("turn.text"));
  EXPECT_EQ(scene(), 0);
  EXPECT_EQ(calls(), 0);
  auto const unknown = site.artifactctl({"turn", "branch", "s", "b\xff"});
  EXPECT_EQ(unknown.exit, 1);
  EXPECT_THAT(unknown.err, AllOf(HasSubstr("turn.shape"), HasSubstr("`directory` is not UTF-8")));
}

TEST_F(TurnWords, AdvisesWhatCanBeDoneAboutAReplyThatIsCutShort) {
  begin();
  script(R"([{"step": "narrator", "reply": ""}])");
  auto const failed = say("I say hello.");
  EXPECT_EQ(failed.exit, 1);
  EXPECT_THAT(failed.err,
              AllOf(HasSubstr("turn.truncated"), HasSubstr("Submit the same action again"),
                    HasSubstr("another model"), Not(HasSubstr("Allow the model longer replies"))));
}

TEST_F(TurnWords, NamesTheCommandThatBeginsAStory) {
  import();
  auto const none = site.artifactctl({"turn", "retry", "s"});
  EXPECT_EQ(none.exit, 3);
  EXPECT_THAT(none.err, HasSubstr("artifactctl turn begin DIR --scenario ID"));
}

TEST_F(TurnWords, NamesWhatThereIsInPlaceOfWhatThereIsNot) {
  begin();
  auto const stranger = site.artifactctl({"turn", "observations", "s", "nobody"});
  EXPECT_EQ(stranger.exit, 3);
  EXPECT_EQ(stranger.out, "");
  EXPECT_THAT(stranger.err, AllOf(HasSubstr("\"nobody\" is no character"), HasSubstr("ada-persona, emil")));
  auto const kinds = site.artifactctl({"turn", "list", "zz"});
  EXPECT_EQ(kinds.exit, 2);
  EXPECT_THAT(kinds.err, HasSubstr("scenarios and stories"));
  for (auto const* what : {"show", "remove"}) {
    auto const kind = site.artifactctl({"turn", what, "zz", "zz"});
    EXPECT_EQ(kind.exit, 2) << what;
    EXPECT_THAT(kind.err, HasSubstr("scenario and story")) << what;
  }
  EXPECT_EQ(site.artifactctl({"turn", "list", ""}).exit, 2);
  EXPECT_EQ(site.artifactctl({"turn", "observations", "s", "--at", "yesterday"}).exit, 2);
}

TEST_F(TurnWords, NamesADirectoryThatPlaysAnotherStoryByItsPath) {
  begin();
  auto const other = site.session("other");
  ASSERT_EQ(site.artifactctl({"turn", "begin", "other", "--scenario", scenario}).exit, 0);
  auto const stories = site.json({"turn", "list", "stories"});
  for (auto const& row : stories["stories"]) {
    auto const refused = site.artifactctl({"turn", "attach", "s", row["session_id"]});
    if (refused.exit == 0) continue; // its own
    EXPECT_THAT(refused.err,
                AllOf(HasSubstr(" " + directory.path().string() + " has a story"), Not(HasSubstr("//"))));
    return;
  }
  ADD_FAILURE() << "a directory plays two stories";
}

TEST_F(TurnWords, AWrongDirectoryIsLeftAsItIs) {
  import();
  auto const wrong = site.path() / "wrong";
  std::filesystem::create_directory(wrong);
  for (auto const with_daemon : {false, true}) {
    std::optional<RunningDaemon> daemon;
    if (with_daemon) daemon.emplace(site);
    for (auto const& path : {wrong, directory.path()})
      for (auto const* what : {"say", "undo", "redo", "retry", "models", "end"}) {
        std::vector<std::string> words = {"turn", what, path.string()};
        if (std::string_view(what) == "say") words.emplace_back("I wait.");
        auto const refused = site.artifactctl(words);
        EXPECT_EQ(refused.exit, 3) << what;
        EXPECT_THAT(refused.err, HasSubstr("turn.no_story")) << what;
        EXPECT_TRUE(std::filesystem::is_empty(path)) << what;
      }
    EXPECT_EQ(site.artifactctl({"turn", "branch", wrong.string(), "other"}).exit, 3);
    EXPECT_FALSE(std::filesystem::exists(site.path() / "other"));
  }
}

} // namespace
} // namespace artifactd::test

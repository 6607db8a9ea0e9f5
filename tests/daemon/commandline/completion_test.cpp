// What may come next on a command line that is still being typed.
#include "daemon/commandline/completion.hpp"
#include "tests/daemon/artifactctl.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

namespace artifactd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Words = std::vector<std::string>;

class Completion : public test::Artifactctl {
protected:
  /// Without what they are.
  [[nodiscard]] Words completed(Words const& words) const {
    auto found = lines(words);
    for (auto& line : found)
      line.erase(std::min(line.find('\t'), line.size()));
    return found;
  }

  [[nodiscard]] Words lines(Words words) const {
    words.insert(words.begin(), {"--config", (dir / "artifactd.toml").string()});
    Words found;
    read_artifactctl(kind_list(), "c0ffee",
                     [&](CLI::App const& app) { found = candidates(app, kind_list(), words); });
    return found;
  }
};

TEST_F(Completion, CommandsAreThoseThatBeginLikeThat) {
  EXPECT_THAT(completed({"st"}), ElementsAre("status", "stats", "state"));
  EXPECT_THAT(completed({"rule", "e"}), ElementsAre("explain"));
  EXPECT_THAT(completed({"turn", "migrate", "pa"}), ElementsAre("parity"));
  EXPECT_THAT(lines({"doc"}), ElementsAre("doctor\tlook for trouble and say how to fix it"));
}

TEST_F(Completion, TheHiddenCommandIsNotOffered) {
  EXPECT_THAT(completed({"comp"}), ElementsAre("completion"));
  EXPECT_THAT(run({"--help"}).out, testing::Not(testing::ContainsRegex("\n  complete ")));
}

TEST_F(Completion, OptionsAreThoseOfTheCommandAndOfAllCommands) {
  EXPECT_THAT(completed({"merge", "one", "--d"}), ElementsAre("--dry-run"));
  EXPECT_THAT(completed({"merge", "one", "--j"}), ElementsAre("--json"));
  EXPECT_THAT(completed({"rule", "explain", "--r"}), ElementsAre("--rules", "--root")) << "each once";
  EXPECT_THAT(completed({"merge", "--", "one", "--d"}), IsEmpty()) << "options have ended";
  EXPECT_THAT(completed({"merge", "--dry-run", "t"}), ElementsAre("two")) << "it takes no value";
}

TEST_F(Completion, AValueIsOneOfTheWordsThatItMayBe) {
  EXPECT_THAT(completed({"edit", "run", "one", "a", "--engine", ""}), ElementsAre("rules", "model"));
  EXPECT_THAT(completed({"edit", "run", "one", "a", "--engine=m"}), ElementsAre("--engine=model"));
  EXPECT_THAT(completed({"completion", ""}), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(completed({"merge", "--wait", ""}), IsEmpty()) << "a time is typed";
}

TEST_F(Completion, PathsAreLeftToTheShell) {
  EXPECT_THAT(completed({"--config", ""}), ElementsAre(":files"));
  EXPECT_THAT(completed({"rule", "test", "a.yaml", "b"}), ElementsAre(":files"))
      << "a list has further values";
  EXPECT_THAT(completed({"--root="}), ElementsAre(":directories"));
  EXPECT_THAT(completed({"merge", "./o"}), ElementsAre(":directories"));
  EXPECT_THAT(completed({"merge", "other"}), ElementsAre(":directories")) << "no session begins like that";
}

TEST_F(Completion, SessionsAreThoseBelowTheRoots) {
  EXPECT_THAT(completed({"merge", ""}), ElementsAre("one", "two"));
  EXPECT_THAT(completed({"status", "t"}), ElementsAre("two"));
  EXPECT_THAT(completed({"log", "--session", "o"}), ElementsAre("one"));
  std::filesystem::create_directories(dir / "more/other");
  EXPECT_THAT(completed({"--root", (dir / "more").string(), "merge", "o"}), ElementsAre("one", "other"));
  EXPECT_THAT(completed({"rule", "explain", "--root", (dir / "more").string(), "--into", "oth"}), IsEmpty())
      << "another --root";
}

TEST_F(Completion, ASessionWhoseNameIsNotSafeToPrintIsNotOffered) {
  std::filesystem::create_directories(dir / "root/o\nx");
  std::filesystem::create_directories(dir / "root/o\033[2J");
  EXPECT_THAT(completed({"merge", "o"}), ElementsAre("one"));
}

TEST_F(Completion, SignalsThatNeedSomethingComeFirst) {
  std::filesystem::create_directories(dir / "root/one/artifacts/b");
  for (auto const* signal : {"one/b.kg.lock", "one/z.kg.lock.error", "one/r.rule.lock.error"})
    dir.write(std::string("root/") + signal, "");
  EXPECT_THAT(lines({"retry", "one", ""}),
              ElementsAre("r.rule\trefused", "z\trefused", "b\tpending", "a\tagent"));
  EXPECT_THAT(completed({"log", "--session", "one", "--signal", ""}), ElementsAre("r.rule", "z", "b", "a"));
  EXPECT_THAT(completed({"merge", "one", ""}), ElementsAre("z", "b", "a")) << "agents have no other kinds";
  EXPECT_THAT(completed({"merge", session("one"), "--dry-run", "b"}), ElementsAre("b"));
  EXPECT_THAT(completed({"merge", "none", ""}), IsEmpty());
}

TEST_F(Completion, PlaysAndModelsHaveNames) {
  std::filesystem::create_directories(dir / "root/one/play/p1");
  EXPECT_THAT(completed({"play", "show", "one", ""}), ElementsAre("p1"));
  EXPECT_THAT(completed({"play", "check", ""}), ElementsAre(":directories")) << "a record, of any session";
  std::filesystem::create_directories(dir / "conf.d");
  dir.write("conf.d/models.toml", "[models.mine]\nkind = \"command\"\ncommand = [\"true\"]\n");
  EXPECT_THAT(completed({"model", "test", ""}), ElementsAre("mine"));
}

TEST_F(Completion, NothingFollowsWhatHasNoMeaning) {
  EXPECT_THAT(completed({"no-such", ""}), IsEmpty());
  EXPECT_THAT(completed({"merge", "one", "a", "b", ""}), IsEmpty());
  EXPECT_THAT(completed({"merge", "--no-such", ""}), IsEmpty());
  EXPECT_THAT(completed({"merge", "--no-such=x"}), IsEmpty());
  EXPECT_THAT(completed({"\xff\n"}), IsEmpty());
}

TEST_F(Completion, CandidatesAreBounded) {
  for (std::size_t i = 0; i <= most_candidates; ++i)
    std::filesystem::create_directories(dir / ("root/s" + std::to_string(i)));
  EXPECT_EQ(completed({"merge", "s"}).size(), most_candidates);
}

TEST_F(Completion, EveryConfigurationWillDo) {
  dir.write("artifactd.toml", "state_dir = = 3\n[[root");
  EXPECT_THAT(completed({"merge", ""}), ElementsAre(":directories"));
  EXPECT_THAT(completed({"sta"}), ElementsAre("status", "stats", "state"));
}

/// To enter a session can change it.
TEST_F(Completion, ASessionIsNotEntered) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root renames what it cannot use as the owner";
  std::filesystem::create_directories(dir / "root/one/.artifactd");
  ASSERT_EQ(::chown(session("one").c_str(), 1, 1), 0);
  EXPECT_THAT(completed({"merge", "one", ""}), ElementsAre("a"));
  EXPECT_TRUE(std::filesystem::exists(dir / "root/one/.artifactd"));
}

} // namespace
} // namespace artifactd

// Several processes playing one story: each turn is played once and paid for once, by any of them.
#include "tests/e2e/turn_site.hpp"
#include "tests/support/source_dir.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <map>
#include <set>
#include <sqlite3.h>
#include <sys/stat.h>

namespace artifactd::test {
namespace {

constexpr int rivals = 8;
constexpr auto long_enough = std::chrono::seconds(120);

class TurnRivals : public TurnSite {
protected:
  /// A configuration with the same state, but another place to look for the daemon.
  [[nodiscard]] std::string other_config() const {
    auto const path = site.path() / "other/artifactd.toml";
    std::filesystem::create_directories(path.parent_path());
    std::ifstream own(site.config());
    std::string text(std::istreambuf_iterator<char>(own), {});
    auto const from = (site.path() / "run").string();
    text.replace(text.find(from), from.size(), (site.path() / "run2").string());
    std::ofstream(path) << text;
    std::filesystem::copy(site.config().parent_path() / "conf.d", path.parent_path() / "conf.d",
                          std::filesystem::copy_options::recursive |
                              std::filesystem::copy_options::overwrite_existing);
    return path.string();
  }
  [[nodiscard]] std::unique_ptr<Child> saying(std::string const& id) const {
    return start({"--json", "turn", "say", "s", "I wait.", "--id", id, "--wait", "100s"});
  }
  /// The scenes that the children made, sorted.
  static std::multiset<int> scenes_of(std::vector<std::unique_ptr<Child>> const& children) {
    std::multiset<int> scenes;
    for (auto const& child : children) {
      EXPECT_EQ(child->wait(long_enough), 0) << child->out() << child->err();
      auto const told = nlohmann::json::parse(child->out(), nullptr, false);
      scenes.insert(told.is_object() ? told.value("scene_index", -1) : -1);
    }
    return scenes;
  }
  /// As if this many turns had been committed first, each time the action was played.
  void make_stale(std::string const& id, int times) const {
    sqlite3* stories = nullptr;
    ASSERT_EQ(::sqlite3_open((site.path() / "state/turns.db").c_str(), &stories), SQLITE_OK);
    auto const changed = fmt::format(
        "WITH RECURSIVE each(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM each WHERE n < {}) "
        "INSERT INTO turn_attempts SELECT id || n, session_id, user_action_id, n, base_scene_id || n, text, "
        "'stale', NULL, NULL, spent, pid, process_start, boot_id, started_at, ended_at FROM turn_attempts, "
        "each WHERE user_action_id = '{}' AND attempt = 1",
        times + 1, id);
    EXPECT_EQ(::sqlite3_exec(stories, changed.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << ::sqlite3_errmsg(stories);
    ::sqlite3_close(stories);
  }
  void expect_nothing_paid_twice() const {
    std::ifstream file(calls_file());
    std::map<std::string, int> calls;
    for (std::string line; std::getline(file, line);)
      ++calls[nlohmann::json::parse(line).at("digest")];
    for (auto const& [digest, count] : calls)
      EXPECT_EQ(count, 1) << digest;
  }
};

TEST_F(TurnRivals, EightProcessesPlayOneTurnAfterTheOther) {
  begin();
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < rivals; ++i)
    children.push_back(saying("a" + std::to_string(i)));
  EXPECT_EQ(scenes_of(children), (std::multiset{1, 2, 3, 4, 5, 6, 7, 8}));
  expect_nothing_paid_twice();
  expect_sound();
}

TEST_F(TurnRivals, EightProcessesWithOneActionPlayItOnce) {
  begin();
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < rivals; ++i)
    children.push_back(saying("a1"));
  EXPECT_EQ(scenes_of(children), (std::multiset{1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(scene(), 1);
  expect_nothing_paid_twice();
  expect_sound();
}

TEST_F(TurnRivals, ASecondDaemonIsRefusedAndEightCommandsShareTheFirst) {
  begin();
  RunningDaemon daemon(site);
  EXPECT_NE(run({.words = {site.program("artifactd"), "--config", other_config()}}).exit, 0);
  std::vector<std::unique_ptr<Child>> children;
  for (int i = 0; i < rivals; ++i)
    children.push_back(saying("a" + std::to_string(i)));
  EXPECT_EQ(scenes_of(children), (std::multiset{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(daemon.stop(), 0);
  expect_nothing_paid_twice();
  expect_sound();
}

TEST_F(TurnRivals, AModelThatIsChangedInTheMidstOfATurnIsNoDifferenceToAReplay) {
  begin();
  script(R"([{"step": "narrator", "exit": 3}])");
  EXPECT_EQ(say("I say hello.", {"--id", "a1"}).exit, 6);
  script("[]");
  configure("models = [\"other\"]\n[models.other]\nkind = \"command\"\nfree = true\ncommand = [\"" +
            (std::filesystem::path(source_dir()) / "examples/turns/model.py").string() + "\"]\n");
  // A turn that was begun is finished: its signal is still waiting.
  std::vector<std::string> const words = {"turn", "models", "s", "--small", "other", "--large", "other"};
  EXPECT_EQ(site.artifactctl(words).exit, 0);
  EXPECT_EQ(say("I say hello.", {"--id", "a1"}).exit, 0);
  expect_sound();
}

TEST_F(TurnRivals, ATurnStartsAgainTwiceAndIsThenRefused) {
  begin();
  script(R"([{"step": "narrator", "exit": 3}])");
  for (auto const* id : {"a1", "a2"})
    EXPECT_EQ(say("I say hello.", {"--id", id}).exit, 6);
  script("[]");
  make_stale("a1", 3);
  make_stale("a2", 2);
  auto const asked = calls();
  auto const refused = say("I say hello.", {"--id", "a1"});
  EXPECT_EQ(refused.exit, 4) << refused.out << refused.err;
  EXPECT_NE(refused.out.find("turn.conflict"), std::string::npos) << refused.out;
  EXPECT_EQ(calls(), asked);
  EXPECT_EQ(say("I say hello.", {"--id", "a2"}).exit, 0);
  expect_sound();
}

/// One that begins where another was killed.
class TurnPlay : public TurnSite {
protected:
  /// Moves a signal away as if it had just been carried out.
  void be_killed_while_retiring(std::string const& signal) const {
    struct statx seen{};
    ASSERT_EQ(::statx(AT_FDCWD, (directory / signal).c_str(), 0, STATX_BASIC_STATS | STATX_BTIME, &seen), 0);
    auto const nanoseconds = [](statx_timestamp const& time) {
      return time.tv_sec * 1'000'000'000 + time.tv_nsec;
    };
    std::filesystem::rename(directory / signal,
                            work() / fmt::format("accepted.{}.{}.{}.{}", signal, seen.stx_ino,
                                                 nanoseconds(seen.stx_btime), nanoseconds(seen.stx_mtime)));
  }
  [[nodiscard]] std::filesystem::path work() const { return directory / ".artifactd/work"; }
};

TEST_F(TurnPlay, ClearsUpAfterOneThatWasKilledWhenItsTurnWasDone) {
  begin();
  ASSERT_EQ(say("I sit.", {"--id", "a1"}).exit, 0);
  ask("one", {{"user_action_id", "a1"}, {"text", "I sit."}});
  be_killed_while_retiring("one.turn.lock");
  auto const asked = calls();
  EXPECT_EQ(site.artifactctl({"turn", "play", "s"}).exit, 0);
  EXPECT_TRUE(std::filesystem::is_empty(work()));
  EXPECT_EQ(calls(), asked);
  EXPECT_EQ(scene(), 1);
  expect_sound();
}

} // namespace
} // namespace artifactd::test

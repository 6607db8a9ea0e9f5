// The mirror: it shows what the database holds, whatever happened to the file meanwhile.
#include "agents/turn/mirror/mirror_file.hpp"
#include "agents/turn/mirror/parity.hpp"
#include "agents/turn/mirror/phases.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>

namespace artifactd::turn {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;

class Mirror : public testing::Test, protected Stories {
protected:
  Mirror() {
    id = begin();
    EXPECT_TRUE(mirror_on(store, mirror, clock));
  }

  [[nodiscard]] fs::path file() const { return fs::path(mirror) / (id + ".jsonl"); }
  [[nodiscard]] std::string text() const { return dir.read("state/mirror/" + id + ".jsonl"); }
  void write(std::string const& bytes) const { dir.write("state/mirror/" + id + ".jsonl", bytes); }

  void play(std::string const& action, std::string const& remembered = "") {
    EXPECT_EQ(say(id, action, remembered), Change::written);
    EXPECT_TRUE(mirror_story(store, mirror, id, Since::played));
  }
  [[nodiscard]] std::string parity() const {
    auto const found = check_parity(store, mirror, clock);
    return found ? found->difference : "no parity: " + found.error().message;
  }

  std::string mirror = (dir / "state/mirror").string();
  std::string id;
};

TEST_F(Mirror, TellsTheStoryAsTheDatabaseDoes) {
  play("a");
  play("b", "saw a"); // reinforces an observation
  EXPECT_THAT(parity(), IsEmpty());
  auto const read = mirrored_story(mirror, id);
  ASSERT_TRUE(read) << read.error().message;
  Scenes const all{};
  EXPECT_EQ(log_rows(*read, all), *log_rows(store, id, all));
  EXPECT_EQ(scene_rows(*read, all), *scene_rows(store, id, all));
  EXPECT_EQ(dice_rows(*read, all), *dice_rows(store, id, all));
  Scenes const last{.from = 2, .to = 2};
  EXPECT_EQ(log_rows(*read, last), *log_rows(store, id, last));
  EXPECT_EQ(log_rows(*read, {.limit = 1}), *log_rows(store, id, {.limit = 1}));
  EXPECT_THAT(log_rows(*read, {.from = 9, .to = 9}), IsEmpty());
}

TEST_F(Mirror, IsItsOwnersAloneAndHasNoSeedOfTheDice) {
  play("a");
  struct stat status{};
  ASSERT_EQ(::stat(file().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600);
  ASSERT_EQ(::stat(mirror.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700);
  EXPECT_EQ(text().find("\"abc\""), std::string::npos);
}

TEST_F(Mirror, GrowsByATurnsLinesAndKeepsTheRest) {
  play("a");
  auto const before = text();
  struct stat first{};
  ASSERT_EQ(::stat(file().c_str(), &first), 0);
  play("b");
  struct stat second{};
  ASSERT_EQ(::stat(file().c_str(), &second), 0);
  EXPECT_EQ(first.st_ino, second.st_ino) << "it was written as a whole";
  EXPECT_TRUE(text().starts_with(before));
  EXPECT_TRUE(mirror_story(store, mirror, id, Since::played)) << "once more does nothing";
  EXPECT_THAT(parity(), IsEmpty());
}

TEST_F(Mirror, FollowsWhatTakesTurnsBack) {
  play("a");
  play("b");
  ASSERT_TRUE(undo_turns(store, id, 2, asked("u1")));
  ASSERT_TRUE(mirror_story(store, mirror, id, Since::changed));
  EXPECT_THAT(parity(), IsEmpty());
  ASSERT_TRUE(redo_turns(store, id, 1, asked("r1")));
  EXPECT_NE(parity(), "") << "it is compared with the database";
  ASSERT_TRUE(mirror_story(store, mirror, id, Since::played));
  EXPECT_THAT(parity(), IsEmpty());
}

TEST_F(Mirror, IsRepairedByTheNextTurnWhereAProcessDiedBeforeItWrote) {
  play("a");
  say(id, "b");
  say(id, "c");
  EXPECT_THAT(parity(), HasSubstr("the database has 4 scenes, the file 2"));
  play("d");
  EXPECT_THAT(parity(), IsEmpty());
}

TEST_F(Mirror, ParityNamesTheLineThatSomebodyChanged) {
  play("a");
  play("b");
  auto changed = text();
  changed.replace(changed.find("Then b"), 6, "Then z");
  write(changed);
  EXPECT_THAT(parity(), AllOf(HasSubstr("scene 2 (line 5)"), HasSubstr("Then z"), HasSubstr("narration")));
  changed = text();
  changed.replace(changed.find("\"is_user\":true"), 14, "\"is_user\":1234");
  write(changed);
  EXPECT_THAT(parity(), HasSubstr("line 4: is_user"));
  ASSERT_TRUE(mirror_on(store, mirror, clock));
  EXPECT_THAT(parity(), IsEmpty());
}

TEST_F(Mirror, ParitySeesEachCoreField) {
  play("a");
  auto const sound = text();
  for (auto const& [from, to] :
       {std::pair("I do a", "I do x"),
        {"saw a", "saw x"},
        {"\"importance\":3", "\"importance\":4"},
        {"\"character_id\":\"lena\",\"action_text\"", "\"character_id\":\"bo\",\"action_text\""}}) {
    auto changed = sound;
    ASSERT_NE(changed.find(from), std::string::npos) << from;
    changed.replace(changed.find(from), std::string(from).size(), to);
    write(changed);
    EXPECT_THAT(parity(), HasSubstr("scene 1 (line 3)")) << from;
  }
}

TEST_F(Mirror, ThatIsCutShortIsToldWithItsLineAndWrittenAgain) {
  play("a");
  auto const whole = text();
  write(whole.substr(0, whole.size() - 7));
  EXPECT_THAT(parity(), HasSubstr("line 4: the line is cut short"));
  play("b");
  EXPECT_THAT(parity(), IsEmpty());
}

TEST_F(Mirror, ThatBecameALinkOrAPipeIsReplacedAndNeverFollowed) {
  play("a");
  auto const other = dir / "other";
  dir.write("other", "mine");
  fs::remove(file());
  fs::create_symlink(other, file());
  EXPECT_NE(parity(), "");
  play("b");
  EXPECT_THAT(parity(), IsEmpty());
  fs::remove(file());
  ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
  EXPECT_NE(parity(), "");
  play("c");
  EXPECT_THAT(parity(), IsEmpty());
  fs::remove(file());
  fs::create_hard_link(other, file());
  play("d");
  EXPECT_THAT(parity(), IsEmpty());
  EXPECT_EQ(dir.read("other"), "mine");
}

TEST_F(Mirror, OfADiskThatWasFullIsRepairedByTheNextTurn) {
  play("a");
  say(id, "b");
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit former{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &former), 0);
  rlimit const full{.rlim_cur = text().size() + 20, .rlim_max = former.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  auto const written = mirror_story(store, mirror, id, Since::played);
  auto const again = mirror_story(store, mirror, id, Since::changed);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &former), 0);
  EXPECT_FALSE(written);
  EXPECT_FALSE(again);
  EXPECT_NE(parity(), "");
  play("c");
  EXPECT_THAT(parity(), IsEmpty());
  EXPECT_EQ(std::ranges::distance(fs::directory_iterator(mirror)), 1);
}

TEST_F(Mirror, OfAForgottenStoryGoesWithWhatAKilledWriterLeft) {
  dir.write("state/mirror/." + id + ".jsonl.new", "half");
  dir.write("state/mirror/notes.txt", "somebody's");
  ASSERT_TRUE(forget_story(store, id, false));
  EXPECT_THAT(parity(), HasSubstr("there is no such story"));
  ASSERT_TRUE(remove_strays(store, mirror));
  EXPECT_THAT(parity(), IsEmpty());
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_FALSE(fs::exists(mirror + "/." + id + ".jsonl.new"));
  EXPECT_TRUE(fs::exists(mirror + "/notes.txt"));
}

TEST_F(Mirror, OfAnyBytesIsReadOrRefusedWithALine) {
  play("a");
  auto const whole = text();
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    auto const read = read_mirror("m", whole.substr(0, cut));
    EXPECT_TRUE(read || read.error().message.starts_with("m, line ")) << read.error().message;
  }
  auto const damaged = [&](std::string_view from, std::string_view to) {
    auto bytes = whole;
    auto const at = bytes.rfind(from);
    if (at != bytes.npos) bytes.replace(at, from.size(), to);
    return read_mirror("m", bytes);
  };
  EXPECT_FALSE(damaged("\"scene_index\":1", "\"scene_index\":2"));
  EXPECT_FALSE(damaged("\"scene_index\":1", "\"scene_index\":1e400"));
  EXPECT_FALSE(damaged("\"created_at\":1120000,\"roles\"", "\"roles\""));
  EXPECT_FALSE(damaged("\"trust\":5", "\"trust\":99999999999"));
  EXPECT_FALSE(damaged("\"total\":", "\"total\":1"));
  EXPECT_FALSE(damaged("\"roles\":[\"user\"", "\"roles\":[\"god\""));
  EXPECT_FALSE(damaged("\"state\":{", "\"state\":[],\"x\":{"));
}

TEST_F(Mirror, PhasesFollowTheSwitchesAndComeBack) {
  auto const phase = [this] { return phases(store, mirror)->phase; };
  EXPECT_EQ(phase(), 3);
  ASSERT_TRUE(mirror_off(store, clock));
  EXPECT_EQ(phase(), 6);
  EXPECT_FALSE(read_files(store, clock)) << "nothing would keep the files up to date";
  ASSERT_TRUE(mirror_on(store, mirror, clock));
  EXPECT_THAT(parity(), IsEmpty());
  EXPECT_EQ(phase(), 4);
  ASSERT_TRUE(read_files(store, clock));
  EXPECT_EQ(*read_from(store), ReadFrom::files);
  EXPECT_FALSE(mirror_off(store, clock)) << "the files would grow old while they are read";
  write("damaged");
  EXPECT_NE(read_tables(store, mirror, clock)->difference, "");
  EXPECT_EQ(*read_from(store), ReadFrom::files) << "parity fails";
  ASSERT_TRUE(mirror_on(store, mirror, clock));
  EXPECT_EQ(read_tables(store, mirror, clock)->difference, "");
  EXPECT_EQ(phase(), 5);
  ASSERT_TRUE(mirror_off(store, clock));
  EXPECT_EQ(phase(), 6);
  EXPECT_TRUE(fs::exists(file())) << "what is there stays";
}

} // namespace
} // namespace artifactd::turn

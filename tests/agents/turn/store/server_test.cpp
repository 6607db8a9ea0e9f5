// Stories in PostgreSQL: two machines on one database, a server that goes away, and databases that are not
// ours.
#include "agents/turn/store/attempts.hpp"
#include "agents/turn/store/backfill.hpp"
#include "agents/turn/store/rows/observed_rows.hpp"
#include "agents/turn/store/rows/tables.hpp"
#include "agents/turn/store/server/server_tables.hpp"
#include "agents/turn/store/settings.hpp"
#include "agents/turn/store/step_spending.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <array>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace artifactd::turn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class SharedPostgreSQL : public testing::Test {
protected:
  void SetUp() override {
    if (server == nullptr) GTEST_SKIP() << test::PostgresServer::why_missing();
    shared_stories.emplace(Kept::on_a_server);
    session = shared_stories->begin();
  }
  /// The same database, opened by another process or machine.
  [[nodiscard]] Store another() const { return Store::open(shared_stories->store.place()).value(); }
  [[nodiscard]] NewAttempt wanted(std::string const& action) {
    return {.session_id = session,
            .user_action_id = action,
            .text = "I knock.",
            .base_scene_id = shared_stories->at(session).current_scene_id,
            .at = shared_stories->clock += 1000};
  }

  test::PostgresServer* server = test::PostgresServer::shared();
  std::optional<Stories> shared_stories;
  std::string session;
};

TEST_F(SharedPostgreSQL, AnotherMachineGoesOnWithTheTurnOfOneThatWasKilled) {
  auto const attempt = wanted("a1");
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  auto const child = ::fork();
  if (child == 0) {
    auto const own = another();
    auto const started = start_attempt(own, attempt);
    auto const kept = started && append_replies(own, started->id,
                                                std::array{RecordedReply{"d", "1"}, RecordedReply{"e", "2"}});
    std::ignore = ::write(pipe[1], kept ? "y" : "n", 1);
    while (true)
      ::pause();
  }
  char kept = 0;
  ASSERT_EQ(::read(pipe[0], &kept, 1), 1);
  EXPECT_EQ(kept, 'y');
  EXPECT_EQ(start_attempt(shared_stories->store, attempt).error().fault, Fault::busy) << "it lives";
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  auto again = start_attempt(shared_stories->store, attempt);
  // Until the server notices that the connection has ended.
  while (!again && again.error().fault == Fault::busy)
    again = start_attempt(shared_stories->store, attempt);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->resumed);
  EXPECT_EQ(again->started_at, attempt.at);
  ASSERT_EQ(again->replies.size(), 2) << "only the third is asked for";
  EXPECT_EQ(again->replies[1].digest, "e");
  ::close(pipe[0]);
  ::close(pipe[1]);
}

TEST_F(SharedPostgreSQL, EightTurnsFromTwoMachinesAtOnceMakeOneOrder) {
  auto const other = another();
  std::array<std::optional<Changed>, 8> changed{};
  std::vector<TurnRecord> records;
  for (int n = 0; n < 8; ++n)
    records.push_back(shared_stories->record(session, fmt::format("a{}", n)));
  {
    std::vector<std::jthread> threads;
    for (std::size_t n = 0; n < 8; ++n)
      threads.emplace_back([&, n] {
        auto done = commit_turn(n % 2 == 0 ? other : shared_stories->store, records[n]);
        if (done) changed[n] = *std::move(done);
      });
  }
  std::size_t written = 0;
  for (auto const& each : changed) {
    ASSERT_TRUE(each);
    written += each->change == Change::written ? 1 : 0;
  }
  EXPECT_EQ(written, 1) << "all were played from one scene";
  EXPECT_THAT(*check_stories(other), IsEmpty());
}

TEST_F(SharedPostgreSQL, ALostConnectionIsMadeAgainAndTheAttemptKept) {
  auto const attempt = *start_attempt(shared_stories->store, wanted("a1"));
  server->stop();
  auto const gone = append_replies(shared_stories->store, attempt.id, std::array{RecordedReply{"d", "1"}});
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().fault, Fault::io);
  EXPECT_THAT(gone.error().message, HasSubstr("turn.database: "));
  server->start();
  std::this_thread::sleep_until(Monotonic::now() +
                                // No reconnection within a second of a failure.
                                std::chrono::milliseconds(1100));
  EXPECT_TRUE(append_replies(shared_stories->store, attempt.id, std::array{RecordedReply{"d", "1"}}));
  EXPECT_EQ(start_attempt(another(), wanted("a2")).error().fault, Fault::busy);
}

TEST_F(SharedPostgreSQL, AnAttemptThatAnotherMachineTookOverIsKeptByItAlone) {
  auto const attempt = wanted("a1");
  auto const first = *start_attempt(shared_stories->store, attempt);
  server->stop();
  server->start();
  auto const other = another();
  auto const second = *start_attempt(other, attempt);
  EXPECT_EQ(second.id, first.id);
  EXPECT_EQ(
      append_replies(shared_stories->store, first.id, std::array{RecordedReply{"d", "1"}}).error().fault,
      Fault::changed);
  EXPECT_EQ(fail_attempt(shared_stories->store, first.id, {}).error().fault, Fault::changed);
  EXPECT_TRUE(append_replies(other, second.id, std::array{RecordedReply{"d", "2"}}));
}

TEST_F(SharedPostgreSQL, AServerThatDiesAroundTheCommitLeavesATurnOnceOrNotAtAll) {
  for (int round = 0; round < 4; ++round) {
    auto const wanted = shared_stories->record(session, fmt::format("a{}", round));
    auto const index = shared_stories->at(session).scene_index;
    Result<Changed> done = fail(Fault::io, "not tried");
    {
      std::jthread const committing([&] { done = commit_turn(shared_stories->store, wanted); });
      std::this_thread::sleep_for(std::chrono::milliseconds(5 * round)); // hits any moment of the commit
      server->stop();
      server->start();
    }
    auto const until = Monotonic::now() + std::chrono::seconds(20);
    while (!done && Monotonic::now() < until) {
      EXPECT_EQ(done.error().fault, Fault::io) << done.error().message;
      done = commit_turn(shared_stories->store, wanted);
    }
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_THAT(done->change, testing::AnyOf(Change::written, Change::repeated));
    EXPECT_EQ(shared_stories->at(session).scene_index, index + 1);
    EXPECT_THAT(*check_stories(shared_stories->store), IsEmpty());
  }
}

TEST_F(SharedPostgreSQL, OrderIsThatOfBytes) {
  auto const sorted = shared_stories->store.read([](Database& database) -> Result<std::vector<std::string>> {
    auto rows = TRY(database.prepare("SELECT id FROM characters ORDER BY id"));
    std::vector<std::string> ids;
    while (TRY(rows.step()))
      ids.push_back(rows.text(0));
    return ids;
  });
  EXPECT_THAT(*sorted, ElementsAre("bo", "lena", "you"));
  EXPECT_EQ(shared_stories->number("SELECT count(*) FROM characters WHERE 'Z' < id AND id < 'z'"), 3)
      << "in English Z comes last";
}

/// What the reading functions return about a story.
Json told(Stories& stories, std::string const& session) {
  auto const& store = stories.store;
  Scenes const all{.undone = true};
  Json json = {{"log", log_rows(store, session, all).value()},
               {"scenes", scene_rows(store, session, all).value()},
               {"relations", relation_rows(store, session, all).value()},
               {"events", event_rows(store, session, all).value()},
               {"attempts", attempt_event_rows(store, session).value()},
               {"dice", dice_rows(store, session, all).value()},
               {"tree", tree_rows(store, session).value()},
               {"visible", stories.visible(session)},
               {"spent", spending(store, 0, "s1").value().turns},
               {"versions", content_versions(store, DocumentKind::scenario, "closet").value().size()}};
  auto const remembered = [&json](char const* name, std::vector<Remembered> const& memories) {
    for (auto const& each : memories)
      json[name].push_back(
          {each.observation.id, each.observation.importance, each.observation.reinforcement_count});
  };
  Recall const recall{.decay = {}, .now = stories.clock};
  remembered("now", snapshot(store, session, recall).value().memories.at("lena").strongest);
  remembered("then", memories_at(store, stories.at(session), 1, recall).value().at("lena").strongest);
  auto const at_1 = observations(store, session, "lena", 1).value();
  for (auto const& each : at_1)
    json["at 1"].push_back({each.id, each.importance, each.reinforcement_count});
  auto const all_observed = observed(store, session, 0, 9).value();
  for (auto const& [index, of_scene] : all_observed)
    json["observed"].push_back({index, of_scene.size()});
  return json;
}

TEST_F(SharedPostgreSQL, TellsOfAStoryWhatAFileTells) {
  Stories file;
  for (auto* each : {&file, &*shared_stories}) {
    if (each == &file) file.begin();
    each->clock = 5'000'000;
    each->say(session, "a1", "The light flickers.");
    each->say(session, "a2", "The light flickers.");
    each->say(session, "a3", "The door is shut.");
    ASSERT_TRUE(undo_turns(each->store, session, 1, each->asked("u")));
    each->say(session, "a4", "the LIGHT  flickers.");
    ASSERT_TRUE(set_setting(each->store, "mirror", "on", 1));
    ASSERT_TRUE(set_setting(each->store, "mirror", "off", 2));
    EXPECT_EQ(setting(each->store, "mirror").value()->value, "off");
    EXPECT_EQ(*backfilled_count(each->store), 0);
  }
  EXPECT_EQ(told(*shared_stories, session), told(file, session));
}

TEST_F(SharedPostgreSQL, ANewerLayoutIsRefusedAndLeftAlone) {
  auto const url = shared_stories->store.place();
  server->run(url, "UPDATE artifactd.store_layout SET layout = 77");
  auto const refused = Store::open(url);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::unsupported);
  EXPECT_THAT(refused.error().message, HasSubstr("layout 77; this one knows"));
}

TEST_F(SharedPostgreSQL, AnOlderLayoutBecomesTheNewestAndKeepsItsTurns) {
  auto const url = server->fresh_database();
  server->run(url,
              "CREATE SCHEMA artifactd; SET search_path = artifactd, pg_catalog;" +
                  std::string(server_functions) + server_tables(first_layout) + server_tables(second_layout) +
                  "CREATE TABLE store_layout(application text NOT NULL, layout bigint NOT NULL);"
                  "INSERT INTO store_layout VALUES('artifactd stories', 2);"
                  "INSERT INTO rulesets VALUES('r', 'R', '', NULL, NULL, NULL, 1, '', 1, 7, 1, 1);"
                  "INSERT INTO scenarios VALUES('c', 'C', '', 'r', NULL, '[]', 'you', NULL, '', NULL, '', "
                  "'', '', '[]', 1, '', 1, 7, 1, 1);"
                  "BEGIN;"
                  "INSERT INTO sessions VALUES('s', 'c', 'r', NULL, '[]', 'n', 'small', 'large', 'abc', 1, "
                  "'{}', 'd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 1);"
                  "INSERT INTO scenes VALUES('n', 's', 0, NULL, '{}', 1, NULL);"
                  "INSERT INTO messages VALUES('m', 's', 'n', 0, 'intro', 'It rains.', 1);"
                  "INSERT INTO turn_events VALUES('v', 's', 'n', NULL, 0, 0, 'user_action', NULL, '{}', "
                  "NULL, NULL, 1);"
                  "COMMIT;");
  auto const store = Store::open(url).value();
  EXPECT_EQ(*store.read([](Database& database) {
    return text_of(database,
                   "SELECT m.content || e.id || d.frozen || l.layout FROM messages m JOIN turn_events e ON "
                   "e.scene_id = m.scene_id JOIN story_documents d ON d.session_id = m.session_id, "
                   "store_layout l");
  }),
            fmt::format("It rains.v{{}}{}", store_layout));
  EXPECT_EQ(*forget_story(store, "s", false), std::vector<std::string>{"s"});
  EXPECT_EQ(*store.read([](Database& database) { return database.number("SELECT count(*) FROM messages"); }),
            0);
}

TEST_F(SharedPostgreSQL, ASchemaOfAnotherProgramIsRefusedAndLeftAlone) {
  auto const url = server->fresh_database();
  server->run(url, "CREATE SCHEMA artifactd; CREATE TABLE artifactd.scenes(mine text)");
  EXPECT_EQ(Store::open(url).error().fault, Fault::invalid);
  server->run(url, "INSERT INTO artifactd.scenes VALUES('still here')");
  server->run(url, "CREATE TABLE artifactd.store_layout(other int)");
  EXPECT_EQ(Store::open(url).error().fault, Fault::invalid);
}

TEST_F(SharedPostgreSQL, ADatabaseThatIsReadOnlyIsRead) {
  auto const url = shared_stories->store.place() + "&options=-cdefault_transaction_read_only%3Don";
  auto const store = Store::open(url).value();
  EXPECT_EQ((*story(store, session))->scene_index, 0);
  EXPECT_EQ(undo_turns(store, session, 1, shared_stories->asked("u"))->change, Change::too_few);
  EXPECT_EQ(end_story(store, session, shared_stories->asked("e")).error().fault, Fault::read_only);
}

TEST_F(SharedPostgreSQL, AWrongPasswordIsToldAndNotShown) {
  server->run(server->url("postgres"), "CREATE ROLE player LOGIN PASSWORD 'right'");
  server->demand_passwords();
  auto const refused = Store::open(server->url("postgres", "player:wr0ng-s3cret"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("password authentication failed"));
  EXPECT_THAT(refused.error().message, Not(HasSubstr("wr0ng")));
}

TEST(ServerTables, LeaveNothingOfSqliteAndLoseNoTable) {
  auto const text = server_tables(first_layout);
  for (auto const* gone : {"STRICT", " INTEGER", "TEXT NOT", "character_id, content_key)", "sessions(root"})
    EXPECT_THAT(text, Not(HasSubstr(gone)));
  for (auto const* there :
       {"USING hash(content_key)", "hashtextextended(path, 0)", "sessions USING hash(path)",
        "REFERENCES session_characters(session_id, character_id) DEFERRABLE",
        "ADD FOREIGN KEY(current_scene_id)"})
    EXPECT_THAT(text, HasSubstr(there));
  EXPECT_LT(text.find("CREATE TABLE scenes("), text.find("REFERENCES scenes(id)"));
}

} // namespace
} // namespace artifactd::turn

#include "agents/turn/store/rows/row.hpp"
#include "agents/turn/store/rows/schema.hpp"
#include "agents/turn/store/rows/tables.hpp"
#include "agents/turn/store/store.hpp"
#include "tests/agents/turn/store/stories.hpp"
#include "tests/support/ordinary_user.hpp"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <tuple>
#include <unistd.h>

namespace artifactd::turn {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class StoreFile : public testing::Test {
protected:
  test::ScratchDir dir;
  std::string path = (dir / "state/turns.db").string();

  sqlite::Database raw() { return sqlite::Database::open(path, sqlite::Access::write).value(); }
};

TEST_F(StoreFile, IsMadeForItsOwnerAloneAndOpenedAgain) {
  {
    auto const made = Store::open(path).value();
  }
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600);
  ASSERT_EQ(::stat((dir / "state").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0700);
  EXPECT_TRUE(Store::open(path));
}

TEST_F(StoreFile, HasTheSettingsThatAPaidTurnNeeds) {
  auto const store = Store::open(path).value();
  auto setting = [&](std::string_view name) {
    return *store.read([&](Database& database) { return database.number(fmt::format("PRAGMA {}", name)); });
  };
  EXPECT_EQ(setting("user_version"), store_layout);
  auto written = [&](std::string_view name) {
    return *store.write([&](Database& database) { return database.number(fmt::format("PRAGMA {}", name)); });
  };
  EXPECT_EQ(written("synchronous"), 2) << "FULL";
  EXPECT_EQ(written("foreign_keys"), 1);
  EXPECT_EQ(written("secure_delete"), 1);
  EXPECT_EQ(written("busy_timeout"), 5000);
  EXPECT_EQ(written("journal_size_limit"), 64 << 20);
}

/// The last process to close it removes the files beside it while the other looks at them.
TEST_F(StoreFile, MayBeOpenedByOneProcessWhileAnotherClosesIt) {
  {
    auto const made = Store::open(path).value();
  }
  auto const child = ::fork();
  if (child == 0)
    for (;;)
      std::ignore = Store::open(path);
  for (int i = 0; i < 300; ++i) {
    auto const opened = Store::open(path);
    EXPECT_TRUE(opened || opened.error().fault == Fault::busy) << opened.error().message;
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
}

TEST_F(StoreFile, OfANewerLayoutIsRefusedAndLeftAlone) {
  {
    auto const made = Store::open(path).value();
  }
  {
    ASSERT_TRUE(raw().run("PRAGMA user_version = 77"));
  }
  auto const before = dir.read("state/turns.db");
  auto const refused = Store::open(path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().fault, Fault::unsupported);
  EXPECT_THAT(refused.error().message, HasSubstr("layout 77; this one knows 3"));
  EXPECT_EQ(dir.read("state/turns.db"), before);
}

TEST_F(StoreFile, OfLayout1BecomesTheNewestAndKeepsItsTurns) {
  fs::create_directory(dir / "state");
  {
    auto old = raw();
    ASSERT_TRUE(old.run("PRAGMA foreign_keys = OFF"));
    ASSERT_TRUE(old.run(first_layout));
    ASSERT_TRUE(old.run(
        "PRAGMA user_version = 1; PRAGMA application_id = 1635022194;"
        "INSERT INTO rulesets VALUES('r', 'R', '', NULL, NULL, NULL, 1, '', 1, 7, 1, 1);"
        "INSERT INTO scenarios VALUES('c', 'C', '', 'r', NULL, '[]', 'you', NULL, '', NULL, '', "
        "'', '', '[]', 1, '', 1, 7, 1, 1);"
        "INSERT INTO sessions VALUES('s', 'c', 'r', NULL, '[]', 'n', 'small', 'large', 'abc', 1, "
        "'{\"of\":\"s\"}', 'd', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 1, 1);"
        "INSERT INTO scenes VALUES('n', 's', 0, NULL, '{}', 1, NULL);"
        "INSERT INTO turns VALUES('t', 's', 'b1', 'begin', 'x', 'n', 'the result', 1);"
        "INSERT INTO messages VALUES('m', 's', 'n', 0, 'intro', 'It rains.', 1);"
        "INSERT INTO actions VALUES('a', 's', 'n', 'you', 0, 'I wait.', NULL, NULL, 1);"
        "INSERT INTO scene_relations VALUES('e', 's', 'n', 'bo', 'you', 1, 2, 3, 1);"
        "INSERT INTO dice_rolls VALUES('d', 's', 'n', 0, '1d6', 'x', 'g', '[]', '[]', 0, 4, NULL, 1);"
        "INSERT INTO turn_attempts VALUES('p', 's', 'a1', 1, 'n', '', 'failed', NULL, NULL, NULL, 1, 1, "
        "'', 1, 1);"
        "INSERT INTO turn_events VALUES('v', 's', 'n', NULL, 0, 0, 'user_action', NULL, '{}', NULL, "
        "NULL, 1), ('w', 's', NULL, 'p', 1, 0, 'error', NULL, '{}', NULL, NULL, 1);"));
  }
  auto const store = Store::open(path).value();
  auto const text = [&](std::string_view sql) {
    return *store.read([&](Database& database) { return text_of(database, sql); });
  };
  EXPECT_EQ(text("SELECT result FROM turns WHERE user_action_id = 'b1'"), "the result");
  EXPECT_EQ(text("SELECT d.frozen FROM sessions n JOIN story_documents d ON d.session_id = n.id AND "
                 "d.digest = n.frozen_digest"),
            "{\"of\":\"s\"}");
  EXPECT_EQ(text("SELECT m.content || a.action_text || r.trust || d.total || e.id || f.id FROM messages m, "
                 "actions a, "
                 "scene_relations r, dice_rolls d JOIN turn_events e ON e.scene_id = m.scene_id JOIN "
                 "turn_events f ON f.attempt_id = 'p'"),
            "It rains.I wait.14vw");
  EXPECT_EQ(text("SELECT value FROM settings"), std::nullopt);
  EXPECT_EQ(text("SELECT 'layout ' || user_version FROM pragma_user_version"), "layout 3");
  EXPECT_EQ(text("SELECT name FROM sqlite_master WHERE name = 'turns_of_scene'"), "turns_of_scene");
  auto const add = [&](std::string const& sql) {
    return store.write([&](Database& database) { return database.run(sql.c_str()); }).has_value();
  };
  EXPECT_TRUE(add("INSERT INTO turns VALUES('u', 's', 'r1', 'rebase', 'x', 'n', '', 1)"));
  EXPECT_FALSE(add("INSERT INTO turns VALUES('v', 's', 'r2', 'reborn', 'x', 'n', '', 1)"));
  EXPECT_FALSE(add("INSERT INTO turns VALUES('w', 's', 'r1', 'rebase', 'x', 'n', '', 1)")) << "an id once";
  EXPECT_FALSE(add("INSERT INTO scenes VALUES('o', 's', 0, NULL, '{}', 1, NULL)")) << "an index once";
  EXPECT_TRUE(add("INSERT INTO scenes VALUES('o', 's', 0, NULL, '{}', 1, 5)")) << "unless one is undone";
  EXPECT_FALSE(add("INSERT INTO messages VALUES('m2', 's', 'n', 0, 'user', '', 1)")) << "a place once";
  EXPECT_FALSE(add("INSERT INTO messages VALUES('m2', 's', 'nowhere', 0, 'user', '', 1)"));
  EXPECT_TRUE(add("DELETE FROM sessions WHERE id = 's'"));
  for (auto const* table : {"turns", "messages", "actions", "scene_relations", "dice_rolls", "turn_events",
                            "turn_attempts", "scenes"})
    EXPECT_EQ(text(fmt::format("SELECT id FROM {}", table)), std::nullopt) << table << " goes with its story";
  EXPECT_EQ(text("SELECT digest FROM story_documents"), std::nullopt);
}

TEST_F(StoreFile, OfAnotherProgramIsRefusedAndLeftAlone) {
  fs::create_directory(dir / "state");
  {
    ASSERT_TRUE(raw().run("CREATE TABLE mine(a)"));
  }
  auto const before = dir.read("state/turns.db");
  EXPECT_EQ(Store::open(path).error().fault, Fault::invalid);
  EXPECT_EQ(dir.read("state/turns.db"), before);
  dir.write("state/turns.db", std::string(9000, 'x'));
  EXPECT_EQ(Store::open(path).error().fault, Fault::invalid);
}

TEST_F(StoreFile, ThatIsALinkIsRefused) {
  {
    auto const made = Store::open(path).value();
  }
  fs::rename(path, dir / "elsewhere.db");
  fs::create_symlink(dir / "elsewhere.db", path);
  EXPECT_EQ(Store::open(path).error().fault, Fault::unsafe);
  fs::remove(path);
  fs::create_hard_link(dir / "elsewhere.db", path);
  EXPECT_EQ(Store::open(path).error().fault, Fault::unsafe) << "somebody else may have it by another name";
  fs::remove(path);
  fs::create_directory(path);
  EXPECT_FALSE(Store::open(path));
}

TEST_F(StoreFile, ThatOthersCouldReadIsNarrowed) {
  {
    auto const made = Store::open(path).value();
  }
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  {
    auto const again = Store::open(path).value();
  }
  struct stat status{};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600);
}

TEST_F(StoreFile, IsMadeOnceByManyAtTheSameTime) {
  std::array<std::string, 6> failures{};
  {
    std::vector<std::jthread> threads;
    for (auto& each : failures)
      threads.emplace_back([&] {
        if (auto const opened = Store::open(path); !opened) each = opened.error().message;
      });
  }
  EXPECT_THAT(failures, testing::Each(""));
}

TEST_F(StoreFile, KeepsAChangeOnlyIfItHadAValue) {
  auto const store = Store::open(path).value();
  auto const insert =
      "INSERT INTO world_lore(id, name, lore_text, schema_version, digest, version, importer, "
      "created_at, updated_at) VALUES('x', '', '', 1, '', 1, 0, 0, 0)";
  auto const refused = store.write([&](Database& database) -> Result<void> {
    TRY(database.run(insert));
    return fail(Fault::invalid, "no");
  });
  EXPECT_EQ(refused.error().fault, Fault::invalid);
  auto throwing = [&] {
    std::ignore = store.write([&](Database& database) -> Result<void> {
      TRY(database.run(insert));
      throw std::runtime_error("no");
    });
  };
  EXPECT_THROW(throwing(), std::runtime_error);
  auto const count = [](Database& database) { return database.number("SELECT count(*) FROM world_lore"); };
  EXPECT_EQ(*store.read(count), 0);
  ASSERT_TRUE(store.write([&](Database& database) { return database.run(insert); }));
  EXPECT_EQ(*store.read(count), 1);
}

TEST_F(StoreFile, IsReadWhileSomebodyWrites) {
  auto const store = Store::open(path).value();
  auto const other = Store::open(path).value();
  ASSERT_TRUE(store.write([&](Database&) -> Result<void> {
    EXPECT_TRUE(other.read([](Database& database) { return database.number("SELECT 1"); }));
    return {};
  }));
}

TEST_F(StoreFile, IsUsedAsOneselfOnAThreadThatActsForSomebodyElse) {
  auto const somebody = test::ordinary_user();
  if (!somebody) GTEST_SKIP() << "only root acts for others";
  auto const scope = SessionScope::enter(*somebody).value();
  ASSERT_FALSE(::open(path.c_str(), O_RDONLY | O_CLOEXEC) >= 0);
  auto const store = Store::open(path).value();
  ASSERT_TRUE(put_content(store, closet_content(), {}));
  EXPECT_EQ(content_list(store, DocumentKind::character)->size(), 3);
  EXPECT_TRUE(store.compact());
  struct stat status{};
  as_self([&] { ASSERT_EQ(::stat(path.c_str(), &status), 0); });
  EXPECT_EQ(status.st_uid, ::geteuid());
}

class Broken : public FileTest {
protected:
  std::string session = begin();
};

TEST_F(Broken, AFullDiskInTheCommitLeavesNothing) {
  say(session, "a1");
  auto const before = visible(session);
  auto const pages = store.write([](Database& database) { return database.number("PRAGMA page_count"); });
  ASSERT_TRUE(store.write([&](Database& database) {
    return database.number(fmt::format("PRAGMA max_page_count = {}", *pages + 1));
  }));
  auto wanted = record(session, "a2");
  wanted.messages[1].content = std::string(200'000, 'x');
  EXPECT_EQ(commit_turn(store, wanted).error().fault, Fault::no_space);
  EXPECT_EQ(visible(session), before);
  EXPECT_FALSE(*turn(store, session, "a2"));
  ASSERT_TRUE(
      store.write([](Database& database) { return database.number("PRAGMA max_page_count = 1000000"); }));
  EXPECT_EQ(commit_turn(store, wanted)->change, Change::written) << "as soon as there is room again";
  EXPECT_THAT(*check_stories(store), testing::IsEmpty());
}

TEST_F(Broken, AProcessKilledInTheCommitLeavesNothing) {
  auto const before = visible(session);
  auto const child = ::fork();
  if (child == 0) {
    auto const own = Store::open(store.place()).value();
    std::ignore = own.write([&](Database& database) -> Result<void> {
      TRY(database.run("UPDATE sessions SET small_model_key = 'gone'; UPDATE scenes SET undone_at = 1; "
                       "DELETE FROM observations"));
      ::_exit(0);
    });
    ::_exit(1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  EXPECT_EQ(visible(session), before);
  auto const again = Store::open(store.place()).value();
  EXPECT_THAT(*check_stories(again), testing::IsEmpty());
}

} // namespace
} // namespace artifactd::turn

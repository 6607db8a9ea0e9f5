// A test's own database of stories, a file or in PostgreSQL, with one small scenario in it and turns to play.
#pragma once

#include "agents/turn/store/branch.hpp"
#include "agents/turn/store/check.hpp"
#include "agents/turn/store/commit.hpp"
#include "agents/turn/store/reading.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/store/rows/hanging_tables.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/store/snapshot.hpp"
#include "agents/turn/store/undo.hpp"
#include "state/dice/draws.hpp"
#include "tests/support/postgres_server.hpp"
#include "tests/support/scratch_dir.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>

namespace artifactd::turn {

inline std::vector<Content> closet_content() {
  Ruleset rules{.id = "seven",
                .name = "Seven",
                .rulebook_text = "Time is short.",
                .character_stat_schema = {{"type", "object"}},
                .scene_state_schema = {{"type", "object"}}};
  WorldLore world{.id = "motel", .name = "Motel", .lore_text = "Rumours have teeth."};
  auto character = [](char const* id) {
    return Character{.id = id,
                     .name = id,
                     .base_profile = {{"tagline", "quiet"}},
                     .ruleset_id = "seven",
                     .stat_block = {{"shyness", 7}}};
  };
  Scenario scenario{
      .id = "closet",
      .title = "Closet",
      .summary = "A closet.",
      .ruleset_id = "seven",
      .world_lore_id = "motel",
      .character_ids = {"lena", "you", "bo"},
      .persona_id = "you",
      .scene_seed = {{"minutes_left", 7},
                     {"relations", {{{"a", "you"}, {"b", "lena"}, {"trust", 4}, {"tension", 6}}}}},
      .stakes = "trust",
      .tone = "tense",
      .intro_seed = "The door clicks shut.",
      .content_rules = "",
      .observations = {{"lena", "The door is shut.", 2}}};
  // In arbitrary order, to show that none is required.
  return {scenario, character("lena"), character("you"), character("bo"), world, rules};
}

enum class Kept : std::uint8_t { in_a_file, on_a_server };

struct Stories {
  test::ScratchDir dir;
  Store store;
  Time clock = 1'000'000;

  explicit Stories(Kept kept = Kept::in_a_file)
      : store(Store::open(kept == Kept::on_a_server && test::PostgresServer::shared() != nullptr
                              ? test::PostgresServer::shared()->fresh_database()
                              : (dir / "state/turns.db").string())
                  .value()) {
    put_content(store, closet_content(), {.importer = 7, .replace = false, .dry_run = false, .at = clock})
        .value();
  }

  /// For tests of many turns, whose data need not survive a power cut.
  // SQLite only.
  void skip_flushes() { EXPECT_TRUE(run("COMMIT; PRAGMA synchronous = OFF; BEGIN IMMEDIATE")); }

  [[nodiscard]] static StoryDirectory directory(std::uint64_t inode) {
    return {.root = "/sessions",
            .path = fmt::format("s{}", inode),
            .device = 1,
            .inode = inode,
            .birth_ns = 5,
            .owner = 1000};
  }

  Asked asked(std::string id, std::string text = "") {
    return {.user_action_id = std::move(id), .text = std::move(text), .at = clock += 60'000};
  }

  /// Begins a story in the directory with this inode; returns its id.
  std::string begin(std::uint64_t inode = 1) {
    auto const id = fmt::format("story{}", inode);
    auto const begun = begin_story(store,
                                   {.session_id = id,
                                    .directory = directory(inode),
                                    .frozen = frozen_now(store, "closet").value(),
                                    .small_model_key = "small",
                                    .large_model_key = "large",
                                    .dice_seed = "abc",
                                    .seed_chosen = true,
                                    .result = "{\"scene\":0}"},
                                   asked("b1"));
    EXPECT_TRUE(begun && begun->change == Change::written) << (begun ? "" : begun.error().message);
    return id;
  }

  StoryRow at(std::string const& session) { return **story(store, session); }

  static EventRecord event(std::string type, std::string step, std::string model) {
    return {.event_type = std::move(type),
            .step_name = std::move(step),
            .payload_json = {{"n", 1}},
            .model_key = std::move(model),
            .prompt_version = "1-abc"};
  }

  /// A turn on the current scene with a row in every table.
  TurnRecord record(std::string const& session, std::string const& action,
                    std::string const& remembered = "") {
    auto const now = at(session);
    auto const turn = now.scene_index + 1;
    auto const text = "I do " + action;
    return {.session_id = session,
            .user_action_id = action,
            .text = text,
            .base_scene_id = now.current_scene_id,
            .turn_index = turn,
            .at = clock += 60'000,
            .state_json = {{"minutes_left", 7 - turn}},
            .relations = {{.a = "bo", .b = "you", .trust = 1}, {.a = "lena", .b = "you", .trust = 5}},
            .actions = {{.character_id = "you", .action_text = text, .resolved_outcome = {{"text", "done"}}},
                        {.character_id = "lena", .action_text = "She waits.", .intent_tags = {"calm"}}},
            .observations = {{.character_id = "lena",
                              .content = remembered.empty() ? "saw " + action : remembered,
                              .importance = 3,
                              .reinforces = {}}},
            .messages = {{"user", text}, {"narrator", "Then " + action}},
            .dice = {{.roll_index = 0,
                      .rolled = *dice::roll("4d6kh3+1",
                                            dice::roll_seed("abc", static_cast<std::uint64_t>(turn), 0)),
                      .context = {{"character_id", "you"}}}},
            .events = {event("user_action", "", ""), event("model_output", "narrator", "large")},
            .result = "{\"scene\":" + std::to_string(turn) + "}"};
  }

  Change say(std::string const& session, std::string const& action, std::string const& remembered = "") {
    auto const said = commit_turn(store, record(session, action, remembered));
    EXPECT_TRUE(said) << said.error().message;
    return said ? said->change : Change::stale;
  }

  std::int64_t number(std::string_view sql) {
    return *store.read([&](Database& database) { return database.number(sql); });
  }
  Result<void> run(char const* sql) {
    return store.write([&](Database& database) { return database.run(sql); });
  }

  /// Every visible row of a story, with its caches, in an order that does not depend on when they were
  /// written.
  Json visible(std::string const& session) {
    return *store.read([&](Database& database) -> Result<Json> {
      Json all;
      all["session"] = TRY(rows(database,
                                "SELECT id, current_scene_id, character_ids, frozen_digest FROM sessions "
                                "WHERE id = ?",
                                session, 4));
      all["scenes"] =
          TRY(rows(database,
                   "SELECT id, scene_index, base_scene_id, state_json, created_at FROM scenes WHERE "
                   "session_id = ? AND undone_at IS NULL ORDER BY scene_index",
                   session, 5));
      for (auto const& table : hanging_tables()) {
        std::string names;
        for (auto const& column : table.columns)
          names += fmt::format("{}x.{}", names.empty() ? "" : ", ", column.name);
        all[table.name] = TRY(rows(database,
                                   fmt::format("SELECT {} FROM {} x JOIN scenes s ON s.id = x.scene_id WHERE "
                                               "s.session_id = ? AND s.undone_at IS NULL ORDER BY 1, 2",
                                               names, table.name),
                                   session, table.columns.size()));
      }
      return all;
    });
  }

private:
  static Result<Json> rows(Database& database, std::string const& sql, std::string const& session,
                           std::size_t columns) {
    auto statement = TRY(query(database, sql, session));
    auto list = Json::array();
    while (TRY(statement.step())) {
      auto row = Json::array();
      for (int column = 0; column < static_cast<int>(columns); ++column)
        row.push_back(statement.is_null(column) ? Json(nullptr) : Json(statement.text(column)));
      list.push_back(std::move(row));
    }
    return list;
  }
};

/// For SQLite only.
class FileTest : public testing::Test, protected Stories {};

/// INSTANTIATE_TEST_SUITE_P(Kept, Fixture, everywhere, place_word) runs derived fixtures with both.
class StoriesTest : public testing::TestWithParam<Kept>, protected Stories {
protected:
  StoriesTest() : Stories(GetParam()) {}
  void SetUp() override {
    if (is_on_server() && store.attempt_locks() == nullptr)
      GTEST_SKIP() << test::PostgresServer::why_missing();
  }
  static bool is_on_server() { return GetParam() == Kept::on_a_server; }
};
inline auto const everywhere = testing::Values(Kept::in_a_file, Kept::on_a_server);
inline std::string place_word(testing::TestParamInfo<Kept> const& place) {
  return place.param == Kept::in_a_file ? "SQLite" : "PostgreSQL";
}

} // namespace artifactd::turn

// The observations recalled for a turn: found through an index, compared with sorting all of them.
#include "agents/turn/store/snapshot.hpp"
#include "state/platform/clock.hpp"
#include "tests/agents/turn/store/stories.hpp"

#include <rapidcheck/gtest.h>

namespace artifactd::turn {
namespace {

using testing::IsEmpty;

std::vector<std::string> ids(std::vector<Remembered> const& remembered) {
  std::vector<std::string> found;
  for (auto const& each : remembered)
    found.push_back(each.observation.id);
  return found;
}

/// Inserts observations of all times and strengths, reinforced ones too, into the table; some turns are
/// undone.
void fill(Stories& stories, std::string const& session, int rows, int seed) {
  auto const sql = fmt::format(
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {0}) "
      "INSERT INTO observations(id, session_id, scene_id, character_id, content, content_key, "
      "first_importance, "
      "importance, reinforcement_count, created_at) SELECT printf('o%05d', (i * 7919 + {1}) % 100000), "
      "'{2}', "
      "(SELECT id FROM scenes WHERE scene_index = i % (SELECT count(*) FROM scenes)), 'lena', i, i, 1, "
      "1 + (i * 31 + {1}) % 5, (i * 17 + {1}) % 6, 1000000 + (i * 7 + {1}) % 97 * 10000 FROM n",
      rows, seed, session);
  auto const filled = stories.run(sql.c_str());
  ASSERT_TRUE(filled) << filled.error().message;
}

RC_GTEST_PROP(Recall, FindsWhatSortingAllOfThemFinds, ()) {
  Stories stories;
  stories.skip_flushes();
  auto const session = stories.begin();
  for (auto const* action : {"a1", "a2", "a3"})
    stories.say(session, action);
  RC_ASSERT(undo_turns(stories.store, session, 1, stories.asked("u")));
  fill(stories, session, *rc::gen::inRange(1, 400), *rc::gen::inRange(0, 1000));
  Decay const decay{.lambda = *rc::gen::element(0.0, 0.005, 0.5, 1000.0)};
  Moment const now{.at = *rc::gen::inRange<Time>(0, 3'000'000), .scene_index = 2};
  auto const count = *rc::gen::inRange<std::size_t>(0, 20);
  auto all = *stories.store.read([&](Database& database) -> Result<std::vector<Observation>> {
    auto rows =
        TRY(database.prepare("SELECT o.id, o.importance, o.reinforcement_count, o.created_at, s.scene_index "
                             "FROM observations o JOIN scenes s ON s.id = o.scene_id WHERE "
                             "o.character_id = 'lena' AND s.undone_at IS NULL"));
    std::vector<Observation> found;
    while (TRY(rows.step()))
      found.push_back({.id = rows.text(0),
                       .character_id = "lena",
                       .content = {},
                       .importance = static_cast<int>(rows.number(1)),
                       .reinforcement_count = rows.number(2),
                       .created_at = rows.number(3),
                       .scene_index = rows.number(4)});
    return found;
  });
  auto const taken =
      *snapshot(stories.store, session, {.decay = decay, .now = now.at, .newest = count, .strongest = count});
  auto const& memory = taken.memories.at("lena");
  RC_ASSERT(ids(memory.newest) == ids(newest(all, decay, now, count)));
  RC_ASSERT(ids(memory.strongest) == ids(strongest(all, decay, now, count)));
  RC_ASSERT(ids(*strongest_observations(stories.store, session, "lena", count, decay, now)) ==
            ids(memory.strongest));
}

class RecallOfStory : public FileTest {
protected:
  std::string session = begin();
};

TEST_F(RecallOfStory, AgesByTurnsWhereTheRulesetSaysSo) {
  for (int n = 1; n <= 8; ++n)
    say(session, fmt::format("a{}", n));
  Decay const decay{.lambda = 0.1, .clock = Decay::Clock::turns, .minutes_per_turn = 10};
  auto const taken = *snapshot(store, session, {.decay = decay, .now = 0, .newest = 20, .strongest = 20});
  auto const everything = *observations(store, session, "lena");
  auto const& memory = taken.memories.at("lena");
  EXPECT_EQ(ids(memory.strongest), ids(strongest(everything, decay, {.at = 0, .scene_index = 8}, 20)));
  EXPECT_EQ(memory.strongest[0].age_minutes, 0);
  EXPECT_EQ(memory.newest.back().age_minutes, 80);
}

TEST_F(RecallOfStory, ShowsNobodyWhatOthersRemember) {
  say(session, "a1", "Lena's secret.");
  auto const taken = *snapshot(store, session, {.decay = {}, .now = clock});
  EXPECT_THAT(taken.memories.at("bo").newest, IsEmpty());
  EXPECT_THAT(taken.memories.at("you").strongest, IsEmpty());
  EXPECT_EQ(taken.memories.at("lena").newest[0].observation.content, "Lena's secret.");
}

TEST_F(RecallOfStory, IsByIndexAndAsFastWithTenThousandRows) {
  fill(*this, session, 10'000, 1);
  auto const plan = *store.read([&](Database& database) -> Result<std::string> {
    auto rows = TRY(database.prepare(
        "EXPLAIN QUERY PLAN SELECT id FROM observations WHERE session_id = ? AND character_id = ? AND "
        "importance = ? AND (CASE WHEN reinforcement_count < 3 THEN reinforcement_count ELSE 3 END) = ? AND "
        "NOT "
        "EXISTS (SELECT 1 FROM scenes s WHERE s.id = observations.scene_id AND s.undone_at IS NOT NULL) "
        "ORDER BY created_at DESC, id LIMIT ?"));
    std::string steps;
    while (TRY(rows.step()))
      steps += rows.text(3) + "\n";
    return steps;
  });
  EXPECT_THAT(plan,
              testing::HasSubstr("observations_by_strength (session_id=? AND character_id=? AND importance=? "
                                 "AND <expr>=?)"));
  EXPECT_THAT(plan, testing::Not(testing::HasSubstr("TEMP B-TREE"))) << plan;
  auto const started = Monotonic::now();
  constexpr int rounds = 100;
  for (int n = 0; n < rounds; ++n)
    ASSERT_TRUE(strongest_observations(store, session, "lena", 5, {}, {.at = clock}));
  std::puts(("top 5 of 10,000: " + short_duration((Monotonic::now() - started) / rounds)).c_str());
}

} // namespace
} // namespace artifactd::turn

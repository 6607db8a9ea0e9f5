// The engine of narrative turns, with models that answer at once: the cost of a turn beyond its models, how
// often it flushes, whether it costs more in a long story, and how long checking and replaying that takes.
#include "agents/turn/replay.hpp"
#include "agents/turn/store/check.hpp"
#include "agents/turn/store/commit.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/store/rows/story_rows.hpp"
#include "agents/turn/store/snapshot.hpp"
#include "agents/turn/turn_result.hpp"
#include "agents/turn/turn_work.hpp"
#include "bench/durable_copy.hpp"
#include "bench/flushes.hpp"
#include "bench/made_session.hpp"
#include "bench/made_story.hpp"

#include <benchmark/benchmark.h>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>

namespace artifactd::bench {

namespace {

using Seconds = std::chrono::duration<double>;

double process_cpu() {
  constexpr double ns = 1e-9;
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * ns;
}

/// A directory with a story, played as the daemon plays it.
class PlayedStory {
public:
  PlayedStory(int others, bool dice) : session_(Session::open(made_.path()).value()) {
    std::filesystem::create_directories(made_.path() + "/turns");
    policy_.database = made_.path() + "/state/turns.db";
    policy_.small = policy_.large = "ready";
    policy_.open = [dice](std::string_view, model::Spender const&) -> Result<std::unique_ptr<model::Model>> {
      return ready_model(dice);
    };
    std::vector<turn::Content> content;
    auto const documents = story_documents(others);
    content.emplace_back(documents.rulesets.front().document);
    content.emplace_back(documents.scenarios.front().document);
    for (auto const& each : documents.characters)
      content.emplace_back(each.document);
    turn::put_content(*store(), content, {.importer = 0, .replace = false, .dry_run = false, .at = 1})
        .value();
    ask({{"user_action_id", "begin"}, {"do", "begin"}, {"scenario", made_scenario}, {"seed", "abc"}});
    settle();
  }

  [[nodiscard]] std::shared_ptr<turn::Store const> store() { return shared_.at(policy_.database).value(); }
  [[nodiscard]] turn::StoryRow row() { return turn::stories(*store())->at(0); }
  [[nodiscard]] std::string const& path() const { return made_.path(); }

  void ask(Json const& request) const {
    write_text(made_.path() + "/turns/one.json", compact(request));
    write_text(made_.path() + "/one.turn.lock", "");
  }
  void settle() {
    std::array const works{turn_work({.policy = policy_, .store = shared_})};
    Kinds const kinds{turn_kind};
    RefusalPolicy const refusal;
    Hints const hints{.closed = {{*Name::parse("one"), turn_kind}}};
    static_cast<void>(reconcile(session_, hints, {kinds, works, refusal}));
  }
  void say(int n) {
    ask({{"user_action_id", fmt::format("a{}", n)}, {"text", "I look at the clock."}});
    settle();
  }
  /// For long stories, which need not survive a power cut.
  void skip_flushes() {
    static_cast<void>(store()->write([](turn::Database& database) {
      return database.run("COMMIT; PRAGMA synchronous = OFF; BEGIN IMMEDIATE");
    }));
  }

private:
  MadeSession made_{""};
  Session session_;
  turn::TurnPolicy policy_;
  turn::SharedStore shared_;
};

/// Times of two flushes: 4 KB, as for a reply, and 80 KB, as for a commit.
struct Floors {
  explicit Floors(std::string const& directory)
      : file(::open((directory + "/floor").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)) {}
  void measure() {
    small.push_back(write_and_flush(file.get(), 4 << 10));
    large.push_back(write_and_flush(file.get(), 80 << 10));
  }
  UniqueFd file;
  std::vector<double> small;
  std::vector<double> large;
};

/// CPU seconds to read and write the story's documents, some 6 KB of JSON, ten times.
double documents_read_and_written() {
  static auto const text = [] {
    auto all = Json::array();
    auto const documents = story_documents(3);
    all.push_back(turn::to_json(documents.rulesets.front().document));
    for (auto const& each : documents.characters)
      all.push_back(turn::to_json(each.document));
    return compact(all);
  }();
  auto const before = process_cpu();
  for (int i = 0; i < 10; ++i)
    benchmark::DoNotOptimize(compact(Json::parse(text)));
  return process_cpu() - before;
}

/// `cpu_ms` covers all threads, without the CPU time of flushes; `cpu_ratio` is a multiple of its floor.
void turn_engine(benchmark::State& state) {
  PlayedStory story(static_cast<int>(state.range(0)), state.range(1) != 0);
  Floors floors(story.path());
  std::vector<double> cpu;
  std::vector<double> cpu_floor;
  std::vector<double> whole;
  std::vector<double> unflushed;
  Flushes flushed;
  int n = 0;
  for (auto _ : state) {
    story.ask({{"user_action_id", fmt::format("a{}", ++n)}, {"text", "I look at the clock."}});
    auto const before = flushes_so_far();
    auto const cpu_before = process_cpu();
    auto const begin = Monotonic::now();
    story.settle();
    whole.push_back(Seconds(Monotonic::now() - begin).count());
    auto const cpu_took = process_cpu() - cpu_before;
    auto const flushes = flushes_so_far() - before;
    state.SetIterationTime(whole.back());
    cpu.push_back(cpu_took - flushes.cpu_seconds);
    unflushed.push_back(whole.back() - flushes.seconds);
    flushed.database += flushes.database;
    flushed.others += flushes.others;
    floors.measure();
    cpu_floor.push_back(documents_read_and_written());
  }
  if (story.row().scene_index != n) return state.SkipWithError("a turn was not played");
  state.counters["cpu_ms"] = median(cpu) * 1e3;
  state.counters["cpu_floor_ms"] = median(cpu_floor) * 1e3;
  state.counters["cpu_ratio"] = median(cpu) / median(cpu_floor);
  state.counters["unflushed_ms"] = median(unflushed) * 1e3;
  state.counters["db_flushes"] = static_cast<double>(flushed.database) / n;
  state.counters["other_flushes"] = static_cast<double>(flushed.others) / n;
  state.counters["floor_ms"] = median(floors.small) * 1e3;
}

/// `first_ms` and `last_ms`: medians of the first and the last tenth of the turns.
void long_story(benchmark::State& state) {
  auto const turns = static_cast<int>(state.range(0));
  PlayedStory story(3, true);
  story.skip_flushes();
  std::vector<double> took;
  for (auto _ : state) {
    for (int n = 1; n <= turns; ++n) {
      auto const cpu = process_cpu();
      story.say(n);
      took.push_back(process_cpu() - cpu);
    }
    auto const begin = Monotonic::now();
    auto const faults = turn::check_stories(*story.store());
    auto const checked = Monotonic::now();
    int different = 0;
    auto const replayed =
        turn::replay_turns(*story.store(), story.row().id, {1, turns}, turn::DiceFrom::seed,
                           [&](turn::Replayed const& each) { different += each.difference.empty() ? 0 : 1; });
    auto const end = Monotonic::now();
    state.SetIterationTime(Seconds(end - begin).count());
    if (story.row().scene_index != turns || !faults || !faults->empty() || !replayed || different != 0)
      return state.SkipWithError("the story is not sound");
    state.counters["check_s"] = Seconds(checked - begin).count();
    state.counters["replay_s"] = Seconds(end - checked).count();
  }
  auto const tenth = took.begin() + turns / 10;
  state.counters["first_ms"] = median({took.begin(), tenth}) * 1e3;
  state.counters["last_ms"] = median({took.end() - turns / 10, took.end()}) * 1e3;
}

/// The next turn, played but not written.
Result<turn::TurnRecord> played_record(PlayedStory& story, int n) {
  auto const position =
      TRY(turn::snapshot(*story.store(), story.row().id, {.decay = {}, .now = turn::Time{1000} * n}));
  turn::ReplyBook book({}, [](std::span<turn::RecordedReply const>) -> Result<void> { return {}; });
  turn::Stage const stage{
      .open = [](std::string const&) -> Result<std::unique_ptr<model::Model>> { return ready_model(true); },
      .replies = book,
      .deadline = Monotonic::now() + std::chrono::minutes(1)};
  auto played =
      turn::play(position, {fmt::format("a{}", n), "I look at the clock.", turn::Time{1000} * n}, stage);
  if (!played) return fail(Fault::invalid, played.error().message);
  played->result = turn::result_of_turn(*played);
  return *std::move(played);
}

/// The commit alone, against writing as many bytes. A flush takes at least `flush_us`.
void turn_commit(benchmark::State& state) {
  PlayedStory story(3, true);
  slow_down_flushes(std::chrono::microseconds(state.range(0)));
  Floors floors(story.path());
  auto const store = story.store();
  std::vector<double> took;
  int n = 0;
  for (auto _ : state) {
    auto const record = played_record(story, ++n);
    if (!record) return state.SkipWithError(record.error().message.c_str());
    auto const begin = Monotonic::now();
    auto const changed = turn::commit_turn(*store, *record);
    took.push_back(Seconds(Monotonic::now() - begin).count());
    state.SetIterationTime(took.back());
    if (!changed || changed->change != turn::Change::written) return state.SkipWithError("not committed");
    floors.measure();
  }
  slow_down_flushes({});
  state.counters["commit_ms"] = median(took) * 1e3;
  state.counters["floor_ms"] = median(floors.large) * 1e3;
  state.counters["ratio"] = median(took) / median(floors.large);
}

void strongest_five(benchmark::State& state) {
  PlayedStory story(3, false);
  auto const session = story.row();
  constexpr auto filling =
      "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {0}) INSERT INTO "
      "observations(id, session_id, scene_id, character_id, content, content_key, first_importance, "
      "importance, "
      "reinforcement_count, created_at) SELECT printf('o%05d', (i * 7919) % 100000), '{1}', '{2}', 'c1', i, "
      "i, 1, "
      "1 + (i * 31) % 5, (i * 17) % 6, 1000000 + i * 1000 FROM n";
  auto const filled = story.store()->write([&](turn::Database& database) {
    return database.run(fmt::format(filling, state.range(0), session.id, session.current_scene_id).c_str());
  });
  if (!filled) return state.SkipWithError(filled.error().message.c_str());
  auto const store = story.store();
  for (auto _ : state) {
    auto const found = turn::strongest_observations(*store, session.id, "c1", 5, {}, {.at = 20'000'000});
    if (!found || found->size() != 5) return state.SkipWithError("not found");
  }
}

BENCHMARK(turn_engine)
    ->ArgNames({"others", "dice"})
    ->Args({3, 0})
    ->Args({3, 1})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(300);
BENCHMARK(turn_commit)
    ->ArgName("flush_us")
    ->Arg(0)
    ->Arg(1000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(300);
BENCHMARK(strongest_five)->Arg(10)->Arg(10'000)->Unit(benchmark::kMillisecond);
BENCHMARK(long_story)->Arg(10'000)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);

} // namespace

} // namespace artifactd::bench

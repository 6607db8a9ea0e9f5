// Turns against an endpoint with a fixed delay per call, through the real daemon and its process for models:
// the time added to the calls that must follow each other, and a hundred stories at once.
#include "bench/durable_copy.hpp"
#include "bench/flush_log.hpp"
#include "bench/made_session.hpp"
#include "bench/made_story.hpp"
#include "bench/measured_daemon.hpp"
#include "bench/measured_models.hpp"
#include "bench/slow_endpoint.hpp"

#include <benchmark/benchmark.h>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <numeric>

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;

constexpr auto patience = std::chrono::seconds(60);

std::string configuration(std::string const& place, SlowEndpoint const& endpoint, int at_once) {
  return fmt::format("[model]\nsocket = \"{}/model\"\n[turn]\nsmall = \"slow\"\nlarge = "
                     "\"slow\"\n[models.slow]\nkind = \"openai\"\nbase_url = "
                     "\"{}\"\nmodel = \"slow\"\nfree = true\nat_once = {}\n",
                     place, endpoint.url(), at_once);
}

/// Directories s0, s1, … with one story each, and one with a graph.
class Stories {
public:
  Stories(int count, int others, SlowEndpoint const& endpoint, int at_once) {
    for (int i = 0; i < count; ++i)
      fs::create_directories(session(i) / "turns");
    fs::create_directories(graph() / "artifacts/measured");
    write_text(graph() / "knowledge-graph.json", make_graph(100'000));
    write_text(place_.path() + "/story.json", compact(turn::to_json(story_documents(others))));
    daemon_.emplace(place_.path(), configuration(place_.path(), endpoint, at_once));
    models_.emplace(place_.path());
    auto const import = fmt::format("{0} --config {1}/artifactd.toml turn import {1}/story.json >/dev/null",
                                    ARTIFACTCTL_BIN, place_.path());
    sound_ = std::system(import.c_str()) == 0; // NOLINT(cert-env33-c): our own program
    for (int i = 0; i < count; ++i)
      ask(i, {{"user_action_id", "begin"}, {"do", "begin"}, {"scenario", made_scenario}});
    waited(count, Monotonic::now());
  }

  [[nodiscard]] bool sound() const { return sound_; }
  [[nodiscard]] fs::path session(int number) const {
    return fs::path(place_.path()) / "root" / fmt::format("s{}", number);
  }
  [[nodiscard]] fs::path graph() const { return fs::path(place_.path()) / "root/graph"; }
  /// During which flushes were under way.
  [[nodiscard]] double flushed_between(Moment begin, Moment end) const {
    return flushes_.seconds_between(begin, end);
  }

  void ask(int number, Json const& request) {
    write_text(session(number) / "turns/one.json", compact(request));
    write_text(session(number) / "one.turn.lock", "");
  }
  void say(int number, int n) {
    ask(number, {{"user_action_id", fmt::format("a{}", n)}, {"text", "I look at the clock."}});
  }

  /// Seconds from `begin` until each signal was gone.
  std::vector<double> waited(int count, Moment begin) {
    std::vector<double> took;
    std::vector<int> left(static_cast<std::size_t>(count));
    std::iota(left.begin(), left.end(), 0);
    while (!left.empty() && Monotonic::now() - begin < patience) {
      std::erase_if(left, [&](int number) {
        if (fs::exists(session(number) / "one.turn.lock")) return false;
        took.push_back(Seconds(Monotonic::now() - begin).count());
        return true;
      });
      std::this_thread::sleep_for(
          std::chrono::microseconds(500)); // polls rarely, so as not to disturb the measurement
    }
    if (!left.empty()) sound_ = false;
    return took;
  }
  /// The scene in the last result of a story.
  [[nodiscard]] long scene(int number) const {
    std::ifstream file(session(number) / "turns/one.result.json");
    auto const json = Json::parse(file, nullptr, false);
    return json.is_object() ? json.value("scene_index", -1L) : -1L;
  }

private:
  MadeSession place_{""};
  FlushLog flushes_{place_.path() + "/flushes"};
  std::optional<MeasuredModels> models_; ///< ends after the daemon, which asks it
  std::optional<MeasuredDaemon> daemon_;
  bool sound_ = true;
};

/// `over_ms`: beyond the three calls, or four with dice, that must follow each other; `unflushed_ms`: also
/// without the time in which flushes were under way, `flushed_ms`.
void one_turn(benchmark::State& state) {
  constexpr auto delay = std::chrono::milliseconds(200);
  auto const dice = state.range(1) != 0;
  SlowEndpoint const endpoint(delay, dice);
  Stories stories(1, static_cast<int>(state.range(0)), endpoint, 16);
  auto const steps = dice ? 4 : 3; // sequential calls
  std::vector<double> over;
  std::vector<double> flushed;
  std::vector<double> unflushed;
  int n = 0;
  for (auto _ : state) {
    auto const begin = Monotonic::now();
    stories.say(0, ++n);
    auto const took = stories.waited(1, begin);
    if (!stories.sound() || stories.scene(0) != n) return state.SkipWithError("a turn was not played");
    state.SetIterationTime(took.front());
    over.push_back(took.front() - steps * Seconds(delay).count());
    flushed.push_back(
        stories.flushed_between(begin, begin + std::chrono::duration_cast<Duration>(Seconds(took.front()))));
    unflushed.push_back(over.back() - flushed.back());
  }
  state.counters["over_ms"] = median(over) * 1e3;
  state.counters["flushed_ms"] = median(flushed) * 1e3;
  state.counters["unflushed_ms"] = median(unflushed) * 1e3;
}

/// `last_s` and `spread_s` of the stories; `merge_ratio`: a merge of 100 KB now relative to before.
void stories_at_once(benchmark::State& state) {
  auto const count = static_cast<int>(state.range(0));
  SlowEndpoint const endpoint(std::chrono::seconds(1), false);
  Stories stories(count, 2, endpoint, 200);
  int merge = 0;
  std::vector<double> alone;
  for (int i = 0; i < 30; ++i)
    alone.push_back(drop_and_wait(stories.graph(), merge++));
  int n = 0;
  std::vector<double> last;
  std::vector<double> spread;
  std::vector<double> meanwhile;
  for (auto _ : state) {
    auto const begin = Monotonic::now();
    ++n;
    for (int i = 0; i < count; ++i)
      stories.say(i, n);
    std::jthread const merging([&](std::stop_token const& stop) {
      while (!stop.stop_requested())
        meanwhile.push_back(drop_and_wait(stories.graph(), merge++));
    });
    auto const took = stories.waited(count, begin);
    if (!stories.sound() || stories.scene(count - 1) != n)
      return state.SkipWithError("a turn was not played");
    last.push_back(took.back());
    spread.push_back(took.back() - median(took));
    state.SetIterationTime(took.back());
  }
  state.counters["last_s"] = median(last);
  state.counters["spread_s"] = median(spread);
  state.counters["merge_alone_ms"] = median(alone) * 1e3;
  state.counters["merge_ratio"] = median(meanwhile) / median(alone);
  state.counters["calls_at_once"] = endpoint.most_at_once();
}

BENCHMARK(one_turn)
    ->ArgNames({"others", "dice"})
    ->Args({3, 0})
    ->Args({3, 1})
    ->Args({16, 0})
    ->Args({16, 1})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(10);
BENCHMARK(stories_at_once)->Arg(100)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(3);

} // namespace

} // namespace artifactd::bench

// A whole run of the editor by the rules, from reading a broken game in a session to the repaired files
// published, the run recorded and the signal submitted again. `ratio` is relative to making as many small
// files durable on the same file system.
#include "agents/edit/edit_run.hpp"
#include "bench/durable_copy.hpp"
#include "bench/made_game.hpp"
#include "bench/made_session.hpp"

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <filesystem>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd::bench {

namespace {

constexpr int durable_files = 4; // two repaired files, intent and verdict

using Seconds = std::chrono::duration<double>;

KgPolicy policy_for_games() {
  KgPolicy policy;
  policy.artifacts.bytes = 1 << 20; // the largest game exceeds the usual limit
  policy.rules = [](Name const&) {
    AgentRules rules;
    rules.checks.profile = Profile::game;
    return rules;
  };
  return policy;
}

/// Different inputs in each round, or the run would be recognised.
void put(MadeSession const& made, std::vector<game::GameFile> const& files, std::size_t round) {
  for (auto const& file : files)
    write_text(made.path() + "/artifacts/game/" + file.name, file.bytes + std::string(round, '\n'));
  std::filesystem::remove(made.path() + "/game.kg.lock");
  write_text(made.path() + "/game.kg.lock.error", "");
}

/// Seconds to make only the run's durable files: write, fsync, rename, fsync the directory.
double make_durable(MadeSession const& made) {
  auto const begin = Monotonic::now();
  UniqueFd const directory(::open(made.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < durable_files; ++i) {
    auto const path = fmt::format("{}/floor.{}", made.path(), i);
    UniqueFd const file(::open((path + ".new").c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
    if (::write(file.get(), path.data(), path.size()) < 0 || ::fsync(file.get()) < 0) return 0;
    std::filesystem::rename(path + ".new", path);
    if (::fsync(directory.get()) < 0) return 0;
  }
  return Seconds(Monotonic::now() - begin).count();
}

void edit_run(benchmark::State& state) {
  MadeSession const made("");
  std::filesystem::create_directories(made.path() + "/artifacts/game");
  auto files = make_game(static_cast<int>(state.range(0)));
  damage_two_places(files);
  auto const session = Session::open(made.path());
  auto const policy = policy_for_games();
  editor::EditOrder const order{.agent = *Name::parse("game")};
  std::vector<double> runs;
  std::vector<double> floors;
  for (auto _ : state) {
    put(made, files, runs.size());
    auto const begin = Monotonic::now();
    auto const outcome =
        editor::edit_artifacts(*session, order, policy, {}, editor::Publishing::yes, editor::Retrying::no);
    runs.push_back(Seconds(Monotonic::now() - begin).count());
    state.SetIterationTime(runs.back());
    if (!outcome || outcome->end != editor::EditEnd::published)
      return state.SkipWithError(outcome ? outcome->reason.c_str() : outcome.error().message.c_str());
    floors.push_back(make_durable(made));
  }
  state.counters["floor_ms"] = median(floors) * 1e3;
  state.counters["whole_ms"] = median(runs) * 1e3;
  state.counters["ratio"] = median(runs) / median(floors);
}

BENCHMARK(edit_run)
    ->Arg(20)
    ->Arg(80)
    ->Arg(200)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(100);

} // namespace

} // namespace artifactd::bench

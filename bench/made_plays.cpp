#include "bench/made_plays.hpp"

#include "bench/made_session.hpp"
#include "state/platform/digest.hpp"

namespace artifactd::bench {

namespace {

namespace fs = std::filesystem;
using play::Value;

constexpr auto* game_name = "three-omens";

} // namespace

MadePlays::MadePlays(fs::path session)
    : session_(std::move(session)), files_(files_of_game(game_name)), game_(files_) {
  play::Runtime runtime(game_, two);
  play::Moves moves(runtime);
  record_ = record_of(runtime, moves, "1");
  fs::create_directories(session_ / "artifacts/game");
  for (auto const& file : files_)
    write_text(session_ / "artifacts/game" / file.name, file.bytes);
}

fs::path MadePlays::begin(std::string const& id, std::uint64_t lines) const {
  auto const directory = session_ / "play" / id;
  fs::create_directories(directory / "artifacts");
  auto artifacts = Value::object();
  for (auto const& file : files_) {
    write_text(directory / "artifacts" / file.name, file.bytes);
    artifacts[file.name] = "sha256:" + hex(sha256(file.bytes));
  }
  write_text(directory / "meta.json", Value{{"version", 1},
                                            {"id", id},
                                            {"game", game_name},
                                            {"players", two},
                                            {"artifacts", artifacts},
                                            {"started", "2026-01-01T00:00:00Z"},
                                            {"host", "bench"},
                                            {"agent", "game"}}
                                          .dump());
  write_text(directory / "state.json", record_.state.dump());
  write_text(directory / "log.ndjson", long_log(record_, lines));
  return directory / "log.ndjson";
}

} // namespace artifactd::bench

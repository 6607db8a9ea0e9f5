#include "tests/support/game_session.hpp"

#include "merge/game/artifacts.hpp"
#include "merge/game/checks/validation.hpp"
#include "tests/support/game_corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace artifactd::test {

namespace {

std::string const place_of_game = "artifacts/game/";

}

GameSession::GameSession() {
  std::filesystem::create_directories(*this / place_of_game);
  kg.rules = [](Name const&) {
    AgentRules rules;
    rules.checks.profile = Profile::game;
    return rules;
  };
}

void GameSession::put(std::vector<game::GameFile> const& files) {
  for (auto const& file : files)
    write(place_of_game + file.name, file.bytes);
  put_ = texts();
}

void GameSession::put_broken(std::string const& mutation) {
  static auto const all = game_mutations();
  for (auto const& each : all)
    if (each.name == mutation) put(broken_files(each));
}

void GameSession::put_sound(std::string const& game) {
  put(game_files(game));
}

void GameSession::put_halting(Hiding hiding) {
  auto files = game_files("three-omens");
  for (auto& file : files) {
    if (!file.name.ends_with(".json")) continue;
    auto json = nlohmann::ordered_json::parse(file.bytes);
    if (file.name == "transitions.json") {
      auto& transitions = json["transitions"];
      transitions.erase(
          std::ranges::find(transitions, "next_round", [](auto const& each) { return each["id"]; }));
    } else if (file.name == "instructions.json") {
      json["transitions"].erase("next_round");
      if (hiding == Hiding::rule)
        json["playerPhases"]["choose"]["playerActions"][0]["stateDelta"].erase(1);
      else
        json["transitions"]["show_omens"]["stateDelta"][1].erase("op");
    } else {
      continue;
    }
    file.bytes = json.dump(2);
  }
  put(files);
}

void GameSession::only_check() {
  kg.rules = [](Name const&) {
    AgentRules rules;
    rules.checks.profile = Profile::game;
    rules.checks.simulation = play::Simulation::off;
    return rules;
  };
}

std::map<std::string, std::string> GameSession::texts() const {
  std::map<std::string, std::string> texts;
  for (auto const& name : names(place_of_game))
    texts[name] = read(place_of_game + name);
  return texts;
}

std::vector<std::string> GameSession::changed() const {
  std::vector<std::string> names;
  for (auto const& [name, text] : texts())
    if (auto former = put_.find(name); former == put_.end() || former->second != text) names.push_back(name);
  return names;
}

ArtifactSet GameSession::artifacts() const {
  return must(read_artifacts(session(), test::name("game"), kg.artifacts));
}

std::vector<std::string> GameSession::errors() const {
  return error_messages(game::validate(game::game_of(artifacts())));
}

} // namespace artifactd::test

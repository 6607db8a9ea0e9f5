#include "tests/support/game_session.hpp"

#include "merge/game/artifacts.hpp"
#include "merge/game/checks/validation.hpp"
#include "tests/support/game_corpus.hpp"

#include <filesystem>

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

// The games of the corpus, and the mutations that break them: tests/merge/game/games/<name>/ and
// tests/merge/game/mutations/*.json.
#pragma once

#include "merge/game/game.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace artifactd::test {

[[nodiscard]] std::vector<std::string> game_names();
/// The game's files, in byte order of names.
[[nodiscard]] std::vector<game::GameFile> game_files(std::string const& name);

struct GameMutation {
  std::string pattern; ///< the name of its file
  std::string name;
  std::string game;
  std::vector<std::string> errors;   ///< all error messages, in order
  bool mechanical = false;           ///< one sensible repair follows from the artifacts alone
  std::vector<std::string> repaired; ///< addresses that this repair touches
  nlohmann::ordered_json edits;
};

[[nodiscard]] std::vector<GameMutation> game_mutations();
/// The files of its game, broken by the mutation.
[[nodiscard]] std::vector<game::GameFile> broken_files(GameMutation const& mutation);

[[nodiscard]] std::vector<std::string> error_messages(std::vector<Finding> const& findings);

} // namespace artifactd::test

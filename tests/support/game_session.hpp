// A session in which the agent `game` wrote a game, valid or broken in a way of the corpus.
#pragma once

#include "merge/game/text.hpp"
#include "merge/kg/kg_work.hpp"
#include "tests/support/session_dir.hpp"

#include <map>
#include <string>
#include <vector>

namespace artifactd::test {

class GameSession : public SessionDir {
public:
  GameSession();

  void put(std::vector<game::GameFile> const& files);
  /// Puts a broken game of the corpus by the mutation's name, or a valid game by its own.
  void put_broken(std::string const& mutation);
  void put_sound(std::string const& game);

  [[nodiscard]] std::map<std::string, std::string> texts() const;
  /// Files that differ from what was put.
  [[nodiscard]] std::vector<std::string> changed() const;
  [[nodiscard]] ArtifactSet artifacts() const;
  /// The findings of all checks on the current files.
  [[nodiscard]] std::vector<std::string> errors() const;

  KgPolicy kg; ///< every agent writes games

private:
  std::map<std::string, std::string> put_;
};

} // namespace artifactd::test

// A session in which the agent `game` wrote a game, broken in a way of the corpus or not at all.
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
  /// Of the corpus, by the mutation's name, or a sound game by its own.
  void put_broken(std::string const& mutation);
  void put_sound(std::string const& game);

  [[nodiscard]] std::map<std::string, std::string> texts() const;
  /// Files that are not as they were put.
  [[nodiscard]] std::vector<std::string> changed() const;
  [[nodiscard]] ArtifactSet artifacts() const;
  /// What every check finds now.
  [[nodiscard]] std::vector<std::string> errors() const;

  KgPolicy kg; ///< every agent writes games

private:
  std::map<std::string, std::string> put_;
};

} // namespace artifactd::test

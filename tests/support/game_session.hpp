// A session in which the agent `game` wrote a game, valid or broken in a way of the corpus.
#pragma once

#include "merge/game/text.hpp"
#include "merge/kg/kg_work.hpp"
#include "tests/support/session_dir.hpp"

#include <cstdint>
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
  /// What is wrong with a game besides, so that it is not played before this is repaired.
  enum class Hiding : std::uint8_t {
    rule,  ///< an action does not say that its player has acted, which a rule repairs
    model, ///< an operation has no name, and no rule knows which
  };
  /// Puts three-omens without the transition next_round, so that it halts after a round.
  void put_halting(Hiding hiding = Hiding::rule);

  /// From now on games are not played.
  void only_check();

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

// What the words of `artifactctl game` come to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd {

struct GameOptions {
  enum class What : std::uint8_t { check, repair, eval, apply, simulate, play, replay };
  enum class Depth : std::uint8_t { bounded, exhaustive };
  enum class Data : std::uint8_t { as_given, state };
  What what = What::check;
  std::string first = {}; ///< of check and repair: the directory; else logic or operations: JSON, a file, "-"
  std::string second = {}; ///< what they work on; empty: {}
  Data data = Data::as_given;
  std::string scope = {};                ///< of apply: what templates are filled from; empty: they stay
  std::vector<std::string> players = {}; ///< of apply: their ids, in the order they joined
  std::uint64_t seed = 1;                ///< of apply, and where plays are: what chance begins with
  Depth depth = Depth::bounded;          ///< of simulate
  std::size_t plays = 100;               ///< of simulate: how many bots play
  std::string bots = "random";
  std::string participants =
      {};                  ///< of plays: how many players, or their ids with commas; empty: the usual ones
  std::string replay = {}; ///< of simulate: a file with the steps to take
  std::string seat = {};   ///< of play: whom the person plays; empty: the first; or "none", "all"
  std::string model = {};  ///< of play: the key of the model that computes what only one can; empty: nobody
  std::string record = {}; ///< of play: where its record goes; empty: the usual place
  std::uint64_t to = 0;    ///< of replay: the last step; 0: all
};

} // namespace artifactd

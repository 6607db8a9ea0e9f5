// The options of `artifactctl game`.
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
  /// For check and repair: the directory; else logic or operations: JSON, a file, "-"
  std::string first = {};
  std::string second = {}; ///< what they work on; empty: {}
  Data data = Data::as_given;
  std::string scope = {};                ///< for apply: the values for templates; empty: templates stay
  std::vector<std::string> players = {}; ///< for apply: their ids, in the order they joined
  std::uint64_t seed = 1;                ///< for apply and for plays: the seed of chance
  Depth depth = Depth::bounded;          ///< for simulate
  std::size_t plays = 100;               ///< for simulate: how many plays by bots
  std::string bots = "random";
  std::string participants =
      {};                  ///< for plays: how many players, or their ids with commas; empty: the usual ones
  std::string replay = {}; ///< for simulate: a file with the steps to take
  std::string seat = {};   ///< for play: whom the person plays; empty: the first; or "none", "all"
  /// For play: the key of the model that computes what only a model can; empty: none
  std::string model = {};
  std::string record = {}; ///< for play: where its record goes; empty: the usual place
  std::uint64_t to = 0;    ///< for replay: the last step; 0: all
};

} // namespace artifactd

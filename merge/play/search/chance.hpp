// The choices of bots, draws and models played by chance: the same on every machine for one seed
// (state/dice/draws).
#pragma once

#include "merge/play/search/domains.hpp"
#include "state/dice/draws.hpp"

#include <string>
#include <vector>

namespace artifactd::play {

class Chance {
public:
  explicit Chance(std::string_view seed) : draws_(seed) {}

  /// 0 … count - 1, each equally likely; `count` is not 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(draws_.face(count)) - 1; }
  /// In [0, 1), of 53 bits.
  double fraction() { return static_cast<double>(draws_.word() >> 11U) * 0x1p-53; }

  /// By weight: the first choice whose cumulative share of the sum is above a fraction.
  ValueId drawn(Draw const& draw);

private:
  dice::Draws draws_;
};

/// Makes the choices of chance for an instruction, and those of a model if neither a model nor a person is
/// asked.
class ChanceChoices {
public:
  explicit ChanceChoices(Runtime& runtime) : runtime_(runtime) {}
  Chosen choose(PlayInstruction const& instruction, std::vector<ValueId> inputs, Chance& chance);

private:
  Runtime& runtime_;
  std::map<PlayInstruction const*, std::vector<Domain>> domains_;
};

} // namespace artifactd::play

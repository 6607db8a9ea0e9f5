// The tests' games and plays of them, to measure with.
#pragma once

#include "merge/play/record/record.hpp"
#include "merge/play/runtime/moves.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd::bench {

inline std::vector<std::string> const two = {"player1", "player2"};

[[nodiscard]] std::vector<game::GameFile> files_of_game(std::string const& name);

/// A random play of two players, to its end.
[[nodiscard]] play::Record record_of(play::Runtime& runtime, play::Moves& moves, std::string const& seed);

/// One play that goes back to its second step again and again, until its log has at least that many lines.
[[nodiscard]] std::string long_log(play::Record const& once, std::uint64_t lines);

} // namespace artifactd::bench

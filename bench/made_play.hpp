// Games of the tests and plays of them, to measure on.
#pragma once

#include "merge/play/moves.hpp"
#include "merge/play/record.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace artifactd::bench {

inline std::vector<std::string> const two = {"player1", "player2"};

[[nodiscard]] std::vector<game::GameFile> files_of_game(std::string const& name);

/// A play of two by chance, to its end.
[[nodiscard]] play::Record record_of(play::Runtime& runtime, play::Moves& moves, std::string const& seed);

/// One play that goes back to its second step again and again, until its log has so many lines, or some more.
[[nodiscard]] std::string long_log(play::Record const& once, std::uint64_t lines);

} // namespace artifactd::bench

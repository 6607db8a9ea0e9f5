// Reads the bands of a check, from a ruleset or from a model that fixes them before the roll.
#pragma once

#include "agents/turn/rules/mechanics.hpp"
#include "agents/turn/rules/member_reader.hpp"

namespace artifactd::turn {

enum class BandsOf : std::uint8_t {
  ruleset, ///< may have ops; one band has no at_least, so that every total has a band
  model,
};

/// Reads the member `bands` of the reader's object, highest first. No two bands begin at the same total.
[[nodiscard]] std::vector<Band> read_bands(MemberReader& reader, BandsOf whose,
                                           std::vector<std::string>& warnings);

} // namespace artifactd::turn

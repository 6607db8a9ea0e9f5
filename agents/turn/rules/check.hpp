// Checks: what a model asked to roll, the dice, and the band that arithmetic picks. Bands are fixed before
// the roll. If the ruleset has `checks`, a model names only a character, a stat and a reason: the number
// comes from the stat block frozen when the story began, the rest from the ruleset.
#pragma once

#include "agents/turn/rules/mechanics.hpp"
#include "state/dice/roll.hpp"

namespace artifactd::turn {

struct Check {
  std::string character_id; ///< empty: no character
  std::string stat;         ///< empty: no stat
  std::string reason;
  std::string expression;  ///< with numbers in place of `@stat`
  std::vector<Band> bands; ///< highest first; may be empty
};

struct ReadChecks {
  std::vector<Check> checks;
  std::vector<std::string> faults; ///< each begins with its pointer: "/dice_request/0/expression: …"
};

/// `request` is the untrusted member `dice_request` of a reply; null: no checks. A text in it is read as
/// {expression}. `characters` are the story's, as they were when it began.
[[nodiscard]] ReadChecks read_checks(Mechanics const& mechanics, std::span<Character const> characters,
                                     Json const& request);

struct RolledCheck {
  Check check;
  dice::Rolled rolled;
  std::string band;         ///< its label; empty if no band covers the total
  Json ops = Json::array(); ///< the band's
};

struct RolledChecks {
  std::vector<RolledCheck> rolls;  ///< roll n of the turn is check n
  std::vector<std::string> faults; ///< found only by rolling: too many dice, a division by zero
};

/// The seed of roll n is dice::roll_seed(dice_seed, turn, n, reroll), the same for every attempt at a turn.
[[nodiscard]] RolledChecks roll_checks(std::span<Check const> checks, std::string_view dice_seed,
                                       std::uint64_t turn, std::uint64_t reroll = 0);

/// The same with recorded dice: one roll for each check.
[[nodiscard]] RolledChecks recorded_checks(std::span<Check const> checks,
                                           std::span<dice::Rolled const> rolls);

/// {character_id?, stat?, reason, bands: [{at_least?, label}], band?}: the context of a dice record.
[[nodiscard]] Json context_json(RolledCheck const& rolled);

/// The character's highest stat, the first one on a tie; empty if no stat is a whole number.
[[nodiscard]] std::string dominant_stat(Json const& stat_block);

} // namespace artifactd::turn

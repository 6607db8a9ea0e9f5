// The rules of a ruleset that have numbers, as typed data: which dice a model may ask for, what its ops may
// touch, how a check is rolled and judged, which clocks tick, how time and memory pass. What is written here
// the engine enforces; everything else is the rulebook's text, which models read. Reading never throws and
// reports every fault; members nobody knows are warnings and are kept where they are.
#pragma once

#include "agents/turn/story.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::turn {

/// What a total means. The lowest band of a check has no `at_least`.
struct Band {
  std::optional<std::int64_t> at_least;
  std::string label;
  Json ops = Json::array(); ///< of the engine, not of a model
};
inline constexpr std::size_t most_bands = 16;

/// The first band whose `at_least` the total reaches; null if it reaches none. `bands` are highest first.
[[nodiscard]] Band const* band_of(std::span<Band const> bands, std::int64_t total) noexcept;

enum class StatChoice : std::uint8_t {
  named,    ///< the model names the stat
  dominant, ///< the character's highest; a model may name another that no stat exceeds by `margin`
};

/// How every check of the ruleset is rolled and judged.
struct CheckRule {
  std::string expression;  ///< `@stat` is the chosen stat, `@name` the stat of that name
  std::vector<Band> bands; ///< highest first
  StatChoice stat = StatChoice::named;
  std::int64_t margin = 2; ///< "clearly higher" means by this much; >= 1
};

/// An integer of the state that only the engine changes: at `at` it raises `event` and goes back to 0.
struct ClockRule {
  std::string path;
  std::int64_t at = 0; ///< >= 1
  std::string event;
};

/// A number of the state that only the engine changes, once a turn.
struct TimeRule {
  std::string path;
  double per_turn = 0; ///< not 0; below 0 it counts down
  std::string unit;    ///< for people and models
};

struct Decay {
  enum class Clock : std::uint8_t { wall, turns };
  double lambda = 0.005; ///< per minute; finite and >= 0
  Clock clock = Clock::wall;
  double minutes_per_turn = 1; ///< of the clock `turns`; finite and >= 0
};

struct Mechanics {
  bool uses_dice = true;
  std::vector<std::string> dice_formats;               ///< see dice_form.hpp; empty: any expression
  std::optional<std::vector<std::string>> allowed_ops; ///< of a model; absent: all
  std::optional<std::vector<std::string>>
      allowed_paths; ///< of a model, each with what is below it; absent: all
  std::optional<CheckRule> checks;
  std::vector<ClockRule> clocks;
  std::optional<TimeRule> time;
  Decay decay;
  std::string summary;
};

/// Lines that begin with a JSON pointer. With faults `mechanics` is not to be used.
struct ReadMechanics {
  Mechanics mechanics;
  std::vector<std::string> faults;
  std::vector<std::string> warnings;
};

/// `guidance` is a ruleset's mechanics_guidance as written; null: all defaults. Pointers begin with
/// `pointer`.
[[nodiscard]] ReadMechanics read_mechanics(Json const& guidance,
                                           std::string_view pointer = "/mechanics_guidance");

/// The same, compared with the ruleset's schemas too: clocks and time have to be declared numbers that can
/// get where the rule wants them, bands' ops have to be on declared members, and `@name` on a declared stat.
[[nodiscard]] ReadMechanics read_mechanics(Ruleset const& ruleset);

} // namespace artifactd::turn

// The numeric rules of a ruleset as typed data: which dice a model may request, what its ops may change, how
// a check is rolled and judged, which clocks tick, how time and memory pass. The engine enforces these;
// everything else is the rulebook's text, which models read. Reading never throws and reports every fault;
// unknown members are warnings and are kept in place.
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
  Json ops = Json::array(); ///< run by the engine, not by a model
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
  std::int64_t margin = 2; ///< how much higher counts as "clearly higher"; >= 1
};

/// An integer of the state that only the engine changes: on reaching `at` it raises `event` and returns to 0.
struct ClockRule {
  std::string path;
  std::int64_t at = 0; ///< >= 1
  std::string event;
};

/// A number of the state that only the engine changes, once per turn.
struct TimeRule {
  std::string path;
  double per_turn = 0; ///< not 0; negative counts down
  std::string unit;    ///< shown to people and models
};

struct Decay {
  enum class Clock : std::uint8_t { wall, turns };
  double lambda = 0.005; ///< per minute; finite and >= 0
  Clock clock = Clock::wall;
  double minutes_per_turn = 1; ///< for the clock `turns`; finite and >= 0
};

struct Mechanics {
  bool uses_dice = true;
  std::vector<std::string> dice_formats;               ///< see dice_form.hpp; empty: any expression
  std::optional<std::vector<std::string>> allowed_ops; ///< ops a model may use; absent: all
  /// Paths a model may change, each including everything below it; absent: all
  std::optional<std::vector<std::string>> allowed_paths;
  std::optional<CheckRule> checks;
  std::vector<ClockRule> clocks;
  std::optional<TimeRule> time;
  Decay decay;
  std::string summary;
};

/// Each line begins with a JSON pointer. If there are faults, `mechanics` must not be used.
struct ReadMechanics {
  Mechanics mechanics;
  std::vector<std::string> faults;
  std::vector<std::string> warnings;
};

/// `guidance` is a ruleset's mechanics_guidance as written; null: all defaults. Pointers begin with
/// `pointer`.
[[nodiscard]] ReadMechanics read_mechanics(Json const& guidance,
                                           std::string_view pointer = "/mechanics_guidance");

/// The same, and checked against the ruleset's schemas: clocks and time must be declared numbers with the
/// range the rule needs, ops of bands must change declared members, and `@name` must be a declared stat.
[[nodiscard]] ReadMechanics read_mechanics(Ruleset const& ruleset);

/// The decay of these mechanics, whether or not the rest has faults.
[[nodiscard]] Decay read_decay(Ruleset const& ruleset);

} // namespace artifactd::turn

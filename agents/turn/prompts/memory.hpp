// What a character remembers, and how strongly: importance fades with age and is reinforced by repeated
// observation. Computed on reading, never stored, and for past turns computed again (told_then.hpp). Doubles
// are multiplied in one fixed order. The last bit of the C library's exp may differ between machines, so
// prompts contain priorities rounded to three decimals.
#pragma once

#include "agents/turn/rules/mechanics.hpp"

#include <span>

namespace artifactd::turn {

inline constexpr std::size_t newest_told = 5;     ///< per involved character, in the ruleset step
inline constexpr std::size_t strongest_told = 12; ///< in a reflection

/// When a memory is recalled. Frozen with the attempt at a turn, so that resuming it gives the same result.
struct Moment {
  Time at = 0;
  std::int64_t scene_index = 0;
};

struct Remembered {
  Observation observation;
  double age_minutes = 0;
  double decay_weight = 1;
  double reinforcement_multiplier = 1;
  double priority = 0;
};

/// By the wall clock, or by turns times minutes_per_turn; never below 0, even if clocks go back.
[[nodiscard]] double age_minutes(Decay const& decay, Observation const& observation,
                                 Moment const& now) noexcept;
/// exp(-lambda * age)
[[nodiscard]] double decay_weight(double lambda, double age) noexcept;
/// 1 + min(count, 3) * 0.15
[[nodiscard]] double reinforcement_multiplier(std::int64_t count) noexcept;
/// importance * weight * multiplier, in this order.
[[nodiscard]] double priority(int importance, double weight, double multiplier) noexcept;

[[nodiscard]] Remembered remembered(Decay const& decay, Observation observation, Moment const& now);

/// The newest first: by created_at, then the smaller id.
[[nodiscard]] std::vector<Remembered> newest(std::span<Observation const> of_character, Decay const& decay,
                                             Moment const& now, std::size_t most = newest_told);
/// The strongest first: by priority, then the later created_at, then the smaller id.
[[nodiscard]] std::vector<Remembered> strongest(std::span<Observation const> of_character, Decay const& decay,
                                                Moment const& now, std::size_t most = strongest_told);

/// What a prompt contains, as JSON: {id, content, importance, priority}, the priority rounded to three
/// decimals.
[[nodiscard]] std::string told_memory(Remembered const& remembered);
/// The same and `character_id`.
[[nodiscard]] std::string told_memory_of_character(Remembered const& remembered);

/// Equal for all contents that count as one observation: those that differ only in white space and case. 32
/// hexadecimal digits, stable across releases.
[[nodiscard]] std::string content_key(std::string_view content);

} // namespace artifactd::turn

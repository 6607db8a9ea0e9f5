// The four prompts of a turn: what each step is told, as the seed lists its inputs. Pure: the same story,
// text and moment give the same bytes, so a reply that is recorded fits again.
#pragma once

#include "agents/turn/lore.hpp"
#include "agents/turn/memory.hpp"
#include "agents/turn/prompt.hpp"
#include "agents/turn/reply_contracts.hpp"
#include "agents/turn/store/snapshot.hpp"

namespace artifactd::turn {

inline constexpr std::size_t longest_summary =
    1500;                                           ///< bytes of a rulebook where the ruleset sums nothing up
inline constexpr std::size_t longest_recent = 1200; ///< bytes of the last narration
inline constexpr std::size_t lore_budget =
    16 << 10; ///< bytes of entries that fire, each for constant ones and others

/// A member of mechanics_guidance as it is written; null where it is missing.
[[nodiscard]] Json guidance_member(Ruleset const& ruleset, char const* name);

/// What all prompts of a turn have in common.
struct Told {
  Frozen const& story;
  StateRules const& rules;
  Json user_action; ///< {character_id, text}
  FiredLore lore;   ///< constant entries included
};
[[nodiscard]] Told told(Frozen const& story, StateRules const& rules, std::string const& text,
                        std::string const& last_narration, StoryState const& base);

/// The newest of everybody in the scene, and of the persona.
[[nodiscard]] std::vector<Remembered> recent_memories(Snapshot const& position, StoryState const& state,
                                                      Cast const& cast);

/// `memories`: of those involved, each already in the order in which it is dropped from behind.
[[nodiscard]] Prompt checks_prompt(Told const& told, StoryState const& state,
                                   std::vector<Remembered> const& memories);
[[nodiscard]] Prompt outcome_prompt(Told const& told, StoryState const& state,
                                    std::vector<Remembered> const& memories,
                                    std::vector<RolledCheck> const& rolls);
/// `observed`: what the ruleset step made this character observe in this turn.
[[nodiscard]] Prompt reflection_prompt(Told const& told, Character const& character, StoryState const& state,
                                       std::string const& resolved_outcome,
                                       std::vector<Remembered> const& memories,
                                       std::vector<NewObservation> const& observed);
[[nodiscard]] Prompt narrator_prompt(Told const& told, StoryState const& state,
                                     std::string const& resolved_outcome,
                                     std::vector<ActionRecord> const& actions,
                                     std::vector<ClockEvent> const& events,
                                     std::string const& last_narration);

} // namespace artifactd::turn

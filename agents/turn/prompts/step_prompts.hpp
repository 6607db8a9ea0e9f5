// The four prompts of a turn: what each step is given, as the seed lists its inputs. Pure: the same story,
// text and moment give the same bytes, so that recorded replies match again.
#pragma once

#include "agents/turn/prompts/memory.hpp"
#include "agents/turn/prompts/prompt.hpp"
#include "agents/turn/prompts/reply_contracts.hpp"
#include "agents/turn/prompts/told_documents.hpp"
#include "agents/turn/store/snapshot.hpp"

namespace artifactd::turn {

/// Bytes of a rulebook if the ruleset has no summary
inline constexpr std::size_t longest_summary = 1500;
inline constexpr std::size_t longest_recent = 1200; ///< bytes of the last narration
/// Bytes of fired entries, separately for constant ones and others
inline constexpr std::size_t lore_budget = 16 << 10;

/// A member of mechanics_guidance as written; null if missing.
[[nodiscard]] Json guidance_member(Ruleset const& ruleset, char const* name);

/// What all prompts of a turn share.
struct Told {
  Frozen const& story;
  StateRules const& rules;
  Json user_action;              ///< {character_id, text}
  FiredLore lore;                ///< including constant entries
  std::vector<Part> rules_parts; ///< what the ruleset step and its outcome share
};
/// `documents` are borrowed.
[[nodiscard]] Told told(ToldDocuments const& documents, std::string const& text,
                        std::string const& last_narration, StoryState const& base);

/// The newest memories of everybody present, and of the persona.
[[nodiscard]] std::vector<Remembered> recent_memories(Snapshot const& position, StoryState const& state,
                                                      Cast const& cast);

/// The character's strongest memories, for its reflection.
[[nodiscard]] std::vector<Remembered> strongest_memories(Snapshot const& position,
                                                         std::string const& character_id);

/// `memories`: of the involved characters; the weakest are dropped first.
[[nodiscard]] Prompt checks_prompt(Told const& told, StoryState const& state,
                                   std::vector<Remembered> const& memories);
[[nodiscard]] Prompt outcome_prompt(Told const& told, StoryState const& state,
                                    std::vector<Remembered> const& memories,
                                    std::vector<RolledCheck> const& rolls);
/// `observed`: what the ruleset step made characters observe in this turn; the prompt has only this
/// character's.
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

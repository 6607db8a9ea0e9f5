// A story's documents as models and players see them: names in place of card macros, and profiles without
// members that are not part of the profile. Stored documents keep their macros, so that a card can be
// exported unchanged.
#pragma once

#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// The meaning of {{char}} and {{user}} in a story: the first character except the persona, and the persona.
struct SpokenNames {
  std::string character;
  std::string user;
};
[[nodiscard]] SpokenNames spoken_names(Frozen const& story);

/// In a profile and in what a character observed first, {{char}} is that character; elsewhere the first that
/// is not the persona. {{user}} is always the persona. Rulesets are unchanged: they do not come from cards.
[[nodiscard]] Frozen told_story(Frozen story);

} // namespace artifactd::turn

// The documents of a story as models and players are told them: names in place of the macros of cards, and
// profiles without what is no profile. What is stored keeps its macros, so that a card comes back as it was.
#pragma once

#include "agents/turn/story.hpp"

namespace artifactd::turn {

/// Who {{char}} and {{user}} are in the texts of a story: the first who is not the persona, and the persona.
struct SpokenNames {
  std::string character;
  std::string user;
};
[[nodiscard]] SpokenNames spoken_names(Frozen const& story);

/// In a profile {{char}} is its own character; elsewhere the first that is not the persona. {{user}} is the
/// persona everywhere. Rulesets are not touched: they belong to no card.
[[nodiscard]] Frozen told_story(Frozen story);

} // namespace artifactd::turn

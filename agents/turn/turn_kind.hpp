// `turn` signals: a player's action, or another step of a story, is played and written at once.
#pragma once

#include "state/vocabulary/finding.hpp"
#include "state/vocabulary/kind.hpp"

namespace artifactd {

/// Why a step of a story is refused. Failures that are not its author's fault (no model reachable, no budget
/// left, a full disk) leave the signal pending instead.
inline constexpr std::array turn_codes = {
    FindingCode{"turn.text", Tier::schema, "the player's text is empty, too long, not UTF-8 or has U+0000"},
    FindingCode{"turn.shape", Tier::schema, "turns/<name>.json is not a valid turn request"},
    FindingCode{"turn.no_story", Tier::semantic, "the directory has no story, or it has ended"},
    FindingCode{"turn.has_story", Tier::semantic, "the directory has a story already"},
    FindingCode{"turn.unknown", Tier::semantic, "there is no such scenario, character or scene"},
    FindingCode{"turn.id_reused", Tier::semantic, "the user_action_id belongs to another action"},
    FindingCode{"turn.stale", Tier::semantic, "the story is at another scene than the action expects"},
    FindingCode{"turn.contract", Tier::semantic, "a model kept breaking the contract of its step"},
    FindingCode{"turn.refused", Tier::semantic, "a model declined"},
    FindingCode{"turn.truncated", Tier::semantic, "a model's reply was cut short or empty"},
    FindingCode{"turn.prompt_too_large", Tier::semantic, "a prompt is larger than its model may be sent"},
    FindingCode{"turn.model_missing", Tier::semantic, "a model that stories may not choose"},
    FindingCode{"turn.model_unusable", Tier::semantic,
                "an endpoint rejects the key or the request, or a model's program cannot be started"},
    FindingCode{"turn.denied", Tier::semantic, "only the operator may ask for this"},
    FindingCode{"turn.conflict", Tier::semantic, "other turns were committed first, three times"},
    FindingCode{"turn.ruleset_mismatch", Tier::semantic,
                "the stored story does not fit its own ruleset, or the version it should take"},
};

/// These, and the codes for documents (agents/turn/content/content_codes).
[[nodiscard]] std::span<FindingCode const> all_turn_codes();

/// An agent says something in a story; the other steps are its operator's.
[[nodiscard]] std::string beyond_player(std::string_view request, std::string_view agent);

inline constexpr KindTraits turn_traits{.pace = Pace::waiting,
                                        .inputs = "turns/{0}.json",
                                        .first_file = "turns/{0}.json",
                                        .content = ", such as `{\"user_action_id\": \"a new id each time\", "
                                                   "\"text\": \"what you do\"}`",
                                        .names = {"turns"},
                                        .to_repair = "correct turns/{0}.json",
                                        .to_do = "Change {0} as described above, and submit it again.",
                                        .asks = true,
                                        .beyond_agent = beyond_player,
                                        .unchanged = "the story has this step already",
                                        .codes = all_turn_codes};
inline constexpr Kind turn_kind("turn", turn_traits);

} // namespace artifactd

// Finding codes for documents from outside: rulesets, lore, characters, scenarios, cards, lorebooks and
// chats. Invalid JSON has the codes of state/vocabulary/finding.hpp.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <array>

namespace artifactd::turn {

inline constexpr std::array content_codes = {
    FindingCode{"turn.syntax", Tier::syntax, "the text is not YAML or TOML, or a value JSON cannot hold"},
    FindingCode{"turn.image", Tier::syntax, "the PNG is damaged, too large, or has no character card in it"},
    FindingCode{"turn.archive", Tier::syntax,
                "the zip archive is damaged, too large, or has no card.json in it"},
    FindingCode{"turn.document", Tier::schema,
                "it is unclear what the document is, or a part of it is missing"},
    FindingCode{"turn.unknown_member", Tier::schema, "a member that such documents do not have"},
    FindingCode{"turn.ruleset", Tier::schema, "a part of a ruleset is missing, misplaced or not allowed"},
    FindingCode{"turn.lore", Tier::schema, "a part of a world's lore is missing, misplaced or not allowed"},
    FindingCode{"turn.character", Tier::schema, "a part of a character is missing, misplaced or not allowed"},
    FindingCode{"turn.scenario", Tier::schema, "a part of a scenario is missing, misplaced or not allowed"},
    FindingCode{"turn.card", Tier::schema, "a part of a character card is missing, misplaced or not allowed"},
    FindingCode{"turn.lorebook", Tier::schema, "a part of a lorebook is missing, misplaced or not allowed"},
    FindingCode{"turn.chat", Tier::schema, "a line of a chat cannot be read"},
    FindingCode{"turn.schema", Tier::schema,
                "a ruleset's schema does not compile, or has a keyword without effect"},
    FindingCode{"turn.stat_block", Tier::semantic, "a stat block does not match its ruleset's schema"},
    FindingCode{"turn.scene_seed", Tier::semantic, "a first scene does not match its ruleset's schema"},
    FindingCode{"turn.reference", Tier::semantic,
                "an id refers to nothing, or to something that does not fit"},
    FindingCode{"turn.draft", Tier::semantic, "something must be added before a story can use it"},
};

} // namespace artifactd::turn

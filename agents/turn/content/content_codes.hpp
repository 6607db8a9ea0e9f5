// Finding codes for documents from outside: rulesets, lore, characters, scenarios, cards, lorebooks and
// chats. Invalid JSON has the codes of state/finding.hpp.
#pragma once

#include "state/finding.hpp"

#include <array>

namespace artifactd::turn {

inline constexpr std::array content_codes = {
    FindingCode{"turn.syntax", Tier::syntax, "the text is not YAML or TOML, or a value JSON cannot hold"},
    FindingCode{"turn.image", Tier::syntax, "the PNG is damaged, too large, or has no character card in it"},
    FindingCode{"turn.archive", Tier::syntax,
                "the zip archive is damaged, too large, or has no card.json in it"},
    FindingCode{"turn.document", Tier::schema, "it cannot be told what the document is, or not all is there"},
    FindingCode{"turn.unknown_member", Tier::schema, "a member that such documents do not have"},
    FindingCode{"turn.ruleset", Tier::schema, "a part of a ruleset is missing, misplaced or not allowed"},
    FindingCode{"turn.lore", Tier::schema, "a part of a world's lore is missing, misplaced or not allowed"},
    FindingCode{"turn.character", Tier::schema, "a part of a character is missing, misplaced or not allowed"},
    FindingCode{"turn.scenario", Tier::schema, "a part of a scenario is missing, misplaced or not allowed"},
    FindingCode{"turn.card", Tier::schema, "a part of a character card is missing, misplaced or not allowed"},
    FindingCode{"turn.lorebook", Tier::schema, "a part of a lorebook is missing, misplaced or not allowed"},
    FindingCode{"turn.chat", Tier::schema, "a line of a chat cannot be read"},
    FindingCode{"turn.schema", Tier::schema,
                "a ruleset's schema does not compile, or has a keyword that judges nothing"},
    FindingCode{"turn.stat_block", Tier::semantic, "a stat block is not as its ruleset's schema has it"},
    FindingCode{"turn.scene_seed", Tier::semantic, "a first scene is not as its ruleset's schema has it"},
    FindingCode{"turn.reference", Tier::semantic, "an id leads nowhere, or to what does not fit"},
    FindingCode{"turn.draft", Tier::semantic, "no story can use it before something is added"},
};

} // namespace artifactd::turn

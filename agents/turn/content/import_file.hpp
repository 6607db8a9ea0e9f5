// Any file that may be imported, recognised by its first bytes: documents and bundles as JSON, YAML or TOML,
// cards as JSON, PNG or .charx, lorebooks, chats.
#pragma once

#include "agents/turn/content/card.hpp"
#include "agents/turn/content/chat.hpp"

namespace artifactd::turn {

struct ImportRead {
  Documents documents = {}; ///< for a lorebook: its world_lore
  bool of_lorebook = false; ///< documents has one world, whose id is made from its name
  bool foreign = false;     ///< valid, but of no known kind: its error says so
  std::optional<CardDraft> card = {};
  std::optional<Chat> chat = {};
  std::vector<Finding> findings = {}; ///< with line and column; errors first
};

/// Never fails: faults of the file are in the findings, and parts with an error are left out.
[[nodiscard]] ImportRead read_import(std::string_view file, std::string_view bytes, TakenId const& taken);

} // namespace artifactd::turn

// Any file somebody may want to bring in, told by its first bytes: documents and bundles as JSON, YAML or
// TOML, cards as JSON, PNG or .charx, lorebooks, chats.
#pragma once

#include "agents/turn/content/card.hpp"
#include "agents/turn/content/chat.hpp"

namespace artifactd::turn {

struct ImportRead {
  Documents documents;      ///< of a lorebook: its world_lore
  bool of_lorebook = false; ///< documents has one world, whose id is made of its name
  bool foreign = false;     ///< it is sound, but nothing of ours: its error says so
  std::optional<CardDraft> card;
  std::optional<Chat> chat;
  std::vector<Finding> findings; ///< located; errors first
};

/// Never fails: what is wrong with the file is in the findings, and what has an error is not among the rest.
[[nodiscard]] ImportRead read_import(std::string_view file, std::string_view bytes, TakenId const& taken);

} // namespace artifactd::turn

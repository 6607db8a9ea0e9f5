// The findings of an editor's run, for people and for programs.
#pragma once

#include "agents/edit/repair.hpp"
#include "daemon/commands/commands.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace artifactd {

/// Prints its changes, what did not help, and what remains, on stderr.
void tell_repair(Cli const& cli, editor::Repair const& repair);

/// A diff of all files that changed, from their former state.
[[nodiscard]] std::string diff_of(editor::Repair const& repair, std::vector<game::GameFile> const& before);

[[nodiscard]] nlohmann::ordered_json to_json(editor::Repair const& repair,
                                             std::vector<game::GameFile> const& before);

} // namespace artifactd

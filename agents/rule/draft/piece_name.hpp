// How a varying piece of paths is called: by its form, by the word in front of it (mission_042), by the
// folder it is in (clients/acme), or by what its values are known for.
#pragma once

#include "agents/rule/draft/path_column.hpp"

#include <span>
#include <string>

namespace artifactd::extraction {

/// Of piece `piece` of column `column`; small letters, digits and _.
[[nodiscard]] std::string name_of(std::span<PathColumn const> columns, std::size_t column, std::size_t piece);

/// A name for a rule: of the words that are constant; ^[a-z][a-z0-9_]*$.
[[nodiscard]] std::string rule_name_of(std::span<PathColumn const> columns);

/// As a rule's name has to be; empty where nothing is left.
[[nodiscard]] std::string as_name(std::string_view text);

} // namespace artifactd::extraction

// Names a varying piece of paths: by its form, by the word in front of it (mission_042), by its folder
// (clients/acme), or by what its values are known for.
#pragma once

#include "agents/rule/draft/path_column.hpp"

#include <span>
#include <string>

namespace artifactd::extraction {

/// The name of piece `piece` of column `column`: lower-case letters, digits and _.
[[nodiscard]] std::string name_of(std::span<PathColumn const> columns, std::size_t column, std::size_t piece);

/// A name for a rule, made of the constant words; ^[a-z][a-z0-9_]*$.
[[nodiscard]] std::string rule_name_of(std::span<PathColumn const> columns);

/// "Mission Data" as "mission_data", a valid name of a rule; empty if nothing is left of the text.
[[nodiscard]] std::string as_name(std::string_view text);

} // namespace artifactd::extraction

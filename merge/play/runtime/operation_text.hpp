// The texts of an operation: its name, and where it reads and writes.
#pragma once

#include "merge/game/values/value.hpp"
#include "state/json/json_member.hpp"

#include <array>
#include <string>

namespace artifactd::play {

/// The members that are paths.
inline constexpr std::array<char const*, 4> path_members = {"path", "fromPath", "toPath", "keyPath"};

/// Empty if it is missing or no text.
[[nodiscard]] inline std::string operation_text(game::Value const& op, char const* member) {
  return text_member(op, member);
}

} // namespace artifactd::play

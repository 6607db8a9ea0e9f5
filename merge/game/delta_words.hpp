// What the messages of failed operations say of values and paths.
#pragma once

#include "merge/game/value.hpp"

#include <string>
#include <string_view>

namespace artifactd::game {

/// What JavaScript's `typeof` gives: "undefined", "object" (of null and arrays too), "boolean", "number",
/// "string".
[[nodiscard]] std::string_view type_word(Value const& value) noexcept;

/// At most 200 bytes of a text, for quoting in a message; "…" stands for the rest.
[[nodiscard]] std::string abridged(std::string_view text);

} // namespace artifactd::game

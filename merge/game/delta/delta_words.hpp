// How the messages of failed operations describe values and paths.
#pragma once

#include "merge/game/values/value.hpp"

#include <string>
#include <string_view>

namespace artifactd::game {

/// The result of JavaScript's `typeof`: "undefined", "object" (also for null and arrays), "boolean",
/// "number", "string".
[[nodiscard]] std::string_view type_word(Value const& value) noexcept;

/// At most 200 bytes of a text, for quoting in a message; "…" replaces the rest.
[[nodiscard]] std::string abridged(std::string_view text);

} // namespace artifactd::game

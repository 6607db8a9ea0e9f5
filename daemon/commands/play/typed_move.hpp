// What a person types while a game is played, as a step and as a value.
#pragma once

#include "merge/play/runtime/step.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// JSON, or the text itself.
[[nodiscard]] game::Value typed_value(std::string const& text);

/// {"actionId": …, "input": {…}}, or: action name=value …
[[nodiscard]] std::optional<play::Step> typed_step(std::string const& line, std::string const& phase,
                                                   std::string const& player);

} // namespace artifactd

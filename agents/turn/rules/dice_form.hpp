// The forms of dice expressions that a ruleset allows, such as "NdM+K". N, M and K are any number; N may be
// missing, as in "d20"; "+K" may be missing or be "-K". Everything else in a form is literal: "1d20+K" allows
// only d20. Blanks and the case of other letters do not matter.
#pragma once

#include <string_view>

namespace artifactd::turn {

/// Whether `form` is valid: at least one die, no capital letters besides N, M and K, 64 bytes at most.
[[nodiscard]] bool is_dice_form(std::string_view form) noexcept;

/// Time and memory grow with form and expression, never with what the expression rolls.
[[nodiscard]] bool has_dice_form(std::string_view expression, std::string_view form);

} // namespace artifactd::turn

// The two macros of character cards, {{char}} and {{user}} (also <BOT> and <USER>), in any case. One pass: a
// name that looks like a macro is not replaced again, and all other macros are unchanged.
#pragma once

#include <string>
#include <string_view>

namespace artifactd::turn {

struct MacroNames {
  std::string_view character;
  std::string_view user;
};

[[nodiscard]] std::string with_names(std::string_view text, MacroNames const& names);

} // namespace artifactd::turn

// A text in a person's editor, in a private file of that person's own.
#pragma once

#include "daemon/commands/commands.hpp"
#include "state/result.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// What was saved; nothing where the editor failed or left it as it was, which is said on stderr. `name`: of
/// the file, for the editor to know what it is. Fault::missing without an editor.
Result<std::optional<std::string>> edited_text(Cli const& cli, std::string const& text,
                                               std::string const& name);

} // namespace artifactd

// Edits a text in a person's editor, in a private file of that person's own.
#pragma once

#include "daemon/commands/commands.hpp"
#include "state/platform/result.hpp"

#include <optional>
#include <string>

namespace artifactd {

/// The saved text; std::nullopt if the editor failed or changed nothing, which is printed on stderr. `name`:
/// the file's name, which shows the editor its type. Fault::missing without an editor.
Result<std::optional<std::string>> edited_text(Cli const& cli, std::string const& text,
                                               std::string const& name);

} // namespace artifactd

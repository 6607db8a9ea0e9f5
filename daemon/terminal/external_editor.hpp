// Opens the person's editor on files, each at a given line. The paths are absolute, so none can be mistaken
// for an option.
#pragma once

#include "state/platform/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace artifactd {

/// $VISUAL, else $EDITOR, else the first of editor, nano, vim, vi that is installed; a line of shell, as
/// these variables are. std::nullopt if there is none.
[[nodiscard]] std::optional<std::string> find_editor();

struct OpenAt {
  std::string path; ///< absolute
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The arguments that open these files in this editor: each file at its line if the editor can do that, at
/// least the first one if it takes only one line, and just the names for an unknown editor. Editors that
/// would return at once are told to wait.
[[nodiscard]] std::vector<std::string> editor_words(std::string_view editor, std::span<OpenAt const> files);

/// The statuses with which the shell reports that the program was not found or could not be started.
[[nodiscard]] constexpr bool is_no_program(int status) noexcept {
  return status == 127 || status == 126;
}

/// Runs it on this terminal and waits; returns its exit status, or 128 + the signal that ended it. Ctrl-C
/// reaches the editor only, not this process. The terminal is left as it was, even if the editor is killed.
[[nodiscard]] Result<int> run_editor(std::string const& editor, std::span<OpenAt const> files);

} // namespace artifactd

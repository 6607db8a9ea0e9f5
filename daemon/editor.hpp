// The editor a person has chosen, opened on files at the line they are about. The files are named by absolute
// paths, so that none can be taken for an option.
#pragma once

#include "state/result.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace artifactd {

/// $VISUAL, else $EDITOR, else the first of editor, nano, vim, vi that is installed; a line of shell, as
/// these variables are. Nothing when there is none of them.
[[nodiscard]] std::optional<std::string> find_editor();

struct OpenAt {
  std::string path; ///< absolute
  std::size_t line = 1;
  std::size_t column = 1;
};

/// The words this editor takes for these files: every one at its line where it can do that, the first one at
/// least where it knows only one line, and just the names where nothing is known of it. Editors that would
/// return at once are told to wait.
[[nodiscard]] std::vector<std::string> editor_words(std::string_view editor, std::span<OpenAt const> files);

/// The statuses by which the shell says that it found no such program, or could not start it.
[[nodiscard]] constexpr bool is_no_program(int status) noexcept {
  return status == 127 || status == 126;
}

/// Runs it on this terminal and waits; its exit status, 128 + signal where one ended it. Ctrl-C reaches the
/// editor and leaves this process alone.
[[nodiscard]] Result<int> run_editor(std::string const& editor, std::span<OpenAt const> files);

} // namespace artifactd

// Commands proposed to people that rename a file and replace nothing.
#pragma once

#include "state/session/session.hpp"

#include <string>
#include <string_view>

namespace artifactd {

/// Whether the session, open as `session`, has something of that name. Links are not followed.
[[nodiscard]] bool is_in_session(int session, std::string const& path);

inline constexpr unsigned most_numbers = 100; ///< tried for an unused name

/// `path` in the session, or `path-2`, `path-3`, … if that is taken; the last one that is tried may be taken.
[[nodiscard]] std::string unused_path(int session, std::string const& path);

/// `mv`, quoted for the shell. If `to` is taken meanwhile, it does nothing.
[[nodiscard]] std::string rename_command(std::string const& from, std::string const& to);

/// Fault::unsafe: something that artifactd does not replace has the name of what it writes; with the command
/// that moves it away. `meant`: what should be there, "a file" or "a directory".
[[nodiscard]] Error in_the_way(Session const& session, std::string const& path, std::string_view meant);

} // namespace artifactd

// Commands proposed to people that rename a file and replace nothing.
#pragma once

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

} // namespace artifactd

// What sessions are called in URLs: `<root name>~<base64url of the path below the root>`. An id is looked up
// among the sessions that are known; it is never made into a path.
#pragma once

#include "daemon/config/config.hpp"
#include "watchers/session_key.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// The names of the configured roots, in order: the last part of each path and, if that is the name of an
/// earlier one too, a number.
[[nodiscard]] std::vector<std::string> root_names(std::vector<RootConfig> const& roots);

/// "sessions~czE"; empty for a session below no configured root.
[[nodiscard]] std::string session_id(std::vector<RootConfig> const& roots, SessionKey const& key);

/// The id of the session with this path; empty if it is below no configured root.
[[nodiscard]] std::string id_of_path(std::vector<RootConfig> const& roots, std::string const& path);

/// The session with this id, or the one with this name if there is only one such. Fault::missing if there
/// is no such session, Fault::exists with the ids if there are several.
[[nodiscard]] Result<SessionKey> find_session(Config const& config, std::string_view id);

[[nodiscard]] std::string base64url(std::string_view bytes);

} // namespace artifactd

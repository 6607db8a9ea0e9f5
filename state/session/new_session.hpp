// Making a session's directory with the owner, group and mode that the agents and the daemon need.
#pragma once

#include "state/platform/result.hpp"

#include <string>

namespace artifactd {

/// Below a directory with set-group-ID, which shares what is in it with its group, the new directory gets
/// that group and mode, but is never writable for all; elsewhere the mode is what the umask leaves. Made by
/// root, it belongs to the owner and the group of the directory above: root's own sessions are not served if
/// others can write them. Fault::exists if the name is taken; the directory above must exist.
Result<void> make_session_directory(std::string const& path);

} // namespace artifactd

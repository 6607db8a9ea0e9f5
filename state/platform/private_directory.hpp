// artifactd's own directories, outside every session: nobody else may list them or write in them.
#pragma once

#include "state/platform/fd.hpp"

#include <string>
#include <sys/types.h>

namespace artifactd {

/// Accessible only to the owner.
inline constexpr mode_t for_owner = 0700;
/// Others may pass through to entries that have a mode of their own, such as a socket.
inline constexpr mode_t for_passing = 0711;

/// Makes the directory with this mode, and its parents with the umask's, and opens it. If it exists, is ours
/// and others may list or write in it, its mode is narrowed; permission to pass through is left alone, since
/// there may be sessions below. Made by root, it belongs to the owner of the directory above it.
/// Fault::unsafe if it belongs to somebody else and others may write in it.
Result<UniqueFd> make_private_directory(std::string const& path, mode_t mode = for_owner);

/// Whether others than its owner may list it or write in it.
[[nodiscard]] bool is_open_to_others(mode_t mode) noexcept;

/// Makes a file with mode 0600 and opens it. Made by root, it belongs to the owner of its directory: the
/// daemon whose directory that is could not open root's. The Error has EEXIST if the name is taken.
Result<UniqueFd> create_private_file(std::string const& path, int access);

/// Makes the file as create_private_file() does if it is missing. An existing file of ours is restricted to
/// be read and written by its owner alone; its content is left alone.
Result<void> make_private_file(std::string const& path);
/// The same for a file that may be missing.
Result<void> narrow_private_file(std::string const& path);
/// Fault::denied, with the command that helps, if the file belongs neither to us nor, for root, to the owner
/// of its directory. The file may be missing.
Result<void> check_private_owner(std::string const& path);

} // namespace artifactd

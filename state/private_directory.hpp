// artifactd's own directories, outside every session: nobody else lists them, and nobody else writes in them.
#pragma once

#include "state/fd.hpp"

#include <string>
#include <sys/types.h>

namespace artifactd {

/// Only its owner.
inline constexpr mode_t for_owner = 0700;
/// Others get through to what has a mode of its own, such as a socket.
inline constexpr mode_t for_passing = 0711;

/// Makes the directory with this mode, and its parents as the umask has them, and opens it. One that is there
/// and ours, but that others may list or write in, is narrowed; leave to pass through it is left as it is,
/// since sessions may stand below. Fault::unsafe for one that belongs to somebody else and lets others write.
Result<UniqueFd> make_private_directory(std::string const& path, mode_t mode = for_owner);

/// Whether others than its owner may list it or write in it.
[[nodiscard]] bool is_open_to_others(mode_t mode) noexcept;

/// Makes the file where it is missing. One that is there and ours becomes its owner's alone to read and
/// write; its content is left alone.
Result<void> make_private_file(std::string const& path);
/// The same for a file that need not be there.
Result<void> narrow_private_file(std::string const& path);

} // namespace artifactd

// Writes small files durably and atomically: a file appears whole or not at all. The temporary is in the
// session's work directory, under a name that recovery recognises and removes.
#pragma once

#include "state/platform/result.hpp"
#include "state/session/session.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace artifactd {

/// Prefix of temporaries in the work directory.
inline constexpr std::string_view write_prefix = "write.";

/// Replaces `path` (relative to the session) with `bytes`: write, fsync, rename, fsync of its directory. A
/// symlink at `path` is replaced, never followed; a directory there is an Error. The claim is not needed: if
/// another process's recovery removes the temporary, it is written again.
Result<void> replace_file(Session const& session, std::string const& path, std::string_view bytes);

/// The same, but `write` fills the new file, more than once if need be: for content too large for memory.
Result<void> replace_file_by(Session const& session, std::string const& path,
                             std::function<Result<void>(int)> const& write);

/// The same for somebody else's file: the new file gets the former's mode and access list, and its owner and
/// group if this user may assign them.
Result<void> replace_file_like(Session const& session, std::string const& path, std::string_view bytes,
                               Stamp const& former);

/// Reads a regular file of at most `limit` bytes; never blocks. Larger is Fault::too_large, other kinds
/// Fault::unsafe.
Result<std::string> read_file(int directory, std::string const& path, std::size_t limit);

/// Reads a whole open regular file from its start; may be called repeatedly. Fault::too_large and
/// Fault::unsafe as above, Fault::changed if the file is longer than its size; `path` is for messages.
Result<std::string> read_whole(int file, std::string const& path, std::size_t limit);

/// Reads the first `size` bytes of an open file; Fault::changed if it has fewer.
Result<std::string> read_start(int file, std::string const& path, std::size_t size);

/// Whether an open file begins with `bytes`; holds only a piece of it at a time.
Result<bool> begins_with(int file, std::string const& path, std::string_view bytes);

/// Writes all of `bytes` at the current position; handles short writes and EINTR.
Result<void> write_all(int fd, std::string_view bytes);
Result<void> write_all(int fd, std::span<std::string_view const> pieces);

/// Removes a name; a missing one is fine. Links on the way to it are not followed.
Result<void> remove_name(int directory, std::string const& path);

/// The same, but a directory of that name stays: it is not ours, and doctor reports it.
Result<void> remove_if_file(int directory, std::string const& name);

} // namespace artifactd

// Reads one submitted file: opened without following a link, never a pipe or a device, bounded, and read so
// that a concurrent write is noticed. A defect of the file is a Finding, a problem of this machine an Error.
#pragma once

#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"
#include "state/session/session_access.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// A finding of tier syntax about the file itself.
[[nodiscard]] Finding file_finding(std::string code, std::string file, std::string message, std::string hint);

/// A finding for errors that concern what somebody made rather than this machine; std::nullopt for the
/// others. `what` is "file" or "directory".
[[nodiscard]] std::optional<Finding> blame(Error const& error, std::string const& path,
                                           std::string_view what);

/// The error for an input, shown as `path`, that could not be read. If this user has no right to read it, no
/// mistake is counted: the error is input_denied().
[[nodiscard]] Error unreadable(Error error, std::string const& path, InputPlace const& place);

/// For an Error of looking up, opening or listing `path` below a directory: input_denied() for the outermost
/// directory on the way, or the last, that this user may not enter.
[[nodiscard]] Error not_entered(Error error, int directory, std::string const& path);

/// For a link, something other than a regular file, or a file with further names.
[[nodiscard]] std::optional<Finding> wrong_kind(Stamp const& stamp, std::string const& path);

/// Reads twice: a write through a memory map changes bytes without updating the time stamps at once.
/// Fault::changed if the file has another size than listed, or changes meanwhile. The caller has checked the
/// listed size, and compares the stamp of the name before acting on what was read: the name may have been
/// given to another file since it was listed.
Result<std::string> read_steadily(int directory, std::string const& name, Stamp const& listed);

struct InputFile {
  Stamp stamp;
  std::string bytes;
  std::optional<Finding> finding; ///< instead of bytes
};

/// Reads `name` in `directory`, shown as `path`. std::nullopt if there is none; Fault::changed if it changes
/// meanwhile.
Result<std::optional<InputFile>> read_input(int directory, std::string const& name, std::string const& path,
                                            std::uint64_t limit);

} // namespace artifactd

// One file that somebody handed in: opened without following a link, never a pipe or a device, bounded, and
// read so that a writer in the middle of it is noticed. What is wrong about the file is a Finding, trouble of
// this machine an Error.
#pragma once

#include "state/finding.hpp"
#include "state/result.hpp"
#include "state/stamp.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

/// A finding of tier syntax about a file as such.
[[nodiscard]] Finding file_finding(std::string code, std::string file, std::string message, std::string hint);

/// For errors that speak of what somebody made rather than of this machine; nothing for the others. `what` is
/// "file" or "directory".
[[nodiscard]] std::optional<Finding> blame(Error const& error, std::string const& path,
                                           std::string_view what);

/// The error of an input that could not be read. One that this user has no right to read is nobody's mistake
/// to be counted: it says "input.denied" and the command that lets the agents' group read it.
[[nodiscard]] Error unreadable(Error error, std::string const& path, std::string_view what);

/// A link, something that is no regular file, or one that has further names.
[[nodiscard]] std::optional<Finding> wrong_kind(Stamp const& stamp, std::string const& path);

/// Reads twice: a writer through a memory map changes bytes without changing any time stamp at once.
/// Fault::changed when it is not what was listed. The listed size is one the caller allows.
Result<std::string> read_steadily(int directory, std::string const& name, Stamp const& listed);

struct InputFile {
  Stamp stamp;
  std::string bytes;
  std::optional<Finding> finding; ///< instead of bytes
};

/// `name` in `directory`, shown as `path`. Nothing when there is none; Fault::changed when it moves
/// meanwhile.
Result<std::optional<InputFile>> read_input(int directory, std::string const& name, std::string const& path,
                                            std::uint64_t limit);

} // namespace artifactd

// Commands and their outcomes as messages: a length, CBOR, and the descriptors a command borrows.
#pragma once

#include "agents/child/process.hpp"
#include "state/platform/fd.hpp"

#include <cstdint>
#include <vector>

namespace artifactd {

/// A command to be sent; it refers to descriptors by their index in `descriptors`.
struct RunMessage {
  std::vector<std::uint8_t> bytes;
  std::vector<int> descriptors; ///< borrowed
};
/// Leaves out the identity and the walls: the process that runs the command chooses them.
[[nodiscard]] RunMessage encode(Command const& command);

/// Its descriptors are the given ones, still owned by the caller; its `cancel` is not set.
Result<Command> decode_command(std::vector<std::uint8_t> const& bytes,
                               std::vector<UniqueFd> const& descriptors);

/// The outcome of a command: an Error if it could not be started.
[[nodiscard]] std::vector<std::uint8_t> encode(Result<Ran> const& ran);
Result<Ran> decode_ran(std::vector<std::uint8_t> const& bytes);

} // namespace artifactd

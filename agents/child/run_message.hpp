// Commands and what became of them as messages: a length, CBOR, and the descriptors a command borrows.
#pragma once

#include "agents/child/process.hpp"
#include "state/fd.hpp"

#include <cstdint>
#include <vector>

namespace artifactd {

/// A command on its way; descriptors are named by their place in `descriptors`.
struct RunMessage {
  std::vector<std::uint8_t> bytes;
  std::vector<int> descriptors; ///< borrowed
};
/// Without an identity and walls: those are for whoever runs it to choose.
[[nodiscard]] RunMessage encode(Command const& command);

/// The descriptors in it are those given, still owned by the caller; its `cancel` is none.
Result<Command> decode_command(std::vector<std::uint8_t> const& bytes,
                               std::vector<UniqueFd> const& descriptors);

/// What became of a command: an Error when it could not be started.
[[nodiscard]] std::vector<std::uint8_t> encode(Result<Ran> const& ran);
Result<Ran> decode_ran(std::vector<std::uint8_t> const& bytes);

} // namespace artifactd

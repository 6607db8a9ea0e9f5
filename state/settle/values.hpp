// Earlier values of one agent's member, oldest first, each under the number of its generation:
// `.artifactd/values/<agent>.log`. A record is a line "<number> <bytes> <wall ns>", the value, and a line
// feed; so keeping one is a write to an existing file. Not synced: losing the last ones in a power cut costs
// a step of history, while syncing would slow down every merge. Whatever does not parse as a record ends the
// file.
#pragma once

#include "state/session/session.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct KeptValue {
  std::uint64_t number; ///< of the generation
  std::uint64_t bytes;  ///< 0: the agent had no member then
  std::int64_t kept_ns; ///< wall time
  std::uint64_t offset; ///< of the value in the file
};

/// Does nothing if the newest kept value is the same. Removes the oldest when there are several times `keep`
/// (at least 2).
Result<void> keep_value(Session const& session, Name const& agent, std::uint64_t number,
                        std::string_view value, std::size_t keep);

/// Returns at least the newest `keep`, oldest first.
Result<std::vector<KeptValue>> list_values(Session const& session, Name const& agent);

/// Fault::too_large if the value has more than `limit` bytes, Fault::changed if it is no longer where it was
/// listed.
Result<std::string> read_value(Session const& session, Name const& agent, KeptValue const& value,
                               std::uint64_t limit);

} // namespace artifactd

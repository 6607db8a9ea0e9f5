// Unpacks untrusted gzip (RFC 1952): one member or several in sequence, as the format allows. Nothing else
// may follow, not even zeros. Unpacking stops at the limit, whatever size the input claims.
#pragma once

#include "state/platform/result.hpp"
#include "state/vocabulary/finding.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct Unpacked {
  std::string text;             ///< at most `limit` bytes
  std::optional<Finding> fault; ///< if set, the text is useless; its `byte` is a position in the packed file
};

/// `path` is the name to show in the finding. Fault::exhausted if this machine lacks the memory.
Result<Unpacked> unpack_gzip(std::string_view packed, std::string_view path, std::uint64_t limit);

} // namespace artifactd

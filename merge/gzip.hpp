// Unpacks gzip (RFC 1952) that somebody else wrote. One member or several, one behind the other, as the
// format has it; nothing else may follow, zeros neither. It stops at the limit, however much a few bytes
// claim to be.
#pragma once

#include "state/finding.hpp"
#include "state/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct Unpacked {
  std::string text;             ///< at most `limit` bytes
  std::optional<Finding> fault; ///< then the text is worth nothing; its `byte` counts in the packed file
};

/// `path` is the name to show in the finding. Fault::exhausted when this machine has no memory for it.
Result<Unpacked> unpack_gzip(std::string_view packed, std::string_view path, std::uint64_t limit);

} // namespace artifactd

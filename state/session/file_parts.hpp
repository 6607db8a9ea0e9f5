// Parts of open regular files, read at an offset. What may be large is read in pieces, so that the memory
// does not grow with the file. `path` is for messages.
#pragma once

#include "state/platform/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace artifactd {

/// Up to `most` bytes from `offset`; fewer where the file ends. Once there are `enough`, it does not read
/// again.
Result<std::string> read_part(int file, std::string const& path, std::uint64_t offset, std::size_t most,
                              std::size_t enough = std::string::npos);

/// Calls `take` with `size` bytes from `offset` in pieces of at most 64 KiB; an Error of it ends the reading.
/// Fault::changed if the file ends before.
Result<void> each_piece(int file, std::string const& path, std::uint64_t offset, std::uint64_t size,
                        std::function<Result<void>(std::string_view)> const& take);

} // namespace artifactd

// One file out of a zip archive (APPNOTE 6.3), for .charx cards: stored or deflated, found through the
// central directory. Refused: zip64, encryption, several disks, two files of that name, sizes and checksums
// that are not true, and data that unpacks to far more than it is.
#pragma once

#include "state/finding.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace artifactd::turn {

[[nodiscard]] bool is_zip(std::string_view bytes) noexcept;

/// At most `limit` bytes when unpacked. `turn.archive` otherwise.
[[nodiscard]] std::expected<std::string, Finding> unpack_member(std::string_view file, std::string_view bytes,
                                                                std::string_view member, std::size_t limit);

} // namespace artifactd::turn

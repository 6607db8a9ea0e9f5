// Extracts one file from a zip archive (APPNOTE 6.3), for .charx cards: stored or deflated, found through the
// central directory. Refuses zip64, encryption, several disks, duplicate names, wrong sizes or checksums, and
// data that unpacks to far more than its packed size.
#pragma once

#include "state/vocabulary/finding.hpp"

#include <expected>
#include <string>
#include <string_view>

namespace artifactd::turn {

[[nodiscard]] bool is_zip(std::string_view bytes) noexcept;

/// At most `limit` bytes when unpacked; otherwise `turn.archive`.
[[nodiscard]] std::expected<std::string, Finding> unpack_member(std::string_view file, std::string_view bytes,
                                                                std::string_view member, std::size_t limit);

} // namespace artifactd::turn

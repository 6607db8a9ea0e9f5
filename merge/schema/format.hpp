// The JSON Schema formats that are checked: `date`, `time` and `date-time` of RFC 3339.
#pragma once

#include <string_view>

namespace artifactd {

/// The requirement that `text` does not meet: "a date as 2024-02-29". Empty if it has the format, and for a
/// format that is not checked.
[[nodiscard]] std::string_view misformatted(std::string_view format, std::string_view text);

} // namespace artifactd

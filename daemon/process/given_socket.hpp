// Listening sockets that systemd made for this process (socket activation), by the name that their unit gives
// them.
#pragma once

#include "state/platform/fd.hpp"

#include <optional>
#include <string_view>

namespace artifactd {

/// std::nullopt if there is none of that name. It is given once.
[[nodiscard]] std::optional<UniqueFd> given_socket(std::string_view name);

} // namespace artifactd

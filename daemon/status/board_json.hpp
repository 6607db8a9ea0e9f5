// The status board for programs: as `artifactctl status --json` prints it and the control socket sends it.
#pragma once

#include "daemon/status/status_board.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace artifactd {

[[nodiscard]] std::string_view backend_word(BoardRoot::Backend backend) noexcept;

[[nodiscard]] nlohmann::ordered_json to_json(Board const& board);

} // namespace artifactd

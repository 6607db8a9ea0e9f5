// Long work on a backup: it reports how far it has come, and the answer says whether to go on.
#pragma once

#include "state/vocabulary/progress.hpp"

#include <cstdint>
#include <functional>

namespace artifactd::backup {

/// False: stop. Empty: always go on.
using GoOn = std::function<bool(Progress const&)>;

[[nodiscard]] inline Progress in_mebibytes(std::string doing, std::uint64_t done, std::uint64_t of = 0) {
  return {std::move(doing), static_cast<std::size_t>(done >> 20U), static_cast<std::size_t>(of >> 20U)};
}

} // namespace artifactd::backup

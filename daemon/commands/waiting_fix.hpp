// A pending fix of a tuning run that cannot be applied as it is, because the files are not what it was made
// for: it waits for a person.
#pragma once

#include "daemon/commands/stuck.hpp"

#include <optional>

namespace artifactd {

/// Found out from the files as they stand; nothing where fixes are not applied by themselves.
[[nodiscard]] std::optional<StuckRow> waiting_fix(Config const& config, SessionKey const& key,
                                                  Session const& session);

} // namespace artifactd

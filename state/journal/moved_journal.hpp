// A journal whose sessions have moved: events and attempts are keyed by the paths of sessions.
#pragma once

#include "state/database/moved_paths.hpp"

namespace artifactd {

/// Fault::unsupported for a journal of another layout, which is left alone.
Result<void> move_journal(std::string const& path, std::vector<sqlite::PathMove> const& moves);

} // namespace artifactd

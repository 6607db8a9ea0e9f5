// What a person has to know about the work behind a signal, whatever its kind: where its files are, what they
// have to look like, and what is wrong with them now.
#pragma once

#include "daemon/config/config.hpp"
#include "daemon/terminal/external_editor.hpp"
#include "state/session/session.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <vector>

namespace artifactd {

/// The diagnosis as settling would make it; writes nothing, counts nothing.
[[nodiscard]] Result<std::vector<Finding>> judge_work(Config const& config, Session const& session,
                                                      SignalName const& signal);

[[nodiscard]] Result<std::vector<std::string>> work_requirements(Config const& config, Session const& session,
                                                                 SignalName const& signal);

/// The files that these findings name, each at its first fault. If they name none: every file of the work or,
/// if it has none, the one to begin with. Their paths are relative to the session, and some may not exist.
[[nodiscard]] Result<std::vector<OpenAt>> places_to_edit(Session const& session, SignalName const& signal,
                                                         std::vector<Finding> const& findings);

} // namespace artifactd

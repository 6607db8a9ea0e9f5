// The names that a person can give for sessions, signals, agents and plays, for completing what is typed.
// Only directories are read, with the rights of the caller and without entering a session, since that could
// change it. What cannot be listed has no names.
#pragma once

#include "daemon/config/config.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct KnownName {
  std::string name;
  std::string_view says; ///< what it is: "refused"
};

/// Of the sessions below the configured roots, in order, each once; without names that are not safe to print.
[[nodiscard]] std::vector<KnownName> known_sessions(Config const& config);

/// NAME[.KIND] of the signals in a session, the refused ones first, then the pending ones; and its agents.
[[nodiscard]] std::vector<KnownName> known_signals(Config const& config, std::string const& session);

/// The agents of a session, those whose work was refused or is pending first.
[[nodiscard]] std::vector<KnownName> known_agents(Config const& config, std::string const& session);

/// The plays recorded in a session, in order.
[[nodiscard]] std::vector<KnownName> known_plays(Config const& config, std::string const& session);

} // namespace artifactd

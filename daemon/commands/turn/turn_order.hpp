// How the command line gets a step of a story done: like everybody else, by a request and a signal. A daemon
// that serves the session does it; without one, or once it has ended, this process.
#pragma once

#include "daemon/commands/inbox/intervene.hpp"
#include "daemon/commands/turn/step_done.hpp"
#include "daemon/commands/turn/submitted_step.hpp"

#include <functional>

namespace artifactd {

/// Asked while a step is waited for, about twenty times a second; false ends the wait. Empty: go on.
using WaitOn = std::function<bool()>;

/// `request` is the content of turns/<name>.json; without a user_action_id it gets a random one. If the
/// same request is pending already, continues that. Waits at most `patience`. Makes the directory of a
/// branch, and removes it if the branch is refused.
[[nodiscard]] Result<StepDone> do_step(Cli const& cli, Config const& config, std::string const& session,
                                       Json& request, Duration patience, OnStep const& on_step,
                                       WaitOn const& wait_on = {});

/// Continues a step whose signal already exists.
[[nodiscard]] Result<StepDone> go_on(Cli const& cli, Case const& chosen, Duration patience,
                                     OnStep const& on_step, WaitOn const& wait_on = {});

/// Clears up what a process left that was killed when it had carried out a step, unless a daemon serves the
/// session.
[[nodiscard]] Result<void> clear_up(Config const& config, std::string const& session);

} // namespace artifactd

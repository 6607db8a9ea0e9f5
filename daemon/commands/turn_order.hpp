// How the command line has a step of a story done: as everybody has, by a request and a signal. A daemon that
// serves the session does it; where none does, this process.
#pragma once

#include "daemon/commands/intervene.hpp"
#include "state/json_text.hpp"

#include <functional>

namespace artifactd {

/// Something that happened on the way: resolving, rolled, acts, narrating; and its text.
using OnStep = std::function<void(std::string const& what, std::string const& text)>;

struct StepDone {
  Exit exit = Exit::ok;
  Json result = nullptr;           ///< of a step that was done
  std::vector<Finding> findings{}; ///< of one that was refused: nothing of it is left in the session
  std::string signal{};            ///< its file, while it is pending
  std::string pending{};           ///< why it still waits; then the signal stays
};

/// The session with the signal of this request. A random user_action_id is put into one that has none.
[[nodiscard]] Result<Case> turn_case(Config const& config, std::string const& session, Json& request);

/// `request` is what turns/<name>.json holds. Waits at most `patience`. Makes
/// the directory of a branch, and removes it if the branch is refused.
[[nodiscard]] Result<StepDone> do_step(Cli const& cli, Case const& chosen, Json const& request,
                                       Duration patience, OnStep const& on_step);

/// Goes on with a step whose signal is there already.
[[nodiscard]] Result<StepDone> go_on(Cli const& cli, Case const& chosen, Duration patience,
                                     OnStep const& on_step);

/// Why the step still waits, and what becomes of it.
[[nodiscard]] std::string pending_text(StepDone const& done);

/// The exit code of a refusal or a pending step with this code.
[[nodiscard]] Exit exit_of_turn(std::string_view code) noexcept;

} // namespace artifactd

// How a step of a story ended, and what the command line says about it.
#pragma once

#include "daemon/commands/commands.hpp"
#include "state/json/json_text.hpp"
#include "state/vocabulary/finding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct StepDone {
  Exit exit = Exit::ok;
  Json result = nullptr;           ///< of a completed step
  std::vector<Finding> findings{}; ///< of a refused one: it leaves nothing in the session
  std::string signal{};            ///< its file, while it is pending
  std::string pending{};           ///< why it still waits; the signal then remains
  std::string id{};                ///< of a pending one: the user_action_id under which it goes on
  std::string advice{};            ///< what else a person can do about a pending one
};

/// On stderr: what is wrong with a refused step, and why a pending one still waits and what happens to it.
void tell_end(Cli const& cli, StepDone const& done);

/// The result of a completed step; of another: {version, do, user_action_id, findings, pending}.
[[nodiscard]] Json to_json(StepDone const& done, Json const& request);

/// The exit code of a refusal or a pending step with this code.
[[nodiscard]] Exit exit_of_turn(std::string_view code) noexcept;

} // namespace artifactd

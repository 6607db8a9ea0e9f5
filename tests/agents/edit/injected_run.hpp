// An edit whose model, or whose artifacts, mean ill: what it came to, and everything that differs afterwards.
#pragma once

#include "tests/support/answering_model.hpp"
#include "tests/support/game_session.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::test {

using InjectedJson = nlohmann::ordered_json;

/// A plan with one change of that fragment, which resolves all errors; `more` are members of the change.
[[nodiscard]] std::string planned(std::string const& address, InjectedJson const& more = {});
/// A reply with this fragment; a string stands as it is.
[[nodiscard]] std::string written(InjectedJson const& fragment);

struct Injected {
  std::string end;                 ///< of the run, or the word of its fault
  std::vector<std::string> parts;  ///< addresses of fragments that differ
  std::vector<std::string> strays; ///< files that differ, came or went, and are neither artifacts nor a run's
  std::vector<std::string> errors; ///< of the game as it stands
  bool guarded = false;            ///< it was published without errors, or every byte is as it was
  std::vector<model::Request> asked;
};

/// Edits what was put in the session. Plans are answered with `plan`, all other questions with `fragment`.
[[nodiscard]] Injected edit_injected(GameSession& dir, std::string const& plan, std::string const& fragment,
                                     std::vector<std::string> reported = {});

} // namespace artifactd::test

// An edit whose model or artifacts are malicious: its outcome, and everything that differs afterwards.
#pragma once

#include "tests/support/answering_model.hpp"
#include "tests/support/game_session.hpp"

#include <nlohmann/json.hpp>

namespace artifactd::test {

using InjectedJson = nlohmann::ordered_json;

/// A plan with one change of the fragment at `address` that resolves all errors; `more` adds members to the
/// change.
[[nodiscard]] std::string planned(std::string const& address, InjectedJson const& more = {});
/// A reply with this fragment; a string is used verbatim.
[[nodiscard]] std::string written(InjectedJson const& fragment);

struct Injected {
  std::string end;                ///< of the run, or its fault's word
  std::vector<std::string> parts; ///< addresses of fragments that differ
  /// Files that differ, appeared or disappeared, and are neither artifacts nor the run's own.
  std::vector<std::string> strays;
  std::vector<std::string> errors; ///< of the game as it is now
  bool guarded = false;            ///< it was published without errors, or every byte is as it was
  std::vector<model::Request> asked;
};

/// Edits what was put in the session. The model answers plan requests with `plan`, all others with
/// `fragment`.
[[nodiscard]] Injected edit_injected(GameSession& dir, std::string const& plan, std::string const& fragment,
                                     std::vector<std::string> reported = {});

} // namespace artifactd::test

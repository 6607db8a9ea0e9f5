// The configuration, as policies for settling.
#pragma once

#include "agents/child/sandbox.hpp"
#include "agents/common/reinvoke.hpp"
#include "agents/edit/edit_run.hpp"
#include "agents/state/fixing.hpp"
#include "agents/state/state_policy.hpp"
#include "daemon/config/config.hpp"
#include "daemon/model/counted_source.hpp"
#include "merge/kg/kg_work.hpp"
#include "state/journal/journal.hpp"
#include "watchers/session_key.hpp"

namespace artifactd {

/// Holds copies: the configuration need not outlive it.
struct Policies {
  KindList served;
  /// Whether the session is below one of the roots, at its depth.
  std::function<bool(SessionKey const&)> includes;
  KgPolicy kg;
  StatePolicy state;
  std::function<FixPolicy(std::string const& root)> fixes; ///< of the sessions below a root
  RefusalPolicy refusal;                                   ///< without a count, which is the journal's
  std::function<std::optional<ReinvokeRule>(SignalName const&)>
      reinvoke_rule;                                       ///< std::nullopt: do not run it again
  std::function<editor::Engine(SignalName const&)> editor; ///< what tries to repair refused work
  /// Whether what is almost JSON is turned into JSON
  std::function<bool(SignalName const&)> repairs;
  editor::EditPolicy edit = {};
  turn::TurnPolicy turn = {};
  report::ReportPolicy report = {};
  bool any_taken_up = false; ///< some agent has a command, or the editor
  Runner runner;
  SandboxSettings sandbox;
  std::size_t runs_at_once = 4;
  std::size_t idle_memory = 0; ///< bytes of buffers that are kept for the next graphs
};

/// `observe` is called after each call of a model.
[[nodiscard]] Policies policies(Config const& config, CallObserver const& observe = {});

/// The same policy, with the session's refusals counted in the journal; null: unchanged.
[[nodiscard]] RefusalPolicy counted(RefusalPolicy policy, Journal* journal, Session const& session);

[[nodiscard]] FixPolicy fix_policy(Config const& config, std::string const& root);

[[nodiscard]] DrivePolicy drive_policy(Config const& config, std::string const& root);

/// Whether the session is below one of the roots, at its depth.
[[nodiscard]] bool is_served(Config const& config, SessionKey const& key);

[[nodiscard]] KgPolicy kg_policy(Config const& config);

[[nodiscard]] turn::TurnPolicy turn_policy(Config const& config);

[[nodiscard]] report::ReportPolicy report_policy(Config const& config);

} // namespace artifactd

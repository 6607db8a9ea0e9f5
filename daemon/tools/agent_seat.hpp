// One agent in one session: the only ones that its tools and resources can reach.
#pragma once

#include "daemon/interventions/case.hpp"
#include "state/platform/clock.hpp"
#include "state/platform/stamp.hpp"

#include <mutex>
#include <set>

namespace artifactd {

class AgentSeat {
public:
  /// Clients give up after a minute.
  static constexpr Duration longest_wait = std::chrono::seconds(45);

  /// Fault::missing if there is no such session, Fault::invalid if no agent can have that name. `wait`: of
  /// one call of a tool.
  static Result<AgentSeat> find(Config const& config, std::string const& session, std::string const& agent,
                                Duration wait = longest_wait);

  AgentSeat(AgentSeat&& other) noexcept
      : session_(std::move(other.session_)), directory_(other.directory_), agent_(std::move(other.agent_)),
        wait_(other.wait_) {}

  [[nodiscard]] std::string const& session() const noexcept { return session_; } ///< its path
  [[nodiscard]] Name const& agent() const noexcept { return agent_; }
  [[nodiscard]] Duration wait() const noexcept { return wait_; }

  /// Enters the session on this thread. Fault::changed if another directory has taken its place.
  [[nodiscard]] Result<NamedSession> enter(Config const& config) const;
  /// False if another directory has the session's name now.
  [[nodiscard]] bool is_in_place(Config const& config) const;

  /// The agent's signal of the kind with this word; "" is the usual one. Fault::invalid for kinds that an
  /// agent cannot submit here: documents belong to no single agent, and signals without files decide
  /// something that people decide.
  [[nodiscard]] Result<SignalName> own_signal(Config const& config, std::string const& kind) const;

  /// A signal that may be waited for: the agent's, or one that a tool has made meanwhile.
  [[nodiscard]] Result<SignalName> awaited_signal(Config const& config, std::string const& word) const;
  void remember(SignalName const& made) const;

private:
  AgentSeat(std::string session, Stamp const& directory, Name agent, Duration wait)
      : session_(std::move(session)), directory_(directory), agent_(std::move(agent)), wait_(wait) {}

  std::string session_;
  Stamp directory_;
  Name agent_;
  Duration wait_;
  mutable std::mutex mutex_ = {};
  mutable std::set<SignalName> made_ = {}; ///< guarded by mutex_
};

/// The words of the kinds that an agent can submit.
[[nodiscard]] std::vector<std::string> submitted_kinds(Kinds const& served);

} // namespace artifactd

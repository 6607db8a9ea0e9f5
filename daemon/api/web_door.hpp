// The core's end of the web: a socket for the web process alone, and that process as a child if no unit
// starts it. Questions are answered on threads of their own, so that the loop never waits. Used on the loop's
// thread.
#pragma once

#include "daemon/api/agent_seats.hpp"
#include "daemon/api/checks_at_once.hpp"
#include "daemon/api/done_actions.hpp"
#include "daemon/config/config.hpp"
#include "daemon/control/control_desk.hpp"
#include "daemon/model/service_child.hpp"
#include "daemon/queries/graph_versions.hpp"
#include "state/journal/journal.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace artifactd {

class WebDoor {
public:
  /// Logs a socket that cannot be made; then the web is not served. `desk` serves the socket.
  WebDoor(Loop& loop, Config const& config, ConfigSource source, Journal& journal, ControlDesk& desk,
          std::function<std::string()> metrics);

  WebDoor(WebDoor const&) = delete;
  WebDoor& operator=(WebDoor const&) = delete;
  /// Nothing that waits for an event waits any longer.
  ~WebDoor();

  void reload(Config const& config);

  /// Why the web process that the daemon starts itself does not serve; empty: it serves, or none is wanted.
  [[nodiscard]] std::string const& trouble() const noexcept { return trouble_; }

private:
  [[nodiscard]] Result<ControlSocket> socket() const;
  [[nodiscard]] ControlAsks asks();
  [[nodiscard]] Result<ControlReply> request(ControlRequest const& request);
  [[nodiscard]] ControlReply events(ControlRequest const& request) const;
  [[nodiscard]] ControlReply tokens(ControlRequest const& request) const;
  void start();
  void left();
  void start_later(std::string why);

  Loop& loop_;
  std::shared_ptr<Config const> config_;
  ConfigSource source_;
  Journal& journal_;
  std::function<std::string()> metrics_;
  std::shared_ptr<DoneActions> done_ = std::make_shared<DoneActions>();
  std::shared_ptr<ChecksAtOnce> checks_ = std::make_shared<ChecksAtOnce>();
  std::shared_ptr<KnownEntries> known_ = std::make_shared<KnownEntries>();
  std::shared_ptr<AgentSeats> seats_ = std::make_shared<AgentSeats>();
  Loop::Timer start_again_;
  Duration pause_;
  Loop::Timer lasts_; ///< until a process that was started counts as one that serves
  std::string trouble_;
  std::optional<ServiceChild> child_ = {};
  std::optional<Loop::Watch> child_ends_ = {};
};

} // namespace artifactd

// Where agents that came over HTTP act: one seat for each token, with what its tools have made, and the tools
// themselves. Thread-safe.
#pragma once

#include "daemon/api/token_book.hpp"
#include "daemon/tools/agent_desk.hpp"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace artifactd {

class AgentSeats {
public:
  static constexpr std::size_t most = 256; ///< the oldest are forgotten

  /// Of a token of scope agent. Fault::missing if its session is gone.
  [[nodiscard]] Result<std::shared_ptr<AgentSeat const>> seat(Config const& config, WebToken const& token);
  /// What its tools have made is forgotten.
  void give_up(WebToken const& token);

  [[nodiscard]] AgentDesk const& desk(Kinds const& served);

  /// The process ends.
  void leave() noexcept { left_ = true; }
  [[nodiscard]] bool left() const noexcept { return left_; }

private:
  [[nodiscard]] std::shared_ptr<AgentSeat const> known(std::string const& key);

  std::mutex mutex_;
  std::deque<std::pair<std::string, std::shared_ptr<AgentSeat const>>> seats_; ///< guarded by mutex_
  std::optional<AgentDesk> desk_;                                              ///< likewise; set once
  std::atomic<bool> left_ = false;
};

} // namespace artifactd

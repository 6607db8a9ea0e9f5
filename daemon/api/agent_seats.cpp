#include "daemon/api/agent_seats.hpp"

#include <algorithm>

namespace artifactd {

namespace {

/// Another token may get the name of a former one.
std::string key_of(WebToken const& token) {
  return token.hash + "\n" + token.session + "\n" + token.agent;
}

} // namespace

Result<std::shared_ptr<AgentSeat const>> AgentSeats::seat(Config const& config, WebToken const& token) {
  auto const key = key_of(token);
  if (auto const seat = known(key); seat && seat->is_in_place(config)) return seat;
  give_up(token); // its session's directory was replaced
  auto made = std::make_shared<AgentSeat const>(TRY(AgentSeat::find(config, token.session, token.agent)));
  std::lock_guard const lock(mutex_);
  seats_.emplace_back(key, made);
  if (seats_.size() > most) seats_.pop_front();
  return made;
}

std::shared_ptr<AgentSeat const> AgentSeats::known(std::string const& key) {
  std::lock_guard const lock(mutex_);
  auto const found = std::ranges::find(seats_, key, [](auto const& each) { return each.first; });
  return found == seats_.end() ? nullptr : found->second;
}

void AgentSeats::give_up(WebToken const& token) {
  std::lock_guard const lock(mutex_);
  std::erase_if(seats_, [key = key_of(token)](auto const& each) { return each.first == key; });
}

AgentDesk const& AgentSeats::desk(Kinds const& served) {
  std::lock_guard const lock(mutex_);
  if (!desk_) desk_.emplace(served);
  return *desk_;
}

} // namespace artifactd

#include "daemon/tools/agent_seat.hpp"

#include "state/vocabulary/kind_inputs.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

std::vector<std::string> submitted_kinds(Kinds const& served) {
  std::vector<std::string> words;
  for (auto const& kind : served)
    if (is_agents_work(kind)) words.emplace_back(kind.word());
  return words;
}

Result<AgentSeat> AgentSeat::find(Config const& config, std::string const& session, std::string const& agent,
                                  Duration wait) {
  auto name = TRY(agent_argument(agent));
  if (auto const kind = config.served.kinds.find(Kind::default_word)) TRY(allowed_name({name, *kind}));
  auto path = TRY(session_path(config, session));
  auto const directory = TRY(session_argument(config, path)).session.stamp();
  return AgentSeat(std::move(path), directory, std::move(name), wait);
}

Result<NamedSession> AgentSeat::enter(Config const& config) const {
  auto named = TRY(session_argument(config, session_));
  if (same_file(named.session.stamp(), directory_)) return named;
  return fail(Fault::changed, fmt::format("{} is another directory now: connect again", printable(session_)));
}

bool AgentSeat::is_in_place(Config const& config) const {
  auto const entered = enter(config);
  return entered || entered.error().fault != Fault::changed;
}

Result<SignalName> AgentSeat::own_signal(Config const& config, std::string const& kind) const {
  auto const& served = config.served.kinds;
  auto const found = served.find(kind.empty() ? Kind::default_word : std::string_view(kind));
  if (found && is_agents_work(*found)) return SignalName{agent_, *found};
  return fail(Fault::invalid, fmt::format("{} is not a kind that an agent can submit here; the kinds are {}",
                                          printable(kind), fmt::join(submitted_kinds(served), ", ")));
}

Result<SignalName> AgentSeat::awaited_signal(Config const& config, std::string const& word) const {
  auto signal = TRY(parse_signal_argument(config.served.kinds, word));
  if (signal.name == agent_ && is_agents_work(signal.kind)) return signal;
  std::scoped_lock const lock(mutex_);
  if (made_.contains(signal)) return signal;
  return fail(Fault::invalid, fmt::format("{} is neither a signal of {} nor one that was made here",
                                          signal_word(signal), agent_.str()));
}

void AgentSeat::remember(SignalName const& made) const {
  std::scoped_lock const lock(mutex_);
  made_.insert(made);
}

} // namespace artifactd

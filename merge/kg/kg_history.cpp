#include "merge/kg/kg_history.hpp"

#include "merge/kg/kg_kind.hpp"
#include "merge/kg/recovery.hpp"
#include "merge/kg/restorable.hpp"
#include "state/json/scan.hpp"
#include "state/platform/digest.hpp"
#include "state/session/session_layout.hpp"
#include "state/session/steady_read.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/values.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

namespace {

Result<void> check_place(Session const& session, Place const& place, KgPolicy const& policy) {
  if (!is_in_the_way(place)) return {};
  return fail(Fault::exists, fmt::format("graph.damaged: {} {}. {}", place.path, no_graph_file,
                                         to_sentence(cure_of_damage(session, place, policy.graph))));
}

/// The agent's member in the current graph; std::nullopt if it has none or there is no graph.
Result<std::optional<std::string>> present_value(Session const& session, Name const& agent,
                                                 KgPolicy const& policy) {
  BufferPool pool;
  auto edition = read_graph(session, policy.side, policy.graph.bytes, pool);
  if (!edition && edition.error().fault == Fault::missing) return std::nullopt;
  if (!edition && edition.error().fault == Fault::unsafe)
    TRY(check_place(session, TRY(locate_graph(session, policy.side)), policy));
  if (!edition) return fail(std::move(edition).error());
  auto document = json::scan(edition->bytes.view(), {.depth = policy.graph.depth});
  if (!document || document->type != json::Type::object) {
    auto const place = TRY(locate_graph(session, policy.side));
    return fail(Fault::invalid, fmt::format("graph.damaged: {} is not a JSON object. {}", place.path,
                                            to_sentence(cure_of_damage(session, place, policy.graph))));
  }
  auto member = GraphDraft(edition->bytes.view(), *document).base_member(agent.str());
  if (!member) return std::nullopt;
  return std::string(*member);
}

/// A kept value that may be published: absent (empty), or one valid JSON text. Kept files are hostile input.
bool publishable(std::string_view value, KgPolicy const& policy) {
  return value.empty() || json::scan(value, {.depth = policy.graph.depth - 1}).has_value();
}

struct Chosen {
  std::uint64_t number;
  std::string value;
  bool is_new = false; ///< it differs from the present value
};

Result<Chosen> choose_value(Session const& session, Name const& agent, std::optional<std::uint64_t> to,
                            std::string const& present, KgPolicy const& policy) {
  auto values = TRY(list_values(session, agent));
  for (auto const& kept : values | std::views::reverse) {
    if (to && kept.number != *to) continue;
    auto value = TRY(read_value(session, agent, kept, policy.graph.bytes));
    if (!to && value == present) continue;
    if (!publishable(value, policy))
      return fail(Fault::invalid, fmt::format("the value kept as generation {} is damaged", kept.number));
    return Chosen{kept.number, std::move(value)};
  }
  if (to)
    return fail(
        Fault::missing,
        fmt::format("no value of {} is kept for generation {}; see artifactctl history", agent.str(), *to));
  return fail(Fault::missing, fmt::format("no earlier value of {} is kept", agent.str()));
}

WentBack went_back(Restorable const& chosen) {
  return {chosen.number, true, std::nullopt, chosen.again.put, chosen.again.gone, chosen.undoes};
}

Result<void> check_allowed(Session const& session, Name const& agent, KgPolicy const& policy) {
  if (TRY(rules_for(agent, policy)).strategy == Strategy::append)
    return fail(
        Fault::exists,
        fmt::format("{} appends: its entries are mixed with everyone's, and later work may refer to them; "
                    "to restore the whole graph: artifactctl restore {} --to GENERATION",
                    agent.str(), session.shown()));
  SignalName signal{agent, kg_kind};
  if (sight(session, signal))
    return fail(
        Fault::busy,
        fmt::format("{} is pending: it would be merged again after the rollback; remove the signal first",
                    layout::signal(signal)));
  return {};
}

Result<AgentHistory> history_now(Session const& session, Name const& agent, KgPolicy const& policy) {
  AgentHistory history;
  auto present = TRY(present_value(session, agent, policy));
  if (present) history.now = PastValue{0, 0, present->size(), Digest().add(*present).hex(), true};
  auto values = TRY(list_values(session, agent));
  for (auto const& kept : values | std::views::reverse) {
    auto value = TRY(read_value(session, agent, kept, policy.graph.bytes));
    history.past.push_back({kept.number, kept.kept_ns, value.size(),
                            value.empty() ? "" : Digest().add(value).hex(), present == value});
  }
  return history;
}

} // namespace

Result<AgentHistory> agent_history(Session const& session, Name const& agent, KgPolicy const& policy) {
  return read_until_steady([&] { return history_now(session, agent, policy); });
}

Result<WentBack> rollback_agent(Session const& session, Name const& agent, std::optional<std::uint64_t> to,
                                KgPolicy const& policy, BufferPool& pool, StaleWatch& watch, DryRun dry) {
  TRY(check_allowed(session, agent, policy));
  auto const choose = [&]() -> Result<Chosen> {
    auto const present = TRY(present_value(session, agent, policy));
    auto chosen = TRY(choose_value(session, agent, to, present.value_or(""), policy));
    chosen.is_new = chosen.value != present.value_or("");
    return chosen;
  };
  if (dry == DryRun::yes) {
    auto const chosen = TRY(choose());
    return WentBack{chosen.number, chosen.is_new, std::nullopt};
  }
  auto claim = TRY(Claim::take(session));
  auto place = TRY(prepare_graph_place(session, policy.side));
  TRY(recover_kg(claim, session, place, policy, pool, watch));
  TRY(check_allowed(session, agent, policy));
  auto lock = TRY(GraphLock::take(claim, session, watch, policy.locking));
  auto const chosen = TRY(choose()); // of what nobody changes any more
  auto const edit = [&](GraphDraft& draft) -> Result<void> {
    if (chosen.value.empty())
      draft.remove(agent.str());
    else
      draft.set(agent.str(), {chosen.value});
    return {};
  };
  auto rewritten =
      TRY(rewrite_graph(lock, {session, place, policy.graph, pool}, edit, {.origin = Origin::replaced}));
  return WentBack{chosen.number, rewritten.changed,
                  TRY(keep_history(session, rewritten.replaced, policy.history))};
}

Result<WentBack> restore_graph(Session const& session, std::optional<std::uint64_t> to,
                               KgPolicy const& policy, BufferPool& pool, StaleWatch& watch, DryRun dry,
                               OnProgress const& on_progress) {
  constexpr std::size_t steps = 3;
  tell_progress(on_progress, {"restore: reading generations", 0, steps});
  if (dry == DryRun::yes) {
    auto place = TRY(locate_graph(session, policy.side));
    TRY(check_place(session, place, policy));
    return went_back(TRY(restorable_graph(session, place, to, policy.graph, pool)));
  }
  auto claim = TRY(Claim::take(session));
  auto place = TRY(prepare_graph_place(session, policy.side));
  TRY(check_place(session, place, policy));
  TRY(recover_kg(claim, session, place, policy, pool, watch));
  auto lock = TRY(GraphLock::take(claim, session, watch, policy.locking));
  auto chosen = TRY(restorable_graph(session, place, to, policy.graph, pool));
  tell_progress(on_progress, {"restore: writing the graph", 1, steps});
  auto rewritten = TRY(replace_graph(lock, {session, place, policy.graph, pool}, chosen.text));
  auto back = went_back(chosen);
  back.changed = rewritten.changed;
  tell_progress(on_progress, {"restore: keeping what was replaced", 2, steps});
  back.generation = TRY(keep_history(session, rewritten.replaced, policy.history, chosen.number));
  tell_progress(on_progress, {"restore", steps, steps});
  return back;
}

} // namespace artifactd

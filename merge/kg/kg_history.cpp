#include "merge/kg/kg_history.hpp"

#include "merge/kg/kg_kind.hpp"
#include "merge/kg/log_position.hpp"
#include "merge/kg/publication.hpp"
#include "merge/kg/recovery.hpp"
#include "state/digest.hpp"
#include "state/json/scan.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/redo.hpp"
#include "state/settle/values.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

namespace {

/// The agent's member in the graph as it stands; nothing when it has none or there is no graph.
Result<std::optional<std::string>> present_value(Session const& session, Name const& agent,
                                                 KgPolicy const& policy) {
  BufferPool pool;
  auto edition = read_graph(session, policy.side, policy.graph.bytes, pool);
  if (!edition && edition.error().fault == Fault::missing) return std::nullopt;
  if (!edition) return fail(std::move(edition).error());
  auto document = json::scan(edition->bytes.view(), {.depth = policy.graph.depth});
  if (!document || document->type != json::Type::object)
    return fail(Fault::invalid, fmt::format("graph.damaged: the graph is not a JSON object; "
                                            "artifactctl restore {}",
                                            session.shown()));
  auto member = GraphDraft(edition->bytes.view(), *document).base_member(agent.str());
  if (!member) return std::nullopt;
  return std::string(*member);
}

/// A kept value that may be published: absent (empty), or one sound JSON text. Kept files are hostile input.
bool publishable(std::string_view value, KgPolicy const& policy) {
  return value.empty() || json::scan(value, {.depth = policy.graph.depth - 1}).has_value();
}

struct Chosen {
  std::uint64_t number;
  std::string value;
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

struct Found {
  Generation generation;
  std::string text;
};

constexpr std::string_view empty_graph = "{}\n";

/// The first graph had none before it; what was published since can be put in an empty one.
std::optional<Found> before_the_first(std::vector<Redo> const& recorded) {
  auto from_the_start = [](Redo const& each) { return !each.base; };
  if (std::ranges::none_of(recorded, from_the_start)) return std::nullopt;
  return Found{Generation{}, std::string(empty_graph)};
}

Result<Found> choose_generation(Session const& session, std::optional<std::uint64_t> to,
                                std::vector<Redo> const& recorded, KgPolicy const& policy, BufferPool& pool) {
  if (to == 0U)
    return fail(Fault::missing,
                "before generation 1 there was no graph to go back to; an agent's member can go: "
                "artifactctl rollback SESSION AGENT --to 0");
  auto generations = TRY(list_generations(session));
  std::ranges::reverse(generations);
  auto directory = UniqueFd();
  if (!generations.empty()) directory = TRY(session.private_directory(layout::generations));
  for (auto const& generation : generations) {
    if (to && generation.number != *to) continue;
    auto edition = read_edition(directory.get(), generation.name, policy.graph.bytes, pool);
    auto planted =
        !edition && (edition.error().fault == Fault::unsafe || edition.error().fault == Fault::too_large);
    if (planted && !to) continue;
    if (!edition) return fail(std::move(edition).error());
    auto document = json::scan(edition->bytes.view(), {.depth = policy.graph.depth});
    if (document && document->type == json::Type::object)
      return Found{generation, std::string(edition->bytes.view())};
    if (to) return fail(Fault::invalid, fmt::format("generation {} is not a sound graph", *to));
  }
  if (to) return fail(Fault::missing, fmt::format("generation {} is not kept", *to));
  if (auto first = before_the_first(recorded)) return *std::move(first);
  return fail(Fault::missing, generations.empty() ? "no generation of the graph is kept"
                                                  : "none of the kept generations is a sound graph");
}

/// Whether another program damaged or replaced what was published last.
Result<bool> differs(Place const& place, std::vector<Redo> const& recorded) {
  auto last = std::ranges::find_if(recorded | std::views::reverse,
                                   [](Redo const& each) { return each.what != Redo::What::seen; });
  if (last == recorded.rend()) return false;
  auto standing = stamp_at(place.directory.get(), place.name);
  if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
  return !standing || !same_version(*standing, last->version);
}

/// What was published when `generation` had been replaced, and not taken back by a person's restore. Where
/// that moment is not known (another program's version), from somewhat before: what it has is not put in.
std::vector<Redo const*> published_behind(Generation const& generation, std::vector<Redo> const& recorded) {
  constexpr std::int64_t before_ns = 60'000'000'000;
  auto is_base = [&](Redo const& each) {
    return each.base && each.base->inode == generation.inode &&
           each.base->modified_ns == generation.modified_ns && each.base->size == generation.size;
  };
  auto first = std::ranges::find_if(recorded, is_base);
  if (first == recorded.end())
    first = std::ranges::find_if(
        recorded, [&](Redo const& each) { return each.at_ns >= generation.modified_ns - before_ns; });
  std::vector<Redo const*> behind;
  for (; first != recorded.end(); ++first) {
    behind.push_back(&*first);
    if (first->what == Redo::What::restored) behind.clear();
  }
  return behind;
}

struct Restorable {
  Found found;
  PutAgain again;
};

Result<Restorable> choose_graph(Session const& session, Place const& place, std::optional<std::uint64_t> to,
                                KgPolicy const& policy, BufferPool& pool) {
  auto recorded = TRY(read_redo(session));
  Restorable chosen{TRY(choose_generation(session, to, recorded, policy, pool)), {}};
  if (to || !TRY(differs(place, recorded))) return chosen;
  auto document = json::scan(chosen.found.text, {.depth = policy.graph.depth});
  if (!document) return chosen;
  GraphDraft draft(chosen.found.text, *document);
  auto behind = published_behind(chosen.found.generation, recorded);
  chosen.again = put_again(draft, behind, behind, {policy.graph.bytes, policy.graph.depth});
  auto text = flatten(draft.pieces());
  if (!json::scan(text, {.depth = policy.graph.depth}))
    return fail(Fault::invalid, "what was published behind the newest sound generation does not make a graph "
                                "with it; name a generation: artifactctl restore SESSION --to GENERATION");
  chosen.found.text = std::move(text);
  return chosen;
}

WentBack went_back(Restorable const& chosen) {
  return {chosen.found.generation.number, true, std::nullopt, chosen.again.put, chosen.again.gone};
}

Result<void> check_allowed(Session const& session, Name const& agent, KgPolicy const& policy) {
  if (TRY(rules_for(agent, policy)).strategy == Strategy::append)
    return fail(
        Fault::exists,
        fmt::format("{} appends: its entries stand among everybody's, and later work may refer to them; "
                    "to take the whole graph back: artifactctl restore {} --to GENERATION",
                    agent.str(), session.shown()));
  SignalName signal{agent, kg_kind};
  if (sight(session, signal))
    return fail(
        Fault::busy,
        fmt::format("{} is pending: what is rolled back now would be merged again; remove the signal first",
                    layout::signal(signal)));
  return {};
}

} // namespace

Result<AgentHistory> agent_history(Session const& session, Name const& agent, KgPolicy const& policy) {
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

Result<WentBack> rollback_agent(Session const& session, Name const& agent, std::optional<std::uint64_t> to,
                                KgPolicy const& policy, BufferPool& pool, StaleWatch& watch, Try dry) {
  TRY(check_allowed(session, agent, policy));
  auto present = TRY(present_value(session, agent, policy));
  auto chosen = TRY(choose_value(session, agent, to, present.value_or(""), policy));
  if (dry == Try::yes) return WentBack{chosen.number, chosen.value != present.value_or(""), std::nullopt};
  auto claim = TRY(Claim::take(session));
  auto place = TRY(prepare_graph_place(session, policy.side));
  TRY(recover_kg(claim, session, place, policy, pool, watch));
  TRY(check_allowed(session, agent, policy));
  auto lock = TRY(GraphLock::take(claim, session, watch, policy.locking));
  auto rewritten = TRY(rewrite_graph(lock, session, place, policy.graph, pool, Origin::replaced,
                                     [&](GraphDraft& draft) -> Result<void> {
                                       if (chosen.value.empty())
                                         draft.remove(agent.str());
                                       else
                                         draft.set(agent.str(), {chosen.value});
                                       return {};
                                     }));
  return WentBack{chosen.number, rewritten.changed,
                  TRY(keep_history(session, rewritten.replaced, policy.history))};
}

Result<WentBack> restore_graph(Session const& session, std::optional<std::uint64_t> to,
                               KgPolicy const& policy, BufferPool& pool, StaleWatch& watch, Try dry) {
  if (dry == Try::yes) {
    auto place = TRY(locate_graph(session, policy.side));
    return went_back(TRY(choose_graph(session, place, to, policy, pool)));
  }
  auto claim = TRY(Claim::take(session));
  auto place = TRY(prepare_graph_place(session, policy.side));
  TRY(recover_kg(claim, session, place, policy, pool, watch));
  auto lock = TRY(GraphLock::take(claim, session, watch, policy.locking));
  auto chosen = TRY(choose_graph(session, place, to, policy, pool));
  TRY(forget_log_positions(session));
  auto rewritten = TRY(replace_graph(lock, session, place, policy.graph, pool, chosen.found.text));
  auto back = went_back(chosen);
  back.changed = rewritten.changed;
  back.generation = TRY(keep_history(session, rewritten.replaced, policy.history));
  return back;
}

} // namespace artifactd

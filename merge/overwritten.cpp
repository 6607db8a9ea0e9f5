#include "merge/overwritten.hpp"

#include "merge/log_position.hpp"
#include "merge/strategy.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace artifactd {

namespace {

/// Whether it became history, as whatever artifactd replaces does.
Result<bool> is_kept(Session const& session, std::vector<Generation> const& generations,
                     Stamp const& version) {
  for (auto const& generation : generations) {
    if (generation.inode != version.inode) continue;
    auto stamp = stamp_at(session.directory(), layout::generations + "/" + generation.name);
    if (stamp && same_file(*stamp, version)) return true;
    if (!stamp && stamp.error().fault != Fault::missing) return fail(std::move(stamp).error());
  }
  return false;
}

/// Each version has to be what the next replaced, the last one what stands there now; where the chain is
/// broken somebody else came between. Oldest first.
Result<std::vector<Publication const*>> find_overwritten(Session const& session, Place const& place,
                                                         std::span<Publication const> recent) {
  auto standing = stamp_at(place.directory.get(), place.name);
  if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
  if (!standing) return {}; // taken away altogether: the next settling reports it
  auto generations = TRY(list_generations(session));
  std::vector<Publication const*> overwritten;
  for (std::size_t i = 0; i < recent.size(); ++i) {
    auto const next = i + 1 < recent.size() ? recent[i + 1].base : std::optional(*standing);
    auto const& version = recent[i].version;
    if (next && same_file(*next, version)) continue;
    if (!TRY(is_kept(session, generations, version))) overwritten.push_back(&recent[i]);
  }
  return overwritten;
}

/// Whether a rollback or a restore replaced the graph since `version` was published.
Result<bool> went_back_since(Session const& session, Stamp const& version) {
  for (auto const& generation : TRY(list_generations(session))) {
    if (generation.origin != Origin::replaced) continue;
    auto stamp = stamp_at(session.directory(), layout::generations + "/" + generation.name);
    if (stamp && stamp->changed_ns >= version.modified_ns) return true; // archiving it moved its ctime
  }
  return false;
}

std::string left_notice(Place const& place, std::vector<Publication const*> const& overwritten) {
  std::set<std::string> agents;
  for (auto const* lost : overwritten)
    for (auto const& merge : lost->merges)
      agents.insert(merge.agent.str());
  return fmt::format("graph.overwritten: another program put an older version of {} in place before it was "
                     "rolled back or restored by hand; not merged again: {}. Drop their signals to do so",
                     place.path, fmt::join(agents, ", "));
}

struct Again {
  Publication::Merge merge;
  AgentRules rules;
  ArtifactSet set;
};

/// What each agent merged last, with all its former members.
std::map<std::string, Publication::Merge> last_merges(std::span<Publication const> recent) {
  std::map<std::string, Publication::Merge> last;
  for (auto const& publication : recent)
    for (auto merge : publication.merges) {
      if (auto known = last.find(merge.agent.str()); known != last.end())
        std::ranges::copy(known->second.former, std::back_inserter(merge.former));
      last.insert_or_assign(merge.agent.str(), std::move(merge));
    }
  return last;
}

/// The agents to merge once more, by name.
std::vector<Again> agents_of(Session const& session, std::span<Publication const> recent,
                             KgPolicy const& policy) {
  std::vector<Again> agents;
  for (auto& [name, merge] : last_merges(recent)) {
    if (stamp_at(session.directory(), layout::signal({merge.agent, Kind::kg}))) continue;
    auto rules = rules_for(merge.agent, policy);
    auto set = read_artifacts(session, merge.agent, policy.artifacts);
    if (rules && set && hash_of(*set) == merge.inputs)
      agents.push_back({merge, *std::move(rules), *std::move(set)});
  }
  return agents;
}

/// Those whose member is back at a former value go in again: any other value is what its writer wanted there.
/// One that does not fit any more leaves no trace.
Result<void> merge_again(GraphDraft& draft, std::vector<Again> const& agents,
                         std::vector<std::string>& names) {
  names.clear();
  for (auto const& agent : agents) {
    if (std::ranges::find(agent.merge.former, member_hash(draft, agent.merge.agent)) ==
        agent.merge.former.end())
      continue;
    auto before = draft.revision();
    TRY(apply_strategy(draft, agent.merge.agent, agent.set, agent.rules));
    if (draft.revision() != before) names.push_back(agent.merge.agent.str());
  }
  return {};
}

} // namespace

Result<Remerged> remerge_overwritten(Session const& session, std::span<Publication const> recent,
                                     KgPolicy const& policy, BufferPool& pool, StaleWatch& watch) {
  auto claim = TRY(Claim::take(session));
  auto place = TRY(locate_graph(session, policy.side));
  Remerged result;
  auto overwritten = TRY(find_overwritten(session, place, recent));
  result.overwritten = !overwritten.empty();
  if (!result.overwritten) return result;
  TRY(forget_log_positions(session));
  result.left_to_person = TRY(went_back_since(session, overwritten.front()->version));
  if (result.left_to_person) {
    result.notices.push_back(left_notice(place, overwritten));
    return result;
  }
  auto agents = agents_of(session, recent, policy);
  std::vector<std::string> names;
  auto rewritten = Rewritten();
  {
    auto mutex = TRY(MutexDir::take(session, watch, policy.lock_stale_after));
    rewritten = TRY(rewrite_graph(
        session, place, policy.graph, pool, Origin::own, [&](GraphDraft& draft) -> Result<void> {
          for (auto const* lost : overwritten)
            if (lost->united) TRY(reunite(draft, *lost->united, policy.graph.bytes, policy.graph.depth));
          return merge_again(draft, agents, names);
        }));
  }
  result.notices = std::move(rewritten.notices);
  if (!rewritten.changed) return result;
  result.notices.push_back(fmt::format(
      "graph.overwritten: another program put an older version of {} in place; {}", place.path,
      names.empty() ? "united once more" : fmt::format("merged once more: {}", fmt::join(names, ", "))));
  result.publication = Publication{rewritten.published, rewritten.base, {}, rewritten.united};
  for (auto const& agent : agents)
    result.publication->merges.push_back(agent.merge);
  TRY(keep_history(session, rewritten.replaced, policy.history));
  return result;
}

} // namespace artifactd

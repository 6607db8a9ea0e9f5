#include "merge/overwritten.hpp"

#include "merge/strategy.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

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

/// Each version has to be what the next was made from, the last one what stands there now; where the chain is
/// broken somebody else came between.
Result<bool> any_overwritten(Session const& session, Place const& place,
                             std::span<Publication const> recent) {
  auto standing = stamp_at(place.directory.get(), place.name);
  if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
  if (!standing) return false; // taken away altogether: the next settling reports it
  auto generations = TRY(list_generations(session));
  for (std::size_t i = 0; i < recent.size(); ++i) {
    auto const next = i + 1 < recent.size() ? recent[i + 1].base : std::optional(*standing);
    auto const& version = recent[i].version;
    if (next && same_file(*next, version)) continue;
    if (!TRY(is_kept(session, generations, version))) return true;
  }
  return false;
}

struct Again {
  Publication::Merge merge;
  AgentRules rules;
  ArtifactSet set;
};

/// The agents to merge once more, each once, by name.
std::vector<Again> agents_of(Session const& session, std::span<Publication const> recent,
                             KgPolicy const& policy) {
  std::vector<Again> agents;
  for (auto const& publication : recent) {
    for (auto const& merge : publication.merges) {
      std::erase_if(agents, [&](Again const& each) { return each.merge.agent == merge.agent; });
      if (stamp_at(session.directory(), layout::signal({merge.agent, Kind::kg}))) continue;
      auto rules = rules_for(merge.agent, policy);
      auto set = read_artifacts(session, merge.agent, policy.artifacts);
      if (rules && set && digest_of(*set) == merge.inputs)
        agents.push_back({merge, *std::move(rules), *std::move(set)});
    }
  }
  std::ranges::sort(agents, {}, [](Again const& each) { return each.merge.agent.str(); });
  return agents;
}

/// Those that the overwritten version lacks go in again; one that does not fit any more leaves no trace.
Result<void> merge_again(GraphDraft& draft, std::vector<Again> const& agents,
                         std::vector<std::string>& names) {
  names.clear();
  for (auto const& agent : agents) {
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
  result.overwritten = TRY(any_overwritten(session, place, recent));
  if (!result.overwritten) return result;
  auto agents = agents_of(session, recent, policy);
  std::vector<std::string> names;
  auto rewritten = Rewritten();
  {
    auto mutex = TRY(MutexDir::take(session, watch, policy.lock_stale_after));
    rewritten = TRY(rewrite_graph(session, place, policy.graph, pool, Origin::own,
                                  [&](GraphDraft& draft) { return merge_again(draft, agents, names); }));
  }
  result.notices = std::move(rewritten.notices);
  if (!rewritten.changed) return result;
  result.notices.push_back(fmt::format(
      "graph.overwritten: another program put an older version of {} in place; merged once more: {}",
      place.path, fmt::join(names, ", ")));
  result.publication = Publication{rewritten.published, rewritten.base, {}};
  for (auto const& agent : agents)
    result.publication->merges.push_back(agent.merge);
  TRY(keep_history(session, rewritten.replaced, policy.history));
  return result;
}

} // namespace artifactd

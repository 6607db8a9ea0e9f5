#include "merge/kg/kg_settler.hpp"

#include "merge/diagnose.hpp"
#include "merge/kg/kg_candidate.hpp"
#include "merge/kg/kg_refusal.hpp"
#include "merge/kg/log_position.hpp"
#include "merge/kg/recovery.hpp"
#include "merge/kg/strategy.hpp"
#include "state/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "state/settle/retire.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <span>

namespace artifactd {

namespace {

using Candidate = KgCandidate;

class Settling {
public:
  Settling(Session const& session, SettlingKit const& kit)
      : session_(session), kit_(kit), policy_(kit.policy) {}

  Result<void> run(std::vector<Candidate>& candidates, SettleReport& report) {
    auto claim = TRY(Claim::take(session_));
    auto place = TRY(prepare_graph_place(session_, policy_.side));
    report.recovered = TRY(recover_kg(session_, place, policy_, kit_.pool, kit_.watch));
    std::vector<Sighting> accepted;
    for (auto const& each : candidates)
      if (each.before.accepted) accepted.push_back(each.sighting);
    auto const settled = accepted.empty() ? SettledSignals() : TRY(settled_kg(session_, policy_, accepted));
    for (auto& candidate : candidates)
      look_again(candidate, settled);
    for (auto groups = std::span(candidates); !groups.empty();) {
      auto group = groups.first(std::min(groups.size(), policy_.agents_per_rewrite));
      settle(group, place, report);
      groups = groups.subspan(group.size());
    }
    if (auto late = late_writes(place))
      std::ranges::move(*late, std::back_inserter(report.notices));
    else
      report.notices.push_back("history: " + late.error().message);
    return {};
  }

private:
  /// Listed when first asked for: after the recovery, which may add some.
  Result<Generations*> generations() {
    if (!generations_) generations_ = TRY(Generations::open(session_));
    return &*generations_;
  }

  Result<std::vector<std::string>> late_writes(Place const& place) {
    return tell_late_writes(*TRY(generations()), place);
  }

  Result<std::optional<std::uint64_t>> tidy(Rewritten const& rewritten) {
    if (!rewritten.changed) return std::nullopt;
    return keep_history(session_, *TRY(generations()), rewritten.replaced, policy_.history);
  }

  /// Before the claim another process may have settled the signal, or the agent may have dropped it anew.
  void look_again(Candidate& candidate, SettledSignals const& settled) {
    if (!candidate.open) return;
    auto const now = sight_again(session_, candidate.sighting, candidate.end);
    if (!now) return candidate.postpone(now.error());
    if (!*now) return candidate.close(candidate.end.end);
    if (candidate.before.accepted && !settled.hold(candidate.sighting)) return candidate.close(End::again);
    if (candidate.before.none()) {
      auto resumed = as_resumed(session_, candidate.agent(), candidate.set);
      if (!resumed) return candidate.postpone(resumed.error());
      if (!*resumed) return candidate.close(End::again);
    }
    candidate.sighting.stamp = (*now)->stamp; // a rename away and back moves its ctime
    candidate.mark("claimed");
  }

  /// Publish, answer, and only then tidy up: nobody waits for history. Except with a foreign version:
  /// recovery would unite it once more, over the members of agents whose signals are gone and that nobody
  /// merges again.
  void settle(std::span<Candidate> group, Place const& place, SettleReport& report) {
    auto rewritten = merge(group, place);
    std::ranges::move(rewritten.notices, std::back_inserter(report.notices));
    auto united = std::ranges::find(rewritten.replaced.versions, Origin::foreign,
                                    &Replaced::Version::origin) != rewritten.replaced.versions.end();
    Result<std::optional<std::uint64_t>> generation;
    if (united) generation = tidy(rewritten);
    if (auto kept = remember(group, rewritten); !kept) postpone_accepted(group, kept.error());
    if (!generation) postpone_accepted(group, generation.error());
    for (auto& candidate : group)
      if (candidate.open) candidate.refused() ? refuse(candidate) : accept(candidate);
    if (!united) generation = tidy(rewritten);
    if (!generation) { // recovery archives it at the next settling
      report.notices.push_back("history: " + generation.error().message);
      return;
    }
    for (auto& candidate : group)
      if (changes_.contains(&candidate)) candidate.end.generation = *generation;
  }

  SettledSignals settled_by(std::span<Candidate const> group) const {
    SettledSignals settled;
    for (auto const& each : group)
      if (each.merges()) settled.add(each.sighting, digest_of(each.set));
    return settled;
  }

  /// Where no new graph says it, the record does: durable before the first signal goes.
  Result<void> remember(std::span<Candidate const> group, Rewritten const& rewritten) {
    if (rewritten.changed && rewritten.settled) return {};
    auto const settled = settled_by(group);
    return settled.empty() ? Result<void>() : record_settled(session_, settled);
  }

  static void postpone_accepted(std::span<Candidate> group, Error const& error) {
    for (auto& each : group)
      if (each.merges()) each.postpone(error);
  }

  Rewritten merge(std::span<Candidate> group, Place const& place) {
    std::vector<Candidate*> merging;
    for (auto& each : group)
      if (each.merges()) merging.push_back(&each);
    if (merging.empty()) return {};
    std::ranges::sort(merging, {}, [](Candidate const* each) { return each->agent().str(); });
    auto rewritten = rewrite(group, merging, place);
    for (auto* candidate : merging) {
      candidate->mark("published");
      if (!rewritten && candidate->open) candidate->postpone(rewritten.error());
    }
    return rewritten ? *std::move(rewritten) : Rewritten{};
  }

  Result<Rewritten> rewrite(std::span<Candidate const> group, std::vector<Candidate*> const& merging,
                            Place const& place) {
    auto lock = TRY(GraphLock::take(session_, kit_.watch, policy_.locking));
    auto warnings = std::vector<std::vector<Finding>>();
    for (auto const* each : merging)
      warnings.push_back(each->end.findings);
    auto edit = [&](GraphDraft& draft) -> Result<void> {
      for (std::size_t i = 0; i < merging.size(); ++i) {
        merging[i]->end.findings = warnings[i]; // a second try starts anew
        if (merging[i]->open) edit_for(*merging[i], draft);
      }
      return {};
    };
    auto spare = [&]() -> std::optional<Spare> {
      auto known = generations();
      return known ? (*known)->spare(policy_.history) : std::nullopt;
    };
    return rewrite_graph(session_, place, policy_.graph, kit_.pool, Origin::own, edit, &kit_.known, spare,
                         [&] { return settled_by(group); });
  }

  void edit_for(Candidate& candidate, GraphDraft& draft) {
    auto before = draft.revision();
    auto findings = put_agent(draft, candidate.agent(), candidate.set, candidate.rules, policy_.graph.bytes);
    if (findings)
      std::ranges::move(*findings, std::back_inserter(candidate.end.findings));
    else
      candidate.postpone(findings.error());
    if (candidate.refused()) // what it did is undone
      changes_.erase(&candidate);
    else if (before != draft.revision())
      changes_.insert(&candidate);
    candidate.mark("merged");
  }

  void accept(Candidate& candidate) {
    if (candidate.before.none()) {
      auto noted = note_settled(session_, candidate.agent(), candidate.set);
      if (!noted) return candidate.postpone(noted.error());
    }
    retire_as(candidate, Verdict::accepted, changes_.contains(&candidate) ? End::merged : End::unchanged);
  }

  void refuse(Candidate& candidate) {
    auto const& before = candidate.before.refused;
    auto refused = prepare_signal_refusal(
        session_, candidate.sighting,
        {before ? before->inputs : digest_of(candidate.set), layout::artifacts_of(candidate.agent()) + "/",
         candidate.end.findings, requirements(candidate.agent(), candidate.rules, policy_)},
        kit_.refusal);
    if (!refused) return candidate.postpone(refused.error());
    candidate.end.refusal = *refused;
    retire_as(candidate, Verdict::refused, End::refused);
  }

  void retire_as(Candidate& candidate, Verdict verdict, End end) {
    auto retired = retire(session_, candidate.sighting, verdict, [&]() -> Result<bool> {
      if (!candidate.before.none()) return true;
      return still_the_same(session_, candidate.agent(), candidate.set, policy_.artifacts, kit_.growth);
    });
    candidate.mark("retired");
    auto const stays = !retired || *retired == Retired::differs;
    if (stays && verdict == Verdict::accepted && candidate.before.none())
      if (auto unlisted = unlist(candidate); !unlisted) retired = fail(std::move(unlisted).error());
    if (!retired) return candidate.postpone(retired.error());
    candidate.close(end_of_retired(*retired, verdict, end));
  }

  /// What is there still is to be judged again: no list may say that it was settled.
  Result<void> unlist(Candidate const& candidate) {
    auto const place = TRY(locate_graph(session_, policy_.side));
    TRY(unlist_settled(place.directory.get(), place.name, candidate.sighting));
    return unrecord_settled(session_, candidate.sighting);
  }

  Session const& session_;
  SettlingKit const& kit_;
  KgPolicy const& policy_;
  std::optional<Generations> generations_;
  /// Those that changed the graph, in whichever of several tries.
  std::set<Candidate const*> changes_;
};

} // namespace

Result<AgentRules> rules_for(Name const& agent, KgPolicy const& policy) {
  return with_metadata(policy.rules ? policy.rules(agent) : AgentRules{}, policy.agents_dir, agent);
}

SettleReport settle_kg(Session const& session, std::vector<Sighting> const& sightings,
                       SettlingKit const& kit) {
  SettleReport report;
  std::vector<Candidate> candidates;
  auto const before = sightings.empty() ? SettledSignals() : settled_kg(session, kit.policy, sightings);
  for (auto const& sighting : sightings)
    candidates.push_back(before ? judge_kg(session, sighting, kit.policy, *before) : Candidate(sighting));
  auto settled = before ? Settling(session, kit).run(candidates, report) : fail(before.error());
  if (!settled) report.trouble = settled.error();
  for (auto& candidate : candidates) {
    if (!settled && candidate.open) candidate.postpone(settled.error());
    report.signals.push_back(std::move(candidate.end));
  }
  return report;
}

SettleReport KgSettler::settle(Session const& session, std::vector<Sighting> const& sightings, Round round) {
  auto kit = kit_;
  if (round == Round::last) kit.growth = Growth::tolerated;
  return settle_kg(session, sightings, kit);
}

Result<std::vector<Finding>> validate_kg(Session const& session, Name const& agent, KgPolicy const& policy) {
  auto rules = TRY(rules_for(agent, policy));
  auto set = TRY(read_artifacts(session, agent, policy.artifacts));
  TRY(resume_logs(session, agent, set));
  auto diagnosis = TRY(diagnose(agent, set, rules, policy.artifacts));
  if (diagnosis.refused()) return diagnosis.findings;
  return TRY(preview_findings(session, agent, set, rules, policy, std::move(diagnosis.findings)));
}

} // namespace artifactd

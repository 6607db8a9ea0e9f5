#include "merge/kg_refusal.hpp"

#include "merge/strategy.hpp"
#include "state/session_layout.hpp"
#include "state/settle/instructions.hpp"

#include <algorithm>

namespace artifactd {

namespace {

Tier tier_of(std::vector<Finding> const& findings) {
  auto error = std::ranges::find(findings, Severity::error, &Finding::severity);
  return error == findings.end() ? Tier::semantic : error->tier;
}

} // namespace

Result<int> prepare_refusal(Session const& session, Sighting const& sighting, std::string const& inputs,
                            std::vector<Finding> const& findings, int budget, CountAttempt const& count) {
  auto tier = tier_of(findings);
  auto log = with_attempt(TRY(load_attempts(session, sighting.signal)), sighting, inputs, tier, findings);
  if (count) {
    auto counted = TRY(count(sighting.signal, log.attempts.back().key, tier));
    log.attempts.back().number = std::max(log.attempts.back().number, counted);
  }
  TRY(save_attempts(session, sighting.signal, log));
  Refusal refusal{sighting.signal,
                  tier == Tier::semantic ? "merge_failed" : "validation_failed",
                  layout::artifacts_of(sighting.signal.name) + "/",
                  findings,
                  log,
                  budget,
                  Next::person};
  TRY(write_instructions(session, refusal));
  return log.attempts.back().number;
}

Result<std::vector<Finding>> preview_findings(Session const& session, Name const& agent,
                                              ArtifactSet const& set, AgentRules const& rules,
                                              KgPolicy const& policy, std::vector<Finding> findings) {
  BufferPool pool;
  auto edition = read_graph(session, policy.side, policy.graph.bytes, pool);
  if (!edition && edition.error().fault != Fault::missing) return fail(std::move(edition).error());
  auto text = edition ? edition->bytes.view() : std::string_view("{}");
  auto document = json::scan(text, {.depth = policy.graph.depth});
  if (!document || document->type != json::Type::object)
    return fail(Fault::invalid, "graph.damaged: the graph of " + session.shown() + " is not a JSON object");
  GraphDraft draft(text, *document);
  std::ranges::move(TRY(apply_strategy(draft, agent, set, rules)), std::back_inserter(findings));
  return findings;
}

} // namespace artifactd

#include "merge/kg/kg_work.hpp"

#include "merge/diagnosis/diagnose.hpp"
#include "merge/kg/kg_commit.hpp"
#include "merge/kg/kg_refusal.hpp"
#include "merge/kg/log_position.hpp"
#include "merge/kg/strategy.hpp"

namespace artifactd {

namespace {

/// What has to be repaired besides is listed with it, or it would be found only under the other name.
Result<Diagnosis> diagnose_with_name(Name const& agent, ArtifactSet const& set, AgentRules const& rules,
                                     ArtifactLimits const& limits) {
  auto diagnosis = TRY(diagnose(agent, set, rules, limits));
  if (!diagnosis.refused()) return diagnosis; // the merge refuses the name
  if (auto reserved = reserved_name(agent))
    diagnosis.findings.insert(diagnosis.findings.begin(), *std::move(reserved));
  return diagnosis;
}

Result<void> judge(Session const& session, Submission& each, Purpose purpose, KgPolicy const& policy) {
  auto const agent = each.name();
  auto read = read_artifacts(session, agent, policy.artifacts);
  if (!read && read.error().fault == Fault::busy) each.end.again_in = room_again_in;
  auto const inputs = std::make_shared<KgInputs>(TRY(rules_for(agent, policy)), TRY(std::move(read)));
  TRY(resume_logs(session, agent, inputs->set));
  each.mark(Step::read);
  each.end.findings = TRY(diagnose_with_name(agent, inputs->set, inputs->rules, policy.artifacts)).findings;
  each.mark(Step::diagnosed);
  if (purpose == Purpose::diagnosing && !each.refused())
    each.end.findings = TRY(
        preview_findings(session, agent, inputs->set, inputs->rules, policy, std::move(each.end.findings)));
  each.inputs = digest_of(inputs->set);
  auto const growth = each.round == Round::last ? Growth::tolerated : Growth::differs;
  each.as_judged = [&session, &policy, agent, inputs, growth] {
    return still_the_same(session, agent, inputs->set, policy.artifacts, growth);
  };
  each.read = inputs;
  return {};
}

} // namespace

Result<AgentRules> rules_for(Name const& agent, KgPolicy const& policy) {
  return with_metadata(policy.rules ? policy.rules(agent) : AgentRules{}, policy.agents_dir, agent);
}

Result<std::vector<Finding>> validate_kg(Session const& session, Name const& agent, KgPolicy const& policy) {
  Submission asked({{agent, kg_kind}, {}, Monotonic::now()}, Round::last);
  TRY(judge(session, asked, Purpose::diagnosing, policy));
  return std::move(asked.end.findings);
}

Result<std::vector<Finding>> validate_typed_kg(Session const& session, Name const& agent,
                                               TypedArtifacts const& typed, Programs programs,
                                               KgPolicy const& policy) {
  auto const rules = TRY(rules_for(agent, policy));
  auto const on_disk = TRY(read_artifacts(session, agent, policy.artifacts));
  auto set = TRY(with_typed(on_disk, agent, typed, policy.artifacts));
  if (programs == Programs::left_out)
    return TRY(diagnose_texts(agent, set, rules, policy.artifacts)).findings;
  TRY(resume_logs(session, agent, set));
  auto diagnosis = TRY(diagnose_with_name(agent, set, rules, policy.artifacts));
  if (diagnosis.refused()) return std::move(diagnosis.findings);
  return preview_findings(session, agent, set, rules, policy, std::move(diagnosis.findings));
}

KindOfWork kg_work(KgTools const& tools) {
  auto const& policy = tools.policy;
  return {.kind = kg_kind,
          .batch = policy.agents_per_rewrite,
          .recovers = true,
          .keeps_history = true,
          .judge = [&policy](Session const& session, Submission& each,
                             Purpose purpose) { return judge(session, each, purpose, policy); },
          .commit = [tools](Session const& session,
                            CommitBatch& batch) { return commit_kg(session, batch, tools); },
          .requirements = [&policy](Session const&, Name const& agent) -> Result<std::vector<std::string>> {
            return requirements(agent, TRY(rules_for(agent, policy)), policy);
          }};
}

} // namespace artifactd

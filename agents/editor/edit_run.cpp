#include "agents/editor/edit_run.hpp"

#include "agents/editor/publishing.hpp"
#include "merge/diagnose.hpp"
#include "merge/game/artifacts.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using OutcomeJson = nlohmann::ordered_json;

std::vector<std::string> error_messages(std::vector<Finding> const& findings) {
  std::vector<std::string> messages;
  for (auto const& finding : findings)
    if (finding.severity == Severity::error) messages.push_back(finding.message);
  return messages;
}

/// The artifacts with the files as the repair wants them.
ArtifactSet with_changed(ArtifactSet set, Name const& agent, std::vector<game::GameFile> const& changed) {
  for (auto const& file : changed) {
    auto former = std::ranges::find(set.files, file.name, &Artifact::name);
    if (former == set.files.end())
      former = set.files.insert(former, {file.name, layout::artifacts_of(agent) + "/" + file.name, ""});
    former->bytes = file.bytes;
  }
  std::ranges::sort(set.files, {}, &Artifact::name);
  return set;
}

/// Why these files cannot be written, though they are as they should be; empty: they can.
std::string why_not_writable(ArtifactSet const& set, std::vector<game::GameFile> const& changed,
                             ArtifactLimits const& limits) {
  for (auto const& file : changed) {
    if (std::ranges::find(set.files, layout::packed_name(file.name), &Artifact::name) != set.files.end())
      return fmt::format("{} is compressed: only plain files are edited", layout::packed_name(file.name));
    if (file.bytes.size() > limits.bytes)
      return fmt::format("{} would be {} bytes long, and {} are allowed", file.name, file.bytes.size(),
                         limits.bytes);
  }
  return "";
}

class EditRun {
public:
  EditRun(Session const& session, EditOrder const& order, KgPolicy const& kg, EditPolicy const& policy)
      : session_(session), order_(order), kg_(kg), policy_(policy) {}

  Result<EditOutcome> run(Publishing publishing, Retrying retrying) {
    auto const began = Monotonic::now();
    EditOutcome outcome;
    outcome.inputs = TRY(read_artifacts(session_, order_.agent, kg_.artifacts));
    if (outcome.inputs.files.empty())
      return fail(Fault::missing,
                  fmt::format("{} holds no artifact of {}", session_.shown(), order_.agent.str()));
    rules_ = TRY(rules_for(order_.agent, kg_));
    if (publishing == Publishing::no) {
      TRY(find_out(outcome));
    } else {
      if (!order_.request.empty())
        if (auto done = TRY(published_run(session_, order_, outcome.inputs))) {
          outcome.run = *std::move(done);
          outcome.end = EditEnd::published;
          outcome.known = true;
          return outcome;
        }
      auto const record = TRY(RunRecord::open(session_, order_, outcome.inputs, retrying));
      outcome.run = record.id();
      if (auto const end = TRY(record.end())) {
        outcome.end = *end;
        outcome.known = true;
        return outcome;
      }
      TRY(find_out(outcome));
      TRY(conclude(record, outcome, began));
      TRY(prune_runs(session_, policy_.runs_kept));
    }
    outcome.wall = Monotonic::now() - began;
    return outcome;
  }

private:
  /// Plans and tries, in memory.
  Result<void> find_out(EditOutcome& outcome) {
    auto const before = TRY(diagnose(order_.agent, outcome.inputs, rules_, kg_.artifacts));
    if (rules_.checks.profile != Profile::game || (before.refused() && before.tier() != Tier::semantic)) {
      outcome.repair.errors = outcome.repair.remaining = error_messages(before.findings);
      outcome.end = before.refused() ? EditEnd::unmended : EditEnd::nothing;
      if (before.refused() || !order_.reported.empty())
        outcome.reason = rules_.checks.profile == Profile::game
                             ? "the files have to be sound JSON first"
                             : R"(only games are edited: set profile = "game" for this agent)";
      if (!order_.reported.empty()) outcome.end = EditEnd::unmended;
      return {};
    }
    RulesCoordinator coordinator;
    outcome.repair =
        repair(game::game_of(outcome.inputs), order_.reported, coordinator, {}, policy_.attempts);
    if (outcome.repair.errors.empty() && !before.refused()) {
      outcome.end = EditEnd::nothing;
      return {};
    }
    if (outcome.repair.trouble) outcome.reason = outcome.repair.trouble->message;
    if (!outcome.repair.succeeded()) return {};
    return judge_whole(outcome);
  }

  /// By every check its signal meets, not the game's alone.
  Result<void> judge_whole(EditOutcome& outcome) {
    outcome.reason = why_not_writable(outcome.inputs, outcome.repair.changed, kg_.artifacts);
    if (!outcome.reason.empty()) return {};
    auto const edited = with_changed(outcome.inputs, order_.agent, outcome.repair.changed);
    outputs_ = digest_of(edited);
    auto const after = TRY(diagnose(order_.agent, edited, rules_, kg_.artifacts));
    outcome.repair.remaining = error_messages(after.findings);
    if (!after.refused()) outcome.end = EditEnd::published;
    return {};
  }

  Result<void> conclude(RunRecord const& record, EditOutcome& outcome, Moment began) {
    TRY(record.keep(session_, outcome.repair, outcome.inputs));
    auto write_verdict = [&] {
      outcome.wall = Monotonic::now() - began;
      return record.conclude(session_, verdict_json(outcome));
    };
    if (outcome.end == EditEnd::published) {
      if (TRY(publish_edit(session_, order_, record, outcome.inputs, outcome.repair.changed, kg_.artifacts,
                           write_verdict)))
        return {};
      outcome.end = EditEnd::changed;
      outcome.reason = "somebody wrote the artifacts, or handed them in, while they were being repaired";
    }
    return write_verdict();
  }

  OutcomeJson verdict_json(EditOutcome const& outcome) const {
    auto verdict = summary_json(outcome);
    if (outcome.end == EditEnd::published) verdict["outputs"] = outputs_;
    verdict["reason"] = outcome.reason;
    verdict["errors"] = outcome.repair.errors;
    verdict["remaining"] = outcome.repair.remaining;
    auto undone = OutcomeJson::array();
    for (auto const& attempt : outcome.repair.attempts)
      for (auto const& each : attempt.undone)
        undone.push_back(each);
    verdict["undone"] = std::move(undone);
    return verdict;
  }

  Session const& session_;
  EditOrder const& order_;
  KgPolicy const& kg_;
  EditPolicy const& policy_;
  AgentRules rules_;
  std::string outputs_; ///< digest of the artifacts as they shall be
};

} // namespace

Result<EditOutcome> edit_artifacts(Session const& session, EditOrder const& order, KgPolicy const& kg,
                                   EditPolicy const& policy, Publishing publishing, Retrying retrying) {
  return EditRun(session, order, kg, policy).run(publishing, retrying);
}

OutcomeJson summary_json(EditOutcome const& outcome) {
  auto attempts = OutcomeJson::array();
  for (auto const& attempt : outcome.repair.attempts) {
    auto mended = OutcomeJson::array();
    auto open = OutcomeJson::array();
    for (std::size_t cause = 0; cause < attempt.plan.patterns.size(); ++cause)
      (std::ranges::find(attempt.kept, cause) != attempt.kept.end() ? mended : open)
          .push_back(attempt.plan.patterns[cause]);
    attempts.push_back(
        {{"mended", std::move(mended)}, {"open", std::move(open)}, {"errors_left", attempt.errors_left}});
  }
  return {{"version", 1},
          {"run", outcome.run},
          {"end", edit_end_word(outcome.end)},
          {"at", iso8601_now()},
          {"wall_us", std::chrono::duration_cast<std::chrono::microseconds>(outcome.wall).count()},
          {"errors_before", outcome.repair.errors.size()},
          {"errors_after", outcome.repair.remaining.size()},
          {"attempts", std::move(attempts)}};
}

} // namespace artifactd::editor

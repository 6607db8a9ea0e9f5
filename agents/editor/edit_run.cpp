#include "agents/editor/edit_run.hpp"

#include "agents/editor/model/repair_by_models.hpp"
#include "agents/editor/publishing.hpp"
#include "merge/artifact_text.hpp"
#include "merge/diagnose.hpp"
#include "merge/game/artifacts.hpp"
#include "state/json/mend.hpp"
#include "state/session_layout.hpp"
#include "state/settle/input_file.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <re2/re2.h>

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

/// R01: they were what was to be mended, and there are none (the pipeline's own check after a repair).
bool lost_instructions(std::vector<std::string> const& errors, ArtifactSet const& after) {
  static RE2 const about_instructions("(?i)instruction|executor|schema.*validation");
  auto is_about = [](std::string const& each) { return RE2::PartialMatch(each, about_instructions); };
  if (std::ranges::none_of(errors, is_about)) return false;
  auto const game = game::game_of(after);
  return game.transition_instructions().empty() && game.player_phases().empty();
}

constexpr std::size_t longest_specification = 256 * 1024;

/// Whatever else stands under that name counts for nothing.
std::string specification_of(Session const& session, Name const& agent) {
  auto const path = layout::artifacts_of(agent) + "/" + layout::specification;
  auto read = read_input(session.directory(), path, path, longest_specification);
  return read && *read && !(*read)->finding ? (*read)->bytes : std::string();
}

Result<EditInputs> inputs_of(Session const& session, Name const& agent, KgPolicy const& kg) {
  EditInputs inputs;
  inputs.set = TRY(read_artifacts(session, agent, kg.artifacts));
  inputs.specification = specification_of(session, agent);
  if (inputs.set.files.empty())
    return fail(Fault::missing, fmt::format("{} holds no artifact of {}", session.shown(), agent.str()));
  return inputs;
}

/// What was asked for is done: by that run.
EditOutcome known_outcome(EditInputs inputs, std::string run, EditEnd end) {
  EditOutcome outcome;
  outcome.run = std::move(run);
  outcome.end = end;
  outcome.inputs = std::move(inputs);
  outcome.known = true;
  return outcome;
}

class EditRun {
public:
  EditRun(Session const& session, EditOrder const& order, KgPolicy const& kg, EditPolicy const& policy)
      : session_(session), order_(order), kg_(kg), policy_(policy) {}

  Result<EditOutcome> run(Publishing publishing, Retrying retrying) {
    auto const began = Monotonic::now();
    if (publishing == Publishing::yes) TRY(recover_edit(session_)); // what another run left half done
    EditOutcome outcome;
    outcome.inputs = TRY(inputs_of(session_, order_.agent, kg_));
    rules_ = TRY(rules_for(order_.agent, kg_));
    auto const& inputs = outcome.inputs;
    auto const records = publishing == Publishing::yes || order_.engine == Engine::model;
    if (records && !order_.request.empty())
      if (auto done = TRY(published_run(session_, order_, inputs.set)))
        return known_outcome(inputs, *std::move(done), EditEnd::published);
    if (records) {
      record_ = TRY(RunRecord::open(session_, order_, inputs, retrying));
      outcome.run = record_->id();
      if (auto const end = TRY(record_->end())) return known_outcome(inputs, outcome.run, *end);
    }
    TRY(find_out(outcome));
    if (publishing == Publishing::yes) {
      TRY(conclude(*record_, outcome, began));
      TRY(prune_runs(session_, policy_.runs_kept));
    }
    outcome.wall = Monotonic::now() - began;
    return outcome;
  }

private:
  /// Plans and tries, in memory.
  Result<void> find_out(EditOutcome& outcome) {
    auto before = TRY(diagnose(order_.agent, outcome.inputs.set, rules_, kg_.artifacts));
    sound_ = outcome.inputs.set;
    if (order_.mends && before.refused() && before.tier() == Tier::syntax) {
      mend_texts(outcome);
      before = TRY(diagnose(order_.agent, sound_, rules_, kg_.artifacts));
      if (!before.refused() && !outcome.mended.empty()) return judge_whole(outcome);
    }
    auto const game = rules_.checks.profile == Profile::game && order_.engine != Engine::off;
    if (!game || (before.refused() && before.tier() != Tier::semantic)) {
      outcome.repair.errors = outcome.repair.remaining = error_messages(before.findings);
      outcome.end = before.refused() || !order_.reported.empty() ? EditEnd::unmended : EditEnd::nothing;
      if (outcome.end == EditEnd::unmended)
        outcome.reason = before.tier() == Tier::syntax && before.refused()
                             ? "the files have to be sound JSON first"
                             : R"(only games are edited: set profile = "game" for this agent)";
      return {};
    }
    TRY(repair_game(outcome));
    if (outcome.repair.errors.empty() && outcome.mended.empty() && !before.refused()) {
      outcome.end = EditEnd::nothing;
      return {};
    }
    auto const after = with_changed(sound_, order_.agent, outcome.repair.changed);
    if (lost_instructions(outcome.repair.errors, after))
      outcome.repair.remaining.emplace_back(
          "Instructions artifact is empty after repair — editor failed to regenerate instructions");
    if (outcome.repair.trouble) outcome.reason = outcome.repair.trouble->message;
    if (!outcome.repair.succeeded()) return {};
    return judge_whole(outcome);
  }

  /// What is almost JSON, where there is one way to read it.
  void mend_texts(EditOutcome& outcome) {
    for (auto& artifact : sound_.files) {
      if (is_log(artifact)) continue;
      auto mended = json::mend(artifact.bytes, {.depth = kg_.artifacts.depth});
      if (!mended || mended->mendings.empty()) continue;
      for (auto const& each : mended->mendings)
        outcome.mended.push_back(artifact.name + ", " + json::sentence(each));
      artifact.bytes = std::move(mended->text);
      outcome.repair.changed.push_back({artifact.name, artifact.path, artifact.bytes});
    }
  }

  /// The files that were made JSON, and those the game's repair changed, which begins with them.
  void add_mended(EditOutcome& outcome, std::vector<game::GameFile> texts) const {
    for (auto& text : texts)
      if (std::ranges::find(outcome.repair.changed, text.name, &game::GameFile::name) ==
          outcome.repair.changed.end())
        outcome.repair.changed.push_back(std::move(text));
    std::ranges::sort(outcome.repair.changed, {}, &game::GameFile::name);
  }

  Result<void> repair_game(EditOutcome& outcome) {
    auto texts = std::move(outcome.repair.changed);
    TRY(repair_sound_game(outcome));
    add_mended(outcome, std::move(texts));
    return {};
  }

  Result<void> repair_sound_game(EditOutcome& outcome) {
    auto const game = game::game_of(sound_);
    if (order_.engine != Engine::model) {
      RulesCoordinator rules;
      outcome.repair = repair(game, order_.reported, rules, {}, policy_.attempts);
      return {};
    }
    auto const replies = TRY(record_->replies(session_));
    ModelDesk desk(policy_.models, order_.models, {session_.shown(), record_->id()}, replies.get(),
                   ModelDesk::Calls::made, policy_.cancel);
    outcome.repair =
        repair_by_models(game, order_.reported, desk, outcome.inputs.specification, policy_.attempts);
    outcome.spent = desk.spent();
    if (desk.stopped()) return fail(*desk.stopped());
    return {};
  }

  /// By every check its signal meets, not the game's alone.
  Result<void> judge_whole(EditOutcome& outcome) {
    outcome.reason = why_not_writable(outcome.inputs.set, outcome.repair.changed, kg_.artifacts);
    if (!outcome.reason.empty()) return {};
    auto const edited = with_changed(outcome.inputs.set, order_.agent, outcome.repair.changed);
    outputs_ = digest_of(edited);
    auto const after = TRY(diagnose(order_.agent, edited, rules_, kg_.artifacts));
    outcome.repair.remaining = error_messages(after.findings);
    if (!after.refused()) outcome.end = EditEnd::published;
    return {};
  }

  Result<void> conclude(RunRecord const& record, EditOutcome& outcome, Moment began) {
    TRY(record.keep(session_, outcome.repair, outcome.inputs.set));
    auto write_verdict = [&] {
      outcome.wall = Monotonic::now() - began;
      return record.conclude(session_, verdict_json(outcome));
    };
    if (outcome.end == EditEnd::published) {
      if (TRY(publish_edit(session_, order_, record, outcome.inputs.set, outcome.repair.changed,
                           kg_.artifacts, write_verdict)))
        return {};
      outcome.end = EditEnd::changed;
      outcome.reason = "somebody wrote the artifacts, or handed them in, while they were being repaired";
    }
    return write_verdict();
  }

  OutcomeJson verdict_json(EditOutcome const& outcome) const {
    OutcomeJson verdict{{"version", 1}, {"at", iso8601_now()}};
    verdict.update(summary_json(outcome));
    if (outcome.end == EditEnd::published) verdict["outputs"] = outputs_;
    verdict["reason"] = outcome.reason;
    verdict["errors"] = outcome.repair.errors;
    verdict["remaining"] = outcome.repair.remaining;
    auto undone = OutcomeJson::array();
    for (auto const& attempt : outcome.repair.attempts)
      for (auto const& each : attempt.undone)
        undone.push_back(each);
    verdict["undone"] = std::move(undone);
    verdict["mended"] = outcome.mended;
    if (outcome.spent) verdict["mended_replies"] = outcome.spent->mendings;
    return verdict;
  }

  Session const& session_;
  EditOrder const& order_;
  KgPolicy const& kg_;
  EditPolicy const& policy_;
  AgentRules rules_;
  std::optional<RunRecord> record_;
  ArtifactSet sound_;   ///< the artifacts, made JSON where that was asked for
  std::string outputs_; ///< digest of the artifacts as they shall be
};

} // namespace

Result<EditOutcome> edit_artifacts(Session const& session, EditOrder const& order, KgPolicy const& kg,
                                   EditPolicy const& policy, Publishing publishing, Retrying retrying) {
  return EditRun(session, order, kg, policy).run(publishing, retrying);
}

Result<std::optional<EditOutcome>> ended_run(Session const& session, EditOrder const& order,
                                             KgPolicy const& kg) {
  auto inputs = TRY(inputs_of(session, order.agent, kg));
  if (auto done = TRY(published_run(session, order, inputs.set)))
    return known_outcome(std::move(inputs), *std::move(done), EditEnd::published);
  if (auto failed = TRY(RunRecord::ended(session, order, inputs)))
    return known_outcome(std::move(inputs), failed->id(), EditEnd::unmended);
  return std::nullopt;
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
  OutcomeJson summary{
      {"run", outcome.run},
      {"end", edit_end_word(outcome.end)},
      {"wall_us", std::chrono::duration_cast<std::chrono::microseconds>(outcome.wall).count()},
      {"errors_before", outcome.repair.errors.size()},
      {"errors_after", outcome.repair.remaining.size()},
      {"attempts", std::move(attempts)}};
  if (outcome.spent) {
    auto const& [calls, usage, cost, mendings] = *outcome.spent;
    summary["calls"] = calls;
    summary["tokens"] = {{"input", usage.input}, {"cached", usage.cached}, {"output", usage.output}};
    summary["cost"] = cost ? OutcomeJson(model::dollars(*cost)) : OutcomeJson();
  }
  return summary;
}

} // namespace artifactd::editor

#include "agents/edit/edit_run.hpp"

#include "agents/edit/edit_inputs.hpp"
#include "agents/edit/edit_summary.hpp"
#include "agents/edit/model/repair_by_models.hpp"
#include "agents/edit/model/repair_by_patches.hpp"
#include "agents/edit/publishing.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/text_repair.hpp"
#include "merge/diagnosis/diagnose.hpp"
#include "merge/game/artifacts.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <functional>

namespace artifactd::editor {

namespace {

std::vector<std::string> error_messages(std::vector<Finding> const& findings) {
  std::vector<std::string> messages;
  for (auto const& finding : findings)
    if (finding.severity == Severity::error) messages.push_back(finding.message);
  return messages;
}

/// The artifacts with the repaired files.
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

/// Why these files, though valid, cannot be written; empty if they can.
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

/// The outcome of a run that already carried out this order.
EditOutcome known_outcome(Session const& session, EditInputs inputs, std::string run, EditEnd end) {
  EditOutcome outcome;
  if (auto const verdict = read_run_json(session, run, "verdict.json")) take_verdict(*verdict, outcome);
  outcome.run = std::move(run);
  outcome.end = end;
  outcome.inputs = std::move(inputs);
  outcome.known = true;
  return outcome;
}

/// What is wrong with the artifacts, and the standing of a game that can be edited.
struct Faults {
  Diagnosis diagnosis; ///< for such a game, without its own checks
  std::optional<Standing> game = {};
  [[nodiscard]] bool refused() const { return diagnosis.refused() || (game && !game->errors.empty()); }
};

constexpr std::size_t run_steps = 3; ///< for those who wait

class EditRun {
public:
  EditRun(Session const& session, EditOrder const& order, KgPolicy const& kg, EditPolicy const& policy,
          Publishing publishing)
      : session_(session), order_(order), kg_(kg), policy_(policy), publishing_(publishing) {}

  Result<EditOutcome> run(Retrying retrying) {
    auto const began = Monotonic::now();
    if (publishing_ == Publishing::yes) TRY(recover_edit(session_)); // left unfinished by another run
    EditOutcome outcome;
    outcome.engine = order_.engine;
    outcome.inputs = TRY(read_inputs(session_, order_.agent, kg_.artifacts));
    rules_ = TRY(rules_for(order_.agent, kg_));
    order_.plays =
        rules_.checks.profile == Profile::game && rules_.checks.simulation == play::Simulation::certain;
    auto const& inputs = outcome.inputs;
    auto const records = publishing_ == Publishing::yes || order_.engine == Engine::model;
    if (records && !order_.request.empty())
      if (auto done = TRY(published_run(session_, order_, inputs.set)))
        return known_outcome(session_, inputs, *std::move(done), EditEnd::published);
    if (records) {
      record_ = TRY(RunRecord::open(session_, order_, inputs, retrying));
      outcome.run = record_->id();
      if (auto const end = TRY(record_->end())) return known_outcome(session_, inputs, outcome.run, *end);
    }
    TRY(find_out(outcome));
    if (publishing_ == Publishing::yes) {
      TRY(conclude(*record_, outcome, began));
      TRY(prune_runs(session_, policy_.runs_kept));
    }
    outcome.wall = Monotonic::now() - began;
    return outcome;
  }

private:
  [[nodiscard]] unsigned attempts() const { return publishing_ == Publishing::plan ? 1 : policy_.attempts; }

  /// Plans and tries, in memory.
  Result<void> find_out(EditOutcome& outcome) {
    tell_progress(policy_.on_progress, {"edit: looking for errors", 0, run_steps});
    sound_ = outcome.inputs.set;
    auto before = TRY(faults());
    if (order_.repairs && before.diagnosis.refused() && before.diagnosis.tier() == Tier::syntax) {
      repaired_ = repair_texts(sound_, kg_.artifacts.depth);
      outcome.repaired = repaired_.sentences;
      outcome.repair.changed = repaired_.files;
      before = TRY(faults());
      if (!before.refused() && !outcome.repaired.empty()) return judge_whole(outcome);
    }
    if (!before.game && !is_patchable_by_models(before.diagnosis)) {
      say_unedited(outcome, before.diagnosis);
      return {};
    }
    tell_progress(policy_.on_progress, {"edit: repairing", 1, run_steps});
    auto const refused = before.refused();
    TRY(before.game ? repair_game(outcome, *std::move(before.game)) : repair_any(outcome));
    if (outcome.end == EditEnd::changed) return {};
    outcome.repair.changed = with_valid_texts(std::move(outcome.repair.changed), repaired_.files);
    if (outcome.repair.errors.empty() && outcome.repaired.empty() && !refused) {
      outcome.end = EditEnd::nothing;
      return {};
    }
    if (outcome.repair.lost_instructions) // R01: the pipeline's own check after a repair
      outcome.repair.remaining.emplace_back(
          "Instructions artifact is empty after repair — editor failed to regenerate instructions");
    if (outcome.repair.trouble) outcome.reason = outcome.repair.trouble->message;
    if (!outcome.repair.succeeded()) return {};
    return judge_whole(outcome);
  }

  [[nodiscard]] Result<Faults> faults() const {
    if (rules_.checks.profile != Profile::game || order_.engine == Engine::off)
      return Faults{TRY(diagnose(order_.agent, sound_, rules_, kg_.artifacts))};
    Faults faults{TRY(diagnose_all_but_game(order_.agent, sound_, rules_, kg_.artifacts))};
    if (!faults.diagnosis.refused() || faults.diagnosis.tier() == Tier::semantic)
      faults.game = standing_of(game::game_of(sound_), order_.reported, rules_.checks.simulation);
    return faults;
  }

  /// Valid JSON files that are refused, or that a wish wants changed.
  [[nodiscard]] bool is_patchable_by_models(Diagnosis const& before) const {
    if (order_.engine != Engine::model) return false;
    return before.refused() ? before.tier() != Tier::syntax : !order_.reported.empty();
  }

  void say_unedited(EditOutcome& outcome, Diagnosis const& before) const {
    outcome.repair.errors = outcome.repair.remaining = error_messages(before.findings);
    outcome.end = before.refused() || !order_.reported.empty() ? EditEnd::unrepaired : EditEnd::nothing;
    if (outcome.end == EditEnd::unrepaired)
      outcome.reason =
          before.tier() == Tier::syntax && before.refused()
              ? "the files have to be valid JSON first"
              : R"(rules edit only games (profile = "game") that every schema accepts: all else needs a model)";
  }

  Result<void> repair_game(EditOutcome& outcome, Standing broken) {
    if (order_.engine == Engine::model)
      return repair_at_desk(outcome, [&](ModelDesk& desk) -> Result<Repair> {
        return repair_by_models(std::move(broken), desk, outcome.inputs.specification, attempts(),
                                publishing_ == Publishing::plan ? Writing::no : Writing::yes);
      });
    outcome.repair = repair(std::move(broken), plan_by_rules, {}, attempts());
    return {};
  }

  Result<void> repair_any(EditOutcome& outcome) {
    auto const judge = [&](ArtifactSet const& set) {
      return every_error(order_.agent, set, rules_, kg_.artifacts);
    };
    return repair_at_desk(outcome, [&](ModelDesk& desk) {
      return repair_by_patches(sound_, order_.reported, judge, desk, attempts());
    });
  }

  Result<void> repair_at_desk(EditOutcome& outcome, std::function<Result<Repair>(ModelDesk&)> const& work) {
    auto const replies = TRY(record_->replies(session_));
    ModelDesk::Wanted wanted = [&, asked = std::size_t{0}]() mutable -> Result<bool> {
      tell_progress(policy_.on_progress, {"edit: asking models, call", ++asked});
      return publishing_ != Publishing::yes ||
             TRY(is_still_wanted(session_, order_, outcome.inputs.set, kg_.artifacts));
    };
    ModelDesk desk(policy_.models, order_.models, {session_.shown(), record_->id()}, replies.get(),
                   ModelDesk::Calls::made, policy_.cancel, std::move(wanted));
    outcome.repair = TRY(work(desk));
    outcome.spent = desk.spent();
    if (desk.denied()) {
      outcome.denied = true;
      outcome.reason = desk.denied()->message;
    }
    if (desk.stopped() && desk.stopped()->fault == Fault::changed) return overtaken(outcome);
    if (desk.stopped()) return fail(*desk.stopped());
    return {};
  }

  /// By every check its signal meets, except those that a repaired game has just passed.
  Result<void> judge_whole(EditOutcome& outcome) {
    tell_progress(policy_.on_progress, {"edit: checking the repair", 2, run_steps});
    outcome.reason = why_not_writable(outcome.inputs.set, outcome.repair.changed, kg_.artifacts);
    if (!outcome.reason.empty()) {
      outcome.repair.remaining = outcome.repair.errors;
      return {};
    }
    auto const edited = with_changed(outcome.inputs.set, order_.agent, outcome.repair.changed);
    outputs_ = digest_of(edited);
    auto const& judge = outcome.repair.playable ? diagnose_all_but_game : diagnose;
    auto const after = TRY(judge(order_.agent, edited, rules_, kg_.artifacts));
    outcome.repair.remaining = error_messages(after.findings);
    if (!after.refused()) outcome.end = EditEnd::published;
    return {};
  }

  static Result<void> overtaken(EditOutcome& outcome) {
    outcome.end = EditEnd::changed;
    outcome.reason = "the artifacts were written, submitted or given up while they were being repaired";
    return {};
  }

  Result<void> conclude(RunRecord const& record, EditOutcome& outcome, Moment began) {
    TRY(record.keep(session_, outcome.repair, outcome.inputs.set));
    // It is not over: the next attempt finds the replies already paid for. A request, however, has to know
    // how its run ended.
    if (outcome.denied && outcome.end == EditEnd::unrepaired && order_.request.empty()) return {};
    auto write_verdict = [&] {
      outcome.wall = Monotonic::now() - began;
      return record.conclude(session_, verdict_json(outcome, outputs_));
    };
    if (outcome.end == EditEnd::published) {
      if (TRY(publish_edit(session_, order_, record, outcome.inputs.set, outcome.repair.changed,
                           kg_.artifacts, write_verdict)))
        return {};
      TRY(overtaken(outcome));
    }
    return write_verdict();
  }

  Session const& session_;
  EditOrder order_;
  KgPolicy const& kg_;
  EditPolicy const& policy_;
  Publishing publishing_;
  AgentRules rules_;
  std::optional<RunRecord> record_;
  ArtifactSet sound_;      ///< the artifacts, as valid JSON if that was asked for
  RepairedTexts repaired_; ///< the repairs made for that
  std::string outputs_;    ///< digest of the artifacts after publishing
};

} // namespace

Result<EditOutcome> edit_artifacts(Session const& session, EditOrder const& order, KgPolicy const& kg,
                                   EditPolicy const& policy, Publishing publishing, Retrying retrying) {
  return EditRun(session, order, kg, policy, publishing).run(retrying);
}

Result<std::optional<EditOutcome>> ended_run(Session const& session, EditOrder const& order,
                                             KgPolicy const& kg) {
  auto inputs = TRY(read_inputs(session, order.agent, kg.artifacts));
  if (auto done = TRY(published_run(session, order, inputs.set)))
    return known_outcome(session, std::move(inputs), *std::move(done), EditEnd::published);
  auto const ended = TRY(RunRecord::ended(session, order, inputs));
  auto const how = ended ? TRY(ended->end()) : std::nullopt;
  if (!how) return std::nullopt;
  return known_outcome(session, std::move(inputs), ended->id(), *how);
}

} // namespace artifactd::editor

// What is kept of an editor's run, in the session it worked on, so that it can be inspected, repeated, and
// resumed after a kill:
//
//   .artifactd/runs/<id>/order.json      what was asked, by whom, with which inputs
//                        inputs/<file>   the artifacts as they were read
//                        replies/<key>/  every reply of a model (agents/model/cassette)
//                        plan-<n>.json   the plan of each attempt
//                        judgements.json what all checks said, for files that are not a game's
//                        outputs/<file>  the files that differ; after a failure, the best attempt
//                        patch.diff      the same for people
//                        verdict.json    how it ended; without it the run is not over
//
// Agents can write all of it: it grants nothing. What is published is computed by a run from the artifacts
// themselves, never taken from these files.
#pragma once

#include "agents/edit/coordinator.hpp"
#include "agents/edit/repair.hpp"
#include "merge/artifacts/artifact_set.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::editor {

/// Which models write what no rule writes: keys of the configuration.
struct EditModelKeys {
  std::string coordinator = {}; ///< makes the plans
  std::string fragments = {};   ///< writes fragments whose change is simple
  /// writes the others, and whole artifacts; empty: the same as `fragments`
  std::string complex_fragments = {};
};

struct EditOrder {
  Name agent; ///< whose artifacts
  Engine engine = Engine::rules;
  std::vector<std::string> reported = {}; ///< errors reported from outside, or a wish in words
  std::string asked_by = "person";        ///< or "kg", or "edit <name>"
  std::string asking = {}; ///< the signal file that requests it: wanted as long as that exists; empty: always
  std::string request = {}; ///< digest of an edit's file: each request is carried out once
  /// When the request was submitted, in ns since the epoch: a model's run that repaired nothing and ended
  /// before is repeated, since the model may answer differently.
  std::int64_t asked_ns = 0;
  EditModelKeys models = {}; ///< for Engine::model
  bool repairs = false;      ///< first repairs files that are almost JSON (state/json/repair)
  bool plays = false;        ///< a game is also judged by playing it; known once the run has begun
};

enum class EditEnd : std::uint8_t {
  published,  ///< the repaired files are in place, and the signal was submitted again
  unrepaired, ///< errors remain: nothing was changed
  nothing,    ///< nothing is wrong
  changed,    ///< the artifacts were modified meanwhile: nothing was changed
};
[[nodiscard]] std::string_view edit_end_word(EditEnd end) noexcept;

/// The input of a run.
struct EditInputs {
  ArtifactSet set;
  std::string specification = {}; ///< of the game, in words; empty if there is none
};

/// A failed run over the same inputs would fail again, unless a model answers differently.
enum class Retrying : std::uint8_t { no, yes };

/// A run's directory, open.
class RunRecord {
public:
  /// A run of this order over these inputs that is not over is resumed; one that repaired nothing is returned
  /// as it ended, unless `retrying` says to try again. Fault::busy while another process works on it, or, if
  /// it asks a model, while another such run works on the same agent's artifacts.
  static Result<RunRecord> open(Session const& session, EditOrder const& order, EditInputs const& inputs,
                                Retrying retrying);
  /// A run that repaired nothing, or had nothing to repair; std::nullopt if there is none.
  static Result<std::optional<RunRecord>> ended(Session const& session, EditOrder const& order,
                                                EditInputs const& inputs);

  [[nodiscard]] std::string const& id() const noexcept { return id_; }
  /// How it ended; std::nullopt if it has not.
  [[nodiscard]] Result<std::optional<EditEnd>> end() const;

  /// The directory for the models' replies.
  Result<UniqueFd> replies(Session const& session) const;
  /// Plans, judgements, outputs and patch.
  Result<void> keep(Session const& session, Repair const& repair, ArtifactSet const& inputs) const;
  /// Durable on return: the run is over.
  Result<void> conclude(Session const& session, nlohmann::ordered_json const& verdict) const;

private:
  RunRecord(std::string id, UniqueFd directory) : id_(std::move(id)), directory_(std::move(directory)) {}

  /// Whether it ended without a repair, and would do so again.
  [[nodiscard]] Result<bool> answers(EditOrder const& order) const;

  Result<void> begin(Session const& session, EditOrder const& order, EditInputs const& inputs,
                     std::string const& inputs_digest) const;

  std::string id_;
  UniqueFd directory_;
  UniqueFd artifacts_; ///< lock, held while models may be asked about them
};

/// The ids of the runs, oldest first. Limited to a number that can be listed.
Result<std::vector<std::string>> list_runs(Session const& session);

/// The run that carried out this request and published the current artifacts: it was cut short before the
/// signal was removed.
Result<std::optional<std::string>> published_run(Session const& session, EditOrder const& order,
                                                 ArtifactSet const& inputs);

/// One of its files, such as "verdict.json"; Fault::missing if there is none, Fault::invalid for an invalid
/// id.
Result<std::string> read_run_file(Session const& session, std::string const& id, std::string const& file);

/// A JSON file of a run. Fault::invalid if it is damaged.
Result<nlohmann::ordered_json> read_run_json(Session const& session, std::string const& id,
                                             std::string const& file);

/// The judgements a run's repair rests on if it cannot be judged again; std::nullopt if it can.
Result<std::optional<std::vector<Judgement>>> read_judgements(Session const& session, std::string const& id);

/// The file name for an attempt's plan, counted from 0.
[[nodiscard]] std::string plan_file(std::size_t attempt);
[[nodiscard]] std::string plan_text(ChangePlan const& plan);

/// Marks a run as not over: the next order for the same resumes it.
Result<void> reopen_run(Session const& session, std::string const& id);

/// Removes the oldest runs until `most` are left of those that are over, and `most` of those that are not,
/// since these may still be resumed. A run in use stays.
Result<void> prune_runs(Session const& session, std::size_t most);

} // namespace artifactd::editor

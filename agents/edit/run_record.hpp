// What is kept of an editor's run, in the session it worked on, so that it can be looked at, repeated, and
// taken up again where it was killed:
//
//   .artifactd/runs/<id>/order.json      what was asked, by whom, of which inputs
//                        inputs/<file>   the artifacts as they were read
//                        replies/<key>/  every reply of a model (agents/model/cassette)
//                        plan-<n>.json   the plan of each attempt
//                        judgements.json what every check said, of files that are no game's
//                        outputs/<file>  the files that differ; of a failure the best there is
//                        patch.diff      the same for people
//                        verdict.json    how it ended; without it the run is not over
//
// Agents can write all of it: it grants nothing. What is published is what a run computes from the artifacts
// themselves, never what stands here.
#pragma once

#include "agents/edit/coordinator.hpp"
#include "agents/edit/repair.hpp"
#include "merge/artifact_set.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::editor {

/// Which models write what no rule writes: keys of the configuration.
struct EditModelKeys {
  std::string coordinator = {};       ///< who plans
  std::string fragments = {};         ///< who writes fragments whose change is plain
  std::string complex_fragments = {}; ///< and the others, and whole artifacts; empty: the same
};

struct EditOrder {
  Name agent; ///< whose artifacts
  Engine engine = Engine::rules;
  std::vector<std::string> reported = {}; ///< errors that somebody tells; or what is wanted, in words
  std::string asked_by = "person";        ///< or "kg", or "edit <name>"
  std::string asking =
      {}; ///< the signal's file that asks for it: while it stands it is wanted; empty: always
  std::string request = {};  ///< digest of an edit's file: what it asks for is done once
  EditModelKeys models = {}; ///< of Engine::model
  bool mends = false;        ///< first makes JSON of what is almost JSON (state/json/mend)
  bool plays = false;        ///< a game is judged by playing it, too; known once the run has begun
};

enum class EditEnd : std::uint8_t {
  published, ///< the repaired files stand, and the signal is dropped again
  unmended,  ///< errors remain: nothing was changed
  nothing,   ///< nothing is wrong
  changed,   ///< somebody wrote the artifacts meanwhile: nothing was changed
};
[[nodiscard]] std::string_view edit_end_word(EditEnd end) noexcept;

/// What a run works on.
struct EditInputs {
  ArtifactSet set;
  std::string specification = {}; ///< of the game, in words; empty: there is none
};

/// What failed once over the same inputs fails again, but for a model's mood.
enum class Retrying : std::uint8_t { no, yes };

/// A run's directory, open.
class RunRecord {
public:
  /// A run of this order over these inputs that is not over is taken up again; one that mended nothing is
  /// returned as it ended, unless it is to be tried again. Fault::busy while somebody else is at it, or, for
  /// one that asks a model, while another such run is at the same agent's artifacts.
  static Result<RunRecord> open(Session const& session, EditOrder const& order, EditInputs const& inputs,
                                Retrying retrying);
  /// One that mended nothing, or had nothing to mend; nothing where there is none.
  static Result<std::optional<RunRecord>> ended(Session const& session, EditOrder const& order,
                                                EditInputs const& inputs);

  [[nodiscard]] std::string const& id() const noexcept { return id_; }
  /// How it ended, if it did.
  [[nodiscard]] Result<std::optional<EditEnd>> end() const;

  /// Where the replies of models are kept.
  Result<UniqueFd> replies(Session const& session) const;
  /// Plans, judgements, outputs and patch.
  Result<void> keep(Session const& session, Repair const& repair, ArtifactSet const& inputs) const;
  /// Durable when it returns: the run is over.
  Result<void> conclude(Session const& session, nlohmann::ordered_json const& verdict) const;

private:
  RunRecord(std::string id, UniqueFd directory) : id_(std::move(id)), directory_(std::move(directory)) {}

  [[nodiscard]] Result<bool> is_without_result() const;

  Result<void> begin(Session const& session, EditOrder const& order, EditInputs const& inputs,
                     std::string const& inputs_digest) const;

  std::string id_;
  UniqueFd directory_;
  UniqueFd artifacts_; ///< locked for as long as models may be asked about them
};

/// The directories of runs, by id, oldest first. Not more than can be looked at.
Result<std::vector<std::string>> list_runs(Session const& session);

/// The run that did what this request asks for and published what stands there now: it was cut short before
/// the signal went.
Result<std::optional<std::string>> published_run(Session const& session, EditOrder const& order,
                                                 ArtifactSet const& inputs);

/// One of its files, such as "verdict.json"; Fault::missing when there is none, Fault::invalid for an id that
/// is none.
Result<std::string> read_run_file(Session const& session, std::string const& id, std::string const& file);

/// A JSON file of a run. Fault::invalid for one that is damaged.
Result<nlohmann::ordered_json> read_run_json(Session const& session, std::string const& id,
                                             std::string const& file);

/// What a run's repair rests on where it cannot be judged again; nothing where it can.
Result<std::optional<std::vector<Judgement>>> read_judgements(Session const& session, std::string const& id);

/// Of the plan of an attempt, counted from 0.
[[nodiscard]] std::string plan_file(std::size_t attempt);
[[nodiscard]] std::string plan_text(ChangePlan const& plan);

/// It is not over after all: whoever asks for the same takes it up.
Result<void> reopen_run(Session const& session, std::string const& id);

/// Removes the oldest until so many are left of those that are over, and of those that are not: somebody may
/// still take these up. One that somebody is at stays.
Result<void> prune_runs(Session const& session, std::size_t most);

} // namespace artifactd::editor

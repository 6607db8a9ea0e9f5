#include "agents/state/drive/own_actions.hpp"

#include "agents/state/drive/run_documents.hpp"
#include "state/tuning/actions.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace action = tuning::action;

Result<Stopped> begin_run(DriveRun& run) {
  if (!run.wishes.beginning)
    return fail(Fault::invalid, "the run has not begun: say what it is about with --skill and --issue");
  TRY(run.state.must_publish(
      [&](std::string_view text) { return tuning::record_begun(text, *run.wishes.beginning); }));
  run.tell(action::init, "done", run.wishes.beginning->path);
  return Stopped();
}

Result<Stopped> report_run(DriveRun& run) {
  auto const rehearsed =
      tuning::TuningState::read(TRY(tuning::record_score(run.state.text(), tuning::formula_of(*run.state))));
  auto const files = TRY(write_tuning_report(run.session, rehearsed));
  TRY(run.state.must_publish([&](std::string_view text) -> Result<std::string> {
    auto const scored = TRY(tuning::record_score(text, tuning::formula_of(*run.state)));
    return tuning::record_done(scored, action::report, files);
  }));
  run.tell(action::report, "done",
           fmt::format("score {}, gate {}", run.state->score, tuning::gate_word(run.state->gate)));
  return Stopped();
}

Result<Stopped> complete_run(DriveRun& run) {
  auto const files = TRY(write_tuning_summary(run.session, *run.state));
  TRY(run.state.must_publish([&](std::string_view text) -> Result<std::string> {
    return tuning::record_ended(TRY(tuning::record_done(text, action::complete, files)),
                                tuning::Status::completed);
  }));
  run.tell(action::complete, "done",
           fmt::format("score {}, gate {}", run.state->score, tuning::gate_word(run.state->gate)));
  return Stopped();
}

Result<void> abort_run(DriveRun& run) {
  auto const files = TRY(write_abort_report(run.session, *run.state, run.continuing()));
  TRY(run.state.must_publish([&](std::string_view text) -> Result<std::string> {
    return tuning::record_ended(TRY(tuning::record_done(text, action::abort, files)), tuning::Status::failed);
  }));
  run.tell(action::abort, "done",
           run.state->errors.empty() ? "" : printable(run.state->errors.back().message));
  return {};
}

} // namespace artifactd

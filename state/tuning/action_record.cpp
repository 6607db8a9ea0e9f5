#include "state/tuning/action_record.hpp"

#include "state/json/json_text.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/edit.hpp"
#include "state/tuning/fix_record.hpp"
#include "state/tuning/words.hpp"

#include <fmt/core.h>

namespace artifactd::tuning {

namespace {

std::string_view outcome_word(Outcome outcome) noexcept {
  return outcome_words[static_cast<std::size_t>(outcome)];
}

Json history_entry(std::string_view action, std::string const& from, Json until, Json result,
                   std::vector<std::string> const& files) {
  return {{"action", action},
          {"started_at", from},
          {"completed_at", std::move(until)},
          {"result", std::move(result)},
          {"output_files", files}};
}

Result<std::string> set(std::string_view text, std::string const& path, Json const& value) {
  return set_member(text, path, compact(value));
}

} // namespace

Result<std::string> record_begun(std::string_view text, Beginning const& beginning) {
  auto const state = TuningState::read(std::string(text));
  if (state.status != Status::pending) return fail(Fault::changed, "the run has already begun");
  auto const now = record_time(text);
  auto focus = beginning.focus;
  if (focus.empty())
    for (auto const area : areas)
      focus.emplace_back(area_word(area));
  Json const update{{"status", "running"},
                    {"started_at", now},
                    {"target_skill",
                     {{"name", beginning.skill},
                      {"path", beginning.path},
                      {"execution_mode", beginning.autonomous ? "autonomous" : "sequential"},
                      {"phases", beginning.phases},
                      {"specs", beginning.specs}}},
                    {"user_issue_description", beginning.issue},
                    {"focus_areas", focus},
                    {"max_iterations", beginning.max_iterations},
                    {"work_dir", beginning.work_dir},
                    {"backup_dir", beginning.backup_dir}};
  return record_done(TRY(merge_update(text, compact(update))), action::init, {});
}

Result<std::string> record_opened(std::string_view text, std::string_view action) {
  auto const state = TuningState::read(std::string(text));
  if (state.current_action)
    return fail(Fault::busy, fmt::format("{} is under way", state.current_action->text));
  auto const opened =
      TRY(set(text, "/action_history/-", history_entry(action, record_time(text), nullptr, nullptr, {})));
  return set(opened, "/current_action", action);
}

Result<std::string> record_closed(std::string_view text, Outcome outcome,
                                  std::vector<std::string> const& files) {
  auto const state = TuningState::read(std::string(text));
  if (!state.current_action || state.history.empty()) return fail(Fault::changed, "no action is under way");
  auto const place = fmt::format("/action_history/{}", state.history.size() - 1);
  auto closed = TRY(set(text, place + "/completed_at", record_time(text)));
  closed = TRY(set(closed, place + "/result", outcome_words[static_cast<std::size_t>(outcome)]));
  closed = TRY(set(closed, place + "/output_files", files));
  closed = TRY(set(closed, "/current_action", nullptr));
  if (outcome != Outcome::success) return closed;
  return set(closed, "/completed_actions/-", state.current_action->text);
}

Result<std::string> record_error(std::string_view text, std::string_view action, std::string_view message,
                                 bool recoverable) {
  auto const state = TuningState::read(std::string(text));
  Json const error{{"action", action},
                   {"message", message},
                   {"timestamp", record_time(text)},
                   {"recoverable", recoverable}};
  return set(TRY(set(text, "/errors/-", error)), "/error_count", state.error_count + 1);
}

Result<std::string> record_done(std::string_view text, std::string_view action,
                                std::vector<std::string> const& files) {
  auto const state = TuningState::read(std::string(text));
  if (state.current_action)
    return fail(Fault::busy, fmt::format("{} is under way", state.current_action->text));
  return set(TRY(record_closed_entry(text, action, Outcome::success, files)), "/completed_actions/-", action);
}

Result<std::string> record_closed_entry(std::string_view text, std::string_view action, Outcome outcome,
                                        std::vector<std::string> const& files) {
  auto const now = record_time(text);
  return set(text, "/action_history/-", history_entry(action, now, now, outcome_word(outcome), files));
}

Result<std::string> record_counts(std::string_view text) {
  return set(text, "/issues_by_severity", to_json(count_issues(TuningState::read(std::string(text)))));
}

Result<std::string> record_score(std::string_view text, Formula formula) {
  auto const state = TuningState::read(std::string(text));
  auto const counts = count_issues(state);
  auto const by_specification = formula == Formula::specification;
  auto const score = by_specification ? score_by_specification(state) : score_by_actions(counts);
  auto const gate = by_specification ? gate_by_specification(counts, score) : gate_by_actions(counts, score);
  return set(TRY(set(TRY(record_counts(text)), "/quality_score", score)), "/quality_gate", gate_word(gate));
}

Result<std::string> record_ended(std::string_view text, Status status) {
  return set(text, "/status", status == Status::completed ? "completed" : "failed");
}

} // namespace artifactd::tuning

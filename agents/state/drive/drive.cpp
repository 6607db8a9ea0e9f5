#include "agents/state/drive/drive.hpp"

#include "agents/state/drive/asking.hpp"
#include "agents/state/drive/fix_actions.hpp"
#include "agents/state/drive/kept_answer.hpp"
#include "agents/state/drive/own_actions.hpp"
#include "agents/state/drive/work_copy.hpp"
#include "agents/state/state_kind.hpp"
#include "state/json/parsed.hpp"
#include "state/platform/identity.hpp"
#include "state/tuning/actions.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/core.h>
#include <fnmatch.h>

namespace artifactd {

namespace fs = std::filesystem;
namespace action = tuning::action;

namespace {

using tuning::Outcome;
using tuning::TuningState;

constexpr int most_in_vain = 3; ///< actions in a row that change nothing

/// Everything in a state except its bookkeeping.
std::string substance(TuningState const& state) {
  auto json = json::value_of(*state.text);
  for (auto const* member :
       {"updated_at", "completed_actions", "current_action", "action_history", "errors", "error_count"})
    json.erase(member);
  return compact(json);
}

class Driver {
public:
  explicit Driver(DriveRun run) : run_(std::move(run)) {}

  Result<DriveReport> go() {
    auto report = TRY(run_to_its_end());
    report.left = run_.state.digest();
    return report;
  }

private:
  Result<DriveReport> run_to_its_end() {
    TRY(KeptAnswer::forget_old(run_.session, *run_.state));
    WorkCopy::remove_left(run_.session);
    if (run_.state->current_action) TRY(close_interrupted());
    for (;;) {
      if (run_.wishes.ends())
        return DriveReport{DriveEnding::ended, "ended as requested; the same command continues the run"};
      auto const next = tuning::next_action(*run_.state);
      if (next.action.empty())
        return DriveReport{run_.state->status == tuning::Status::completed ? DriveEnding::completed
                                                                           : DriveEnding::failed,
                           next.why};
      if (next.action != action::abort && next.action != action::complete)
        if (auto const hopeless = why_hopeless(); !hopeless.empty()) {
          TRY(give_up(hopeless));
          continue;
        }
      auto const before = substance(*run_.state);
      auto stopped = TRY(perform(next.action));
      if (stopped) return *std::move(stopped);
      in_vain_ = substance(*run_.state) == before ? in_vain_ + 1 : 0;
      if (next.action == run_.wishes.until)
        return DriveReport{DriveEnding::until, "ended after " + next.action};
    }
  }

  std::string why_hopeless() const {
    if (in_vain_ >= most_in_vain) return fmt::format("{} actions in a row changed nothing", most_in_vain);
    if (run_.state->history.size() >= run_.policy.most_actions)
      return fmt::format("the run has reached its limit of {} actions", run_.policy.most_actions);
    return {};
  }

  Result<void> give_up(std::string const& why) {
    TRY(run_.state.must_publish(
        [&](std::string_view text) { return tuning::record_error(text, "drive", why, false); }));
    return abort_run(run_);
  }

  /// The first interruption is free, and the action is asked for again; two in a row count as a failure.
  Result<void> close_interrupted() {
    auto const name = run_.state->current_action->text;
    auto const again = was_interrupted(name);
    TRY(run_.state.must_publish([&](std::string_view text) -> Result<std::string> {
      auto closed = TRY(tuning::record_closed(text, Outcome::failure, {}));
      if (!again) return closed;
      return tuning::record_error(closed, name, "interrupted twice", true);
    }));
    run_.tell(name, "failed", "interrupted: its driver is gone");
    return {};
  }

  /// Whether the previous entry is of the same action and failed without an error.
  bool was_interrupted(std::string const& name) const {
    auto const& history = run_.state->history;
    if (history.size() < 2) return false;
    auto const& before = history[history.size() - 2];
    return before.action.text == name && before.outcome == Outcome::failure &&
           std::ranges::none_of(run_.state->errors, [&](tuning::ErrorEntry const& each) {
             return each.action == name && each.timestamp.ns >= before.started_at.ns;
           });
  }

  Result<Stopped> perform(std::string const& name) {
    if (name == action::init) return begin_run(run_);
    if (name == action::apply) return apply_next_fix(run_);
    if (name == action::verify) return verify_run(run_, {});
    if (name == action::complete) return complete_run(run_);
    if (name == action::abort) {
      TRY(abort_run(run_));
      return Stopped();
    }
    if (name == action::report && !is_named(name)) return report_run(run_);
    return ask_agents(run_, name);
  }

  /// Whether a command is configured for exactly this action: actions without judgement use no other.
  bool is_named(std::string const& name) const {
    return std::ranges::find(run_.policy.actions, name, &ActionRule::match) != run_.policy.actions.end();
  }

  DriveRun run_;
  int in_vain_ = 0;
};

/// A run that has begun keeps its skill.
Result<void> check_skill(tuning::TuningState const& state, tuning::Beginning const& beginning,
                         std::string const& root) {
  auto const& begun = state.target_path;
  if (!begun || begun->text.empty()) return {};
  auto const place = [&](std::string const& path) { return (fs::path(root) / path).lexically_normal(); };
  if (place(begun->text) == place(beginning.path)) return {};
  return fail(Fault::exists, fmt::format("this run is about {}: tune {} in a session of its own", begun->text,
                                         beginning.path));
}

} // namespace

std::string_view ending_word(DriveEnding ending) noexcept {
  constexpr std::array<std::string_view, 5> words = {"completed", "failed", "person", "until", "ended"};
  return words[static_cast<std::size_t>(ending)];
}

Json to_json(DriveTold const& told) {
  return {{"event", told.what}, {"action", told.action}, {"words", told.words}};
}

Json to_json(DriveReport const& report) {
  return {{"event", "end"}, {"ending", ending_word(report.ending)}, {"why", report.why}};
}

Result<std::vector<std::string>> command_for(DrivePolicy const& policy, std::string const& name) {
  ActionRule const* chosen = nullptr;
  for (auto const& rule : policy.actions) {
    if (::fnmatch(rule.match.c_str(), name.c_str(), 0) != 0) continue;
    if (chosen != nullptr && chosen->match.size() == rule.match.size())
      return fail(Fault::invalid,
                  fmt::format("two commands are configured for {}: match = \"{}\" and match = \"{}\"", name,
                              chosen->match, rule.match));
    if (chosen == nullptr || rule.match.size() > chosen->match.size()) chosen = &rule;
  }
  return chosen == nullptr ? std::vector<std::string>() : chosen->command;
}

Result<DriveReport> drive(Session const& session, DrivePolicy const& policy, DriveWishes const& wishes) {
  auto const signal = SignalName{Name::of_document(state_kind), state_kind};
  auto const lock =
      answer_as_self([&] { return RunLock::take(policy.run_locks, session.shown() + " drive", signal); });
  if (!lock && lock.error().fault == Fault::busy)
    return fail(Fault::busy, "another process is already driving this run");
  if (!lock) return fail(lock.error());
  if (TRY(state_in_place(session)).target_path && !policy.fixes.target_root.empty())
    TRY(settled_state(session, policy.fixes));
  auto state = TRY(DrivenState::read(session, policy.fixes.history));
  if (wishes.beginning) TRY(check_skill(*state, *wishes.beginning, policy.fixes.target_root));
  return Driver({session, policy, wishes, *lock, std::move(state)}).go();
}

} // namespace artifactd

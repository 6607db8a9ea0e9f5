#include "agents/state/drive/drive.hpp"

#include "agents/state/drive/action_result.hpp"
#include "agents/state/drive/driven_state.hpp"
#include "agents/state/drive/kept_answer.hpp"
#include "agents/state/drive/run_documents.hpp"
#include "agents/state/state_kind.hpp"
#include "state/identity.hpp"
#include "state/json_text.hpp"
#include "state/names.hpp"
#include "state/session_layout.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/fix_record.hpp"
#include "state/tuning/judge.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <fnmatch.h>
#include <future>
#include <map>

namespace artifactd {

namespace {

namespace action = tuning::action;
using tuning::Outcome;
using tuning::TuningState;
using Answer = std::expected<Json, std::string>;

constexpr int most_refusals = 3; ///< that an agent is told of
constexpr int most_in_vain = 3;  ///< actions in a row that change nothing
constexpr std::size_t most_faults_told = 20;
constexpr std::array<std::string_view, 4> risk_words = {"none", "low", "medium", "high"};

bool is_diagnosis(std::string const& name) {
  return name.starts_with("action-diagnose-");
}

/// Everything a run is about, its bookkeeping left out.
std::string substance(TuningState const& state) {
  auto json = Json::parse(*state.text);
  for (auto const* member :
       {"updated_at", "completed_actions", "current_action", "action_history", "errors", "error_count"})
    json.erase(member);
  return compact(json);
}

Risk risk_of(tuning::Fix const& fix) {
  auto const json = Json::parse(fix.node->text());
  return risk_from(json.value("risk", "high")).value_or(Risk::high);
}

std::vector<std::string> sentences(std::vector<Finding> const& findings) {
  std::vector<std::string> told;
  for (auto const& each : findings) {
    if (told.size() == most_faults_told) break;
    told.push_back(printable(fmt::format("{}: {}{}", each.pointer.value_or("/"), each.message,
                                         each.expected.empty() ? "" : "; expected: " + each.expected)));
  }
  return told;
}

class Driver {
public:
  Driver(Session const& session, DrivePolicy const& policy, DriveWishes const& wishes, RunLock const& lock,
         DrivenState state)
      : session_(session), policy_(policy), wishes_(wishes), lock_(lock), state_(std::move(state)) {}

  Result<DriveReport> go() {
    if (state_->current_action) TRY(close_interrupted());
    for (;;) {
      if (wishes_.ends())
        return DriveReport{DriveEnding::ended, "ended as was wished; the same command goes on"};
      auto const next = tuning::next_action(*state_);
      if (next.action.empty())
        return DriveReport{state_->status == tuning::Status::completed ? DriveEnding::completed
                                                                       : DriveEnding::failed,
                           next.why};
      if (next.action != action::abort && next.action != action::complete)
        if (auto const hopeless = why_hopeless(); !hopeless.empty()) {
          TRY(give_up(hopeless));
          continue;
        }
      auto const before = substance(*state_);
      auto stopped = TRY(perform(next.action));
      if (stopped) return *std::move(stopped);
      in_vain_ = substance(*state_) == before ? in_vain_ + 1 : 0;
      if (next.action == wishes_.until) return DriveReport{DriveEnding::until, "ended behind " + next.action};
    }
  }

private:
  using Stopped = std::optional<DriveReport>;

  void tell(std::string_view name, std::string what, std::string words = {}) const {
    if (wishes_.told) wishes_.told({std::string(name), std::move(what), std::move(words)});
  }

  std::string why_hopeless() const {
    if (in_vain_ >= most_in_vain) return fmt::format("{} actions in a row changed nothing", most_in_vain);
    if (state_->history.size() >= policy_.most_actions)
      return fmt::format("{} actions are as many as a run may have", policy_.most_actions);
    return {};
  }

  Result<void> give_up(std::string const& why) {
    TRY(state_.must_publish(
        [&](std::string_view text) { return tuning::record_error(text, "drive", why, false); }));
    return abort_run();
  }

  /// Once it costs nothing, and the action is asked for again; twice in a row it counts as any failure.
  Result<void> close_interrupted() {
    auto const name = state_->current_action->text;
    auto const again = was_interrupted(name);
    TRY(state_.must_publish([&](std::string_view text) -> Result<std::string> {
      auto closed = TRY(tuning::record_closed(text, Outcome::failure, {}));
      if (!again) return closed;
      return tuning::record_error(closed, name, "interrupted twice", true);
    }));
    tell(name, "failed", "interrupted: its driver is gone");
    return {};
  }

  /// Whether the entry before the open one is of the same action, which failed without an error.
  bool was_interrupted(std::string const& name) const {
    auto const& history = state_->history;
    if (history.size() < 2) return false;
    auto const& before = history[history.size() - 2];
    return before.action.text == name && before.outcome == Outcome::failure &&
           std::ranges::none_of(state_->errors, [&](tuning::ErrorEntry const& each) {
             return each.action == name && each.timestamp.ns >= before.started_at.ns;
           });
  }

  Result<Stopped> perform(std::string const& name) {
    if (name == action::init) return begin();
    if (name == action::apply) return apply();
    if (name == action::verify) return verify({});
    if (name == action::complete) return complete();
    if (name == action::abort) {
      TRY(abort_run());
      return Stopped();
    }
    if (name == action::report && !is_named(name)) return report();
    return ask(name);
  }

  /// Whether a command is configured for just this action: what needs no judgement is asked of nobody else.
  bool is_named(std::string const& name) const {
    return std::ranges::find(policy_.actions, name, &ActionRule::match) != policy_.actions.end();
  }

  Result<Stopped> begin() {
    if (!wishes_.beginning)
      return fail(Fault::invalid, "the run has not begun: name what it is about by --skill and --issue");
    TRY(state_.must_publish(
        [&](std::string_view text) { return tuning::record_begun(text, *wishes_.beginning); }));
    tell(action::init, "done", wishes_.beginning->path);
    return Stopped();
  }

  Result<Stopped> report() {
    auto const rehearsed =
        TuningState::read(TRY(tuning::record_score(state_.text(), tuning::formula_of(*state_))));
    auto const files = TRY(write_tuning_report(session_, rehearsed));
    TRY(state_.must_publish([&](std::string_view text) -> Result<std::string> {
      auto const scored = TRY(tuning::record_score(text, tuning::formula_of(*state_)));
      return tuning::record_done(scored, action::report, files);
    }));
    tell(action::report, "done",
         fmt::format("score {}, gate {}", state_->score, tuning::gate_word(state_->gate)));
    return Stopped();
  }

  Result<Stopped> complete() {
    auto const files = TRY(write_tuning_summary(session_, *state_));
    TRY(state_.must_publish([&](std::string_view text) -> Result<std::string> {
      return tuning::record_ended(TRY(tuning::record_done(text, action::complete, files)),
                                  tuning::Status::completed);
    }));
    tell(action::complete, "done",
         fmt::format("score {}, gate {}", state_->score, tuning::gate_word(state_->gate)));
    return Stopped();
  }

  Result<void> abort_run() {
    auto const files = TRY(write_abort_report(session_, *state_));
    TRY(state_.must_publish([&](std::string_view text) -> Result<std::string> {
      return tuning::record_ended(TRY(tuning::record_done(text, action::abort, files)),
                                  tuning::Status::failed);
    }));
    tell(action::abort, "done", state_->errors.empty() ? "" : printable(state_->errors.back().message));
    return {};
  }

  /// The first pending fix that needs no person's word.
  Result<Stopped> apply() {
    std::vector<std::string> waiting;
    for (auto const& pending : state_->pending) {
      auto const name = pending.text;
      auto const* fix = state_->proposed_fix(name);
      if (fix != nullptr && risk_of(*fix) > policy_.yes_to) {
        waiting.push_back(name);
        continue;
      }
      TRY(state_.check());
      auto const outcome = TRY(apply_fix(session_, policy_.fixes, name, Rehearsal::no));
      if (outcome.what == FixOutcome::What::drifted) return drop(outcome);
      tell(action::apply, "done", to_text(outcome));
      TRY(state_.look_again());
      // Before another fix changes the same files.
      return verify(name);
    }
    // What was applied has its verdict before a person is asked.
    auto const unverified =
        std::ranges::find(state_->applied, tuning::Verification::pending, &tuning::AppliedFix::verification);
    if (unverified != state_->applied.end()) TRY(verify({}));
    auto const which = fmt::format("{}", fmt::join(waiting, ", "));
    tell(action::apply, "waits", which);
    return Stopped(DriveReport{
        DriveEnding::person,
        fmt::format("{} {} more risk than may be taken alone: `artifactctl state apply {} {}` "
                    "approves, `artifactctl state drop` declines; then drive on",
                    which, waiting.size() == 1 ? "has" : "have", session_.shown(), waiting.front())});
  }

  /// A fix that no longer fits the files is not applied, and costs an error.
  Result<Stopped> drop(FixOutcome const& outcome) {
    auto const words = to_text(outcome);
    TRY(state_.must_publish([&](std::string_view text) -> Result<std::string> {
      auto const skipped = TRY(tuning::record_skipped(text, outcome.fix));
      return tuning::record_error(skipped, action::apply, words, true);
    }));
    tell(action::apply, "failed", words);
    return Stopped();
  }

  /// Nothing: all that wait for their verdict.
  Result<Stopped> verify(std::optional<std::string> const& fix) {
    TRY(state_.check());
    for (auto const& outcome : TRY(verify_fixes(session_, policy_.fixes, fix))) {
      tell(action::verify, outcome.what == FixOutcome::What::passed ? "done" : "failed", to_text(outcome));
      if (outcome.what != FixOutcome::What::failed) continue;
      auto const back = TRY(rollback_fix(session_, policy_.fixes, outcome.fix, Rehearsal::no));
      tell(action::verify, "done", to_text(back));
    }
    TRY(state_.look_again());
    return Stopped();
  }

  /// Diagnoses that are due are made side by side, and taken in one after the other.
  Result<Stopped> ask(std::string const& name) {
    auto due = is_diagnosis(name) ? tuning::diagnoses_due(*state_) : std::vector{name};
    if (std::ranges::find(due, name) == due.end()) due = {name};
    for (auto const& each : due)
      if (TRY(command_for(policy_, each)).empty())
        return fail(
            Fault::missing,
            fmt::format("no command is configured for {}: [[tuning.action]] match = \"{}\", command = […]",
                        each, each));
    auto target = fix_target(policy_.fixes.target_root, *state_);
    if (!target) return fail(std::move(target).error());
    TRY(open(name));
    auto answers = TRY(first_answers(due, *target));
    for (auto const& each : due) {
      if (each != name) TRY(open(each));
      auto stopped = TRY(take(each, *target, answers.at(each)));
      if (stopped) return stopped;
      if (each == wishes_.until || state_->error_count >= state_->max_errors) break;
    }
    return Stopped();
  }

  Result<void> open(std::string const& name) {
    TRY(state_.must_publish([&](std::string_view text) { return tuning::record_opened(text, name); }));
    tell(name, "began");
    return {};
  }

  struct First {
    std::string base; ///< the state the agent was shown
    Answer answer;
  };

  Result<std::map<std::string, First>> first_answers(std::vector<std::string> const& names,
                                                     FixTarget const& target) {
    std::map<std::string, First> answers;
    std::map<std::string, std::future<Result<Answer>>> running;
    auto const base = state_.text();
    for (auto const& name : names) {
      if (auto kept = KeptAnswer::read(session_, *state_, name)) {
        answers.emplace(name, First{kept->base, Answer(std::move(kept->answer))});
        continue;
      }
      // A thread takes over the identity of whoever starts it, for good: it is started as artifactd itself.
      running.emplace(name, answer_as_self([&, name] {
                        return std::async(std::launch::async,
                                          [this, name, base, &target]() -> Result<Answer> {
                                            auto const identity = TRY(session_identity(session_.stamp()));
                                            auto const scope = TRY(SessionScope::enter(identity));
                                            return asked(name, base, target, {});
                                          });
                      }));
    }
    std::optional<Error> trouble;
    for (auto& [name, future] : running) {
      auto answer = future.get();
      if (!answer) {
        trouble = std::move(answer).error();
        continue;
      }
      if (*answer) KeptAnswer::keep(session_, *state_, name, {base, **answer});
      answers.emplace(name, First{base, *std::move(answer)});
    }
    end_others();
    if (trouble) return fail(*std::move(trouble));
    return answers;
  }

  Result<Answer> asked(std::string const& name, std::string const& base, FixTarget const& target,
                       std::vector<std::string> const& faults) const {
    return run_action(session_, target, {name, TRY(command_for(policy_, name)), base, faults}, policy_.agents,
                      policy_.fixes.runner, lock_.fd(), wishes_.cancel);
  }

  /// Takes an answer in, or has the agent repair it, until it is told for the last time.
  Result<Stopped> take(std::string const& name, FixTarget const& target, First first) {
    std::vector<std::string> faults;
    for (int refused = 0;; ++refused) {
      if (!first.answer) {
        faults = {printable(first.answer.error())};
      } else {
        auto const taken = TRY(take_answer(name, first.base, state_.text(), *first.answer));
        faults = taken.faults.empty() ? TRY(settle(name, taken)) : taken.faults;
        if (faults.empty()) return done(name, taken.told);
      }
      KeptAnswer::forget(session_, name);
      if (cancelled() || refused == most_refusals) break;
      tell(name, "refused", fmt::format("{}", fmt::join(faults, "; ")));
      first.base = state_.text();
      first.answer = TRY(asked(name, first.base, target, faults));
      end_others();
    }
    return failed(name, faults);
  }

  /// The state with the answer in it, if it is accepted; else what is wrong, one sentence each.
  Result<std::vector<std::string>> settle(std::string const& name, Taken const& taken) {
    // What is to be counted has to have the form of a state.
    auto const judged = tuning::judge(layout::tuning_state, taken.text);
    if (!judged.state) return sentences(judged.findings);
    auto const change = [&](std::string_view) -> Result<std::string> {
      auto const counted = TRY(tuning::record_counts(taken.text));
      return tuning::record_closed(counted, Outcome::success, output_files(name));
    };
    return sentences(TRY(state_.publish(change)));
  }

  static std::vector<std::string> output_files(std::string const& name) {
    if (name == action::propose) return {"fixes/fix-proposals.json"};
    if (is_diagnosis(name))
      return {fmt::format("diagnosis/{}-diagnosis.json", name.substr(name.rfind('-') + 1))};
    return {};
  }

  Result<Stopped> done(std::string const& name, std::string const& told) {
    KeptAnswer::forget(session_, name);
    TRY(write_findings(session_, *state_, name));
    tell(name, "done", told);
    return Stopped();
  }

  void end_others() const {
    as_self([this] { lock_.end_others(); });
  }

  [[nodiscard]] bool cancelled() const { return wishes_.ends(); }

  Result<Stopped> failed(std::string const& name, std::vector<std::string> const& faults) {
    auto const words = faults.empty() ? std::string("no answer") : faults.front();
    if (cancelled()) {
      TRY(state_.must_publish(
          [&](std::string_view text) { return tuning::record_closed(text, Outcome::skipped, {}); }));
      return Stopped(
          DriveReport{DriveEnding::ended, name + " was ended; the same command asks for it again"});
    }
    TRY(state_.must_publish([&](std::string_view text) -> Result<std::string> {
      auto const closed = TRY(tuning::record_closed(text, Outcome::failure, {}));
      return tuning::record_error(closed, name, words, true);
    }));
    tell(name, "failed", fmt::format("{}", fmt::join(faults, "; ")));
    return Stopped();
  }

  Session const& session_;
  DrivePolicy const& policy_;
  DriveWishes const& wishes_;
  RunLock const& lock_;
  DrivenState state_;
  int in_vain_ = 0;
};

} // namespace

std::optional<Risk> risk_from(std::string_view word) noexcept {
  auto const found = std::ranges::find(risk_words, word);
  if (found == risk_words.end()) return std::nullopt;
  return static_cast<Risk>(found - risk_words.begin());
}

Result<std::vector<std::string>> command_for(DrivePolicy const& policy, std::string const& name) {
  ActionRule const* chosen = nullptr;
  for (auto const& rule : policy.actions) {
    if (::fnmatch(rule.match.c_str(), name.c_str(), 0) != 0) continue;
    if (chosen != nullptr && chosen->match.size() == rule.match.size())
      return fail(Fault::invalid,
                  fmt::format("two commands are configured for {}: of match = \"{}\" and match = \"{}\"",
                              name, chosen->match, rule.match));
    if (chosen == nullptr || rule.match.size() > chosen->match.size()) chosen = &rule;
  }
  return chosen == nullptr ? std::vector<std::string>() : chosen->command;
}

Result<DriveReport> drive(Session const& session, DrivePolicy const& policy, DriveWishes const& wishes) {
  auto const signal = SignalName{Name::of_document(state_kind), state_kind};
  auto const lock =
      answer_as_self([&] { return RunLock::take(policy.run_locks, session.shown() + " drive", signal); });
  if (!lock && lock.error().fault == Fault::busy) return fail(Fault::busy, "another drives this run already");
  if (!lock) return fail(lock.error());
  if (TRY(state_in_place(session)).target_path && !policy.fixes.target_root.empty())
    TRY(settled_state(session, policy.fixes));
  auto state = TRY(DrivenState::read(session, policy.fixes.history));
  return Driver(session, policy, wishes, *lock, std::move(state)).go();
}

} // namespace artifactd

#include "agents/state/drive/asking.hpp"

#include "agents/state/drive/action_result.hpp"
#include "agents/state/drive/kept_answer.hpp"
#include "agents/state/drive/run_documents.hpp"
#include "state/platform/identity.hpp"
#include "state/session/session_layout.hpp"
#include "state/tuning/actions.hpp"
#include "state/tuning/judge.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <future>
#include <map>

namespace artifactd {

namespace action = tuning::action;

namespace {

using tuning::Outcome;
using Answer = std::expected<nlohmann::ordered_json, std::string>;

constexpr int most_refusals = 3; ///< reported back to an agent
constexpr std::size_t most_faults_told = 20;

std::vector<std::string> sentences(std::vector<Finding> const& findings) {
  std::vector<std::string> told;
  for (auto const& each : findings) {
    if (told.size() == most_faults_told) break;
    told.push_back(printable(fmt::format("{}: {}{}", each.pointer.value_or("/"), each.message,
                                         each.expected.empty() ? "" : "; expected: " + each.expected)));
  }
  return told;
}

struct First {
  std::string base; ///< the state the agent was shown
  Answer answer;
};

std::vector<std::string> output_files(std::string const& name) {
  if (name == action::propose) return {"fixes/fix-proposals.json"};
  if (auto const area = action::diagnosed_area(name))
    return {fmt::format("diagnosis/{}-diagnosis.json", tuning::area_word(*area))};
  return {};
}

Result<void> open_entry(DriveRun& run, std::string const& name) {
  TRY(run.state.must_publish([&](std::string_view text) { return tuning::record_opened(text, name); }));
  run.tell(name, "began");
  return {};
}

Result<Answer> ask_once(DriveRun const& run, std::string const& name, std::string const& base,
                        FixTarget const& target, std::vector<std::string> const& faults) {
  return run_action(run.session, target, {name, TRY(command_for(run.policy, name)), base, faults},
                    run.policy.agents, run.policy.fixes.runner, run.lock.fd(), run.wishes.cancel);
}

void end_leftovers(DriveRun const& run) {
  as_self([&run] { run.lock.end_others(); });
}

Result<std::map<std::string, First>> first_answers(DriveRun& run, std::vector<std::string> const& names,
                                                   FixTarget const& target) {
  std::map<std::string, First> answers;
  std::map<std::string, std::future<Result<Answer>>> running;
  auto const base = run.state.text();
  for (auto const& name : names) {
    if (auto kept = KeptAnswer::read(run.session, *run.state, name)) {
      answers.emplace(name, First{kept->base, Answer(std::move(kept->answer))});
      continue;
    }
    // A thread inherits the identity of the thread that starts it, so artifactd starts it as itself.
    running.emplace(name, answer_as_self([&, name] {
                      return std::async(std::launch::async, [&run, name, base, &target]() -> Result<Answer> {
                        auto const identity = TRY(session_identity(run.session.stamp()));
                        auto const scope = TRY(SessionScope::enter(identity));
                        return ask_once(run, name, base, target, {});
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
    if (*answer)
      if (auto kept = KeptAnswer::keep(run.session, *run.state, name, {base, **answer}); !kept)
        trouble = std::move(kept).error();
    answers.emplace(name, First{base, *std::move(answer)});
  }
  end_leftovers(run);
  if (trouble) return fail(*std::move(trouble));
  return answers;
}

/// Merges the answer into the state if it is accepted; else returns what is wrong, one sentence each.
Result<std::vector<std::string>> settle_answer(DriveRun& run, std::string const& name, Taken const& taken) {
  // Counting needs the form of a state.
  auto const judged = tuning::judge(layout::tuning_state, taken.text);
  if (!judged.state) return sentences(judged.findings);
  auto const change = [&](std::string_view) -> Result<std::string> {
    auto const counted = TRY(tuning::record_counts(taken.text));
    return tuning::record_closed(counted, Outcome::success, output_files(name));
  };
  if (auto const errors = TRY(run.state.rehearse(change)); !errors.empty()) return sentences(errors);
  TRY(write_findings(run.session, *judged.state, name)); // first: the state says that they exist
  return sentences(TRY(run.state.publish(change)));
}

Stopped note_done(DriveRun& run, std::string const& name, std::string const& told) {
  KeptAnswer::forget(run.session, name);
  run.tell(name, "done", told);
  return Stopped();
}

Result<Stopped> note_failed(DriveRun& run, std::string const& name, std::vector<std::string> const& faults) {
  auto const words = faults.empty() ? std::string("no answer") : faults.front();
  if (run.wishes.ends()) {
    TRY(run.state.must_publish(
        [&](std::string_view text) { return tuning::record_closed(text, Outcome::skipped, {}); }));
    return Stopped(DriveReport{DriveEnding::ended, name + " was ended; the same command asks for it again"});
  }
  TRY(run.state.must_publish([&](std::string_view text) -> Result<std::string> {
    auto const closed = TRY(tuning::record_closed(text, Outcome::failure, {}));
    return tuning::record_error(closed, name, words, true);
  }));
  run.tell(name, "failed", fmt::format("{}", fmt::join(faults, "; ")));
  return Stopped();
}

/// Merges an answer, or tells the agent what is wrong with it, up to three times.
Result<Stopped> take_in(DriveRun& run, std::string const& name, FixTarget const& target, First first) {
  std::vector<std::string> faults;
  for (int refused = 0;; ++refused) {
    if (!first.answer) {
      faults = {printable(first.answer.error())};
    } else {
      auto const taken = TRY(take_answer(name, first.base, run.state.text(), *first.answer));
      faults = taken.faults.empty() ? TRY(settle_answer(run, name, taken)) : taken.faults;
      if (faults.empty()) return note_done(run, name, taken.told);
    }
    KeptAnswer::forget(run.session, name);
    if (run.wishes.ends() || refused == most_refusals) break;
    run.tell(name, "refused", fmt::format("{}", fmt::join(faults, "; ")));
    first.base = run.state.text();
    first.answer = TRY(ask_once(run, name, first.base, target, faults));
    end_leftovers(run);
  }
  return note_failed(run, name, faults);
}

} // namespace

/// Diagnoses that are due run in parallel, and are merged one after the other.
Result<Stopped> ask_agents(DriveRun& run, std::string const& name) {
  auto due = action::diagnosed_area(name) ? tuning::diagnoses_due(*run.state) : std::vector{name};
  if (std::ranges::find(due, name) == due.end()) due = {name};
  for (auto const& each : due)
    if (TRY(command_for(run.policy, each)).empty())
      return fail(
          Fault::missing,
          fmt::format("no command is configured for {}: [[tuning.action]] match = \"{}\", command = […]",
                      each, each));
  auto target = fix_target(run.policy.fixes.target_root, *run.state);
  if (!target) return fail(std::move(target).error());
  TRY(open_entry(run, name));
  auto answers = TRY(first_answers(run, due, *target));
  for (auto const& each : due) {
    if (each != name) TRY(open_entry(run, each));
    auto stopped = TRY(take_in(run, each, *target, answers.at(each)));
    if (stopped) return stopped;
    if (each == run.wishes.until || run.state->error_count >= run.state->max_errors) break;
  }
  return Stopped();
}

} // namespace artifactd

#include "merge/play/record/detection.hpp"

#include "merge/game/checks/phase_graph.hpp"
#include "merge/play/record/fault_words.hpp"
#include "merge/play/record/way_out.hpp"
#include "merge/play/runtime/legality.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

using LineKind = RecordLine::Kind;

constexpr std::size_t most_recent = 1'000;

Value const& member_of(RecordWalk& walk, Row const& row, char const* field) {
  static Value const none;
  auto const id = row[walk.runtime().program().layout().game(field)];
  return id == absent ? none : walk.runtime().pool()[id];
}

std::string phase_in(RecordWalk& walk, Row const& row) {
  auto const& phase = member_of(walk, row, "currentPhase");
  return phase.is_string() ? phase.get<std::string>() : compact(phase);
}

bool is_truthy(RecordWalk& walk, Row const& row, char const* field) {
  auto const& pool = walk.runtime().pool();
  return pool.truthy(row[walk.runtime().program().layout().game(field)]);
}

/// Whether the step could have led elsewhere.
bool is_left_to_chance(WalkedLine const& walked, RecordWalk& walk) {
  auto const standing = walk.runtime().standing(walked.before);
  if (standing.transition == nullptr || !standing.transition->instruction) return true;
  auto const& instruction = *standing.transition->instruction;
  return !instruction.draws.empty() || instruction.asks_a_model();
}

} // namespace

Value to_json(DetectedIssue const& issue) {
  return {{"type", word_of(issue.type)},
          {"details", issue.details},
          {"currentState", issue.state},
          {"currentPhase", issue.phase},
          {"turnsSinceLastTransition", issue.turns_since_transition},
          {"step", issue.step},
          {"certain", issue.certain},
          {"message", issue.message},
          {"fragment", issue.fragment}};
}

std::string key_of(DetectedIssue const& issue) {
  return fmt::format("{} {} {}", word_of(issue.type), issue.phase, state_digest(issue.state));
}

void Detector::take(WalkedLine const& walked, RecordWalk& walk) {
  note(walked);
  note_departure(walked);
  if (walked.line->kind == LineKind::correction) return;
  if (illegal(walked, walk) || early_end(walked, walk) || halted(walked, walk)) return;
  stuck(walked, walk);
}

/// Keeps what later lines are judged by.
void Detector::note(WalkedLine const& walked) {
  auto const& line = *walked.line;
  memory_.step = line.step;
  switch (line.kind) {
  case LineKind::action:
    ++memory_.actions;
    run_.assign(1, {walked.after, false});
    if (recent_.size() < most_recent) recent_.push_back(line.taken);
    return;
  case LineKind::init:
  case LineKind::transition:
    memory_.actions = 0;
    memory_.next_look = 0;
    recent_.assign(1, line.taken);
    return;
  case LineKind::error:
    return;
  default:
    memory_.actions = 0;
    memory_.next_look = 0;
    run_.assign(1, {walked.after, false});
  }
}

/// Keeps since when the rules alone are not responsible for the state. A correction was confirmed, so what
/// follows it is judged by the rules again.
void Detector::note_departure(WalkedLine const& walked) {
  auto const is_repaired = walked.line->kind == LineKind::correction || walked.line->adopts_artifacts();
  if (is_repaired || walked.undoes(memory_.departed)) memory_.departed = 0;
  suspect_ = memory_.departed != 0 || !walked.is_intact();
  if (memory_.departed == 0 && (suspect_ || walked.departs())) memory_.departed = walked.line->step;
}

bool Detector::illegal(WalkedLine const& walked, RecordWalk& walk) {
  auto const& line = *walked.line;
  auto const fails = walked.refused && walked.refused->type == FaultType::illegal_state;
  DetectedIssue issue{FaultType::illegal_state};
  issue.step = line.step;
  issue.certain = fails;
  if (fails) {
    issue.details = walked.refused->details;
    auto steps = recent_;
    if (line.kind == LineKind::error) recent_.push_back(line.taken);
    report(std::move(issue), walk, walked.before);
    recent_ = std::move(steps);
    return true;
  }
  if (line.kind == LineKind::error) return false;
  auto faults = walked.failed;
  std::ranges::move(illegal_in(walk.runtime(), walked.after), std::back_inserter(faults));
  if (faults.empty()) return false;
  issue.details = faults.front();
  issue.certain = walked.follows();
  report(std::move(issue), walk, walked.after);
  return true;
}

bool Detector::early_end(WalkedLine const& walked, RecordWalk& walk) {
  if (!is_truthy(walk, walked.after, "gameEnded") || is_truthy(walk, walked.after, "gameError")) return false;
  if (is_truthy(walk, walked.before, "gameEnded")) return false;
  auto const phase = phase_in(walk, walked.after);
  auto const unfounded = walked.refused && walked.line->kind == LineKind::transition;
  if (phase == game::last_phase && !unfounded) return false;
  report({.type = FaultType::unexpected_end,
          .details =
              unfounded ? walked.refused->details
                        : fmt::format("gameEnded is set by '{}' in phase '{}'", walked.line->taken.id, phase),
          .step = walked.line->step,
          .certain = walked.follows()},
         walk, walked.after);
  return true;
}

bool Detector::halted(WalkedLine const& walked, RecordWalk& walk) {
  auto const& error = member_of(walk, walked.after, "gameError");
  if (!error.is_object() || error.value("errorType", Value()) != "deadlock") return false;
  auto const message = error.value("errorMessage", Value());
  // A host that says so is right if the rules lead to a deadlock without its saying so.
  auto const is_dead =
      walked.by_rules && walk.runtime().standing(*walked.by_rules).next == Standing::Next::deadlock;
  report({.type = FaultType::deadlock,
          .details = message.is_string() ? message.get<std::string>() : compact(error),
          .step = walked.line->step,
          .certain = is_dead},
         walk, walked.after);
  return true;
}

/// Automatic steps that return to an earlier state, with no choice by chance or a model.
bool Detector::comes_back(WalkedLine const& walked, RecordWalk& walk) {
  if (walked.line->kind != LineKind::transition) return false;
  auto const is_free = is_left_to_chance(walked, walk);
  auto const before = std::ranges::find(run_, walked.after, &Passed::row);
  auto const again = before != run_.end() && !is_free && walked.follows() &&
                     std::none_of(before + 1, run_.end(), [](Passed const& each) { return each.is_free; });
  if (run_.size() < most_recent) run_.push_back({walked.after, is_free});
  return again && walk.runtime().standing(walked.after).next == Standing::Next::fire;
}

void Detector::stuck(WalkedLine const& walked, RecordWalk& walk) {
  DetectedIssue issue{FaultType::stuck_phase};
  issue.step = walked.line->step;
  if (comes_back(walked, walk)) {
    issue.certain = true;
    issue.details = "transitions fire without end";
    report(std::move(issue), walk, walked.after);
    return;
  }
  auto const enough = std::max<std::uint64_t>(suspicious_actions, 2 * players_.size());
  if (walked.line->kind != LineKind::action || memory_.actions < std::max(enough, memory_.next_look)) return;
  memory_.next_look = 2 * memory_.actions; // a way out may disappear later
  if (walk.runtime().standing(walked.after).next != Standing::Next::wait) return;
  auto const way = way_out(game_, players_, walk.state_of(walked.after));
  if (way == WayOut::there) return;
  issue.certain = way == WayOut::none && walked.follows();
  issue.details = way == WayOut::none ? "no player's action leads out of it" : "nobody has left it so far";
  report(std::move(issue), walk, walked.after);
}

void Detector::report(DetectedIssue issue, RecordWalk& walk, Row const& row) {
  issue.departed = suspect_ || (memory_.departed != 0 && !issue.certain);
  issue.certain = issue.certain && !issue.departed;
  issue.phase = phase_in(walk, row);
  issue.state = walk.state_of(row);
  issue.turns_since_transition = memory_.actions;
  if (memory_.known.size() >= most_issues_found || memory_.known.contains(key_of(issue))) return;
  FoundFault fault{issue.type, issue.certain, issue.phase};
  fault.steps = recent_;
  put_in_words(fault, walk.runtime(), row, issue.details);
  issue.fragment = fault.fragment;
  issue.message = std::move(fault.message);
  if (issue.type == FaultType::stuck_phase) {
    auto const why = issue.message.find("given current state");
    issue.message =
        fmt::format("Phase '{}' has been active for {} turns with no transition firing{}", issue.phase,
                    memory_.actions, why == std::string::npos ? "" : issue.message.substr(why + 19));
  }
  add(std::move(issue));
}

void Detector::add(DetectedIssue issue) {
  if (memory_.known.size() < most_issues_found && memory_.known.insert(key_of(issue)).second)
    issues_.push_back(std::move(issue));
}

void Detector::end(RecordWalk& walk, Value const& state) {
  if (walk.begun()) {
    suspect_ = memory_.departed != 0;
    auto const standing = walk.runtime().standing(walk.row());
    if (standing.next == Standing::Next::deadlock)
      report({.type = FaultType::deadlock,
              .details = "no transition fires and nobody is asked",
              .step = memory_.step,
              .certain = true},
             walk, walk.row());
  }
  if (state.is_null() || walk.is_lately(state_digest(state))) return;
  auto const faults = illegal_in_state(walk.runtime(), state);
  if (faults.empty()) return;
  DetectedIssue issue{.type = FaultType::illegal_state,
                      .details = faults.front(),
                      .state = state,
                      .turns_since_transition = memory_.actions,
                      .departed = true,
                      .message = fmt::format("Illegal state detected: {}", faults.front())};
  auto const game = state.is_object() ? state.find("game") : state.end();
  if (state.is_object() && game != state.end() && game->is_object()) {
    auto const phase = game->value("currentPhase", Value());
    issue.phase = phase.is_string() ? phase.get<std::string>() : compact(phase);
  }
  add(std::move(issue));
}

std::vector<DetectedIssue> detect(game::Game const& game, Record const& record) {
  RecordWalk walk(game, record.meta.players);
  Detector detector(game, record.meta.players);
  for (auto const& line : record.judged())
    detector.take(walk.take(line), walk);
  detector.end(walk, record.state);
  return detector.issues();
}

} // namespace artifactd::play

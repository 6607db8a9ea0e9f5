#include "agents/report/explanation.hpp"

#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/moves.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd::report {

namespace {

using play::RecordLine;
using play::Row;
using play::Standing;
using play::Value;

std::string in_words(game::Precondition const& precondition) {
  auto said = precondition.part ? game::string_at(*precondition.part.node, "explain") : std::nullopt;
  while (said && said->ends_with('.')) // it becomes part of a sentence
    said->pop_back();
  return said && !said->empty() ? *std::move(said) : precondition.id;
}

class Explaining {
public:
  Explaining(game::Game const& game, play::Record const& record, play::PlayAudit const& audit,
             Complaint const& complaint, Seat const& seat)
      : record_(record), audit_(audit), complaint_(complaint), seat_(seat),
        runtime_(game, record.meta.players), walk_(game, record.meta.players) {}

  Explanation result() {
    if (record_.lines.empty()) {
      tell("The play has not begun.");
      return std::move(explanation_);
    }
    what_happened();
    auto const row = runtime_.program().layout().row(audit_.state, runtime_.pool());
    if (row) what_is_next(*row);
    return std::move(explanation_);
  }

private:
  void tell(std::string_view text) {
    if (!explanation_.text.empty()) explanation_.text += ' ';
    explanation_.text += text;
  }
  void prove(Evidence evidence) { explanation_.evidence.push_back(std::move(evidence)); }

  /// The step the report asks about, or the last transition.
  RecordLine const* step_to_explain() const {
    if (complaint_.step > 0) {
      auto const found = std::ranges::find(record_.lines, complaint_.step, &RecordLine::step);
      return found == record_.lines.end() ? nullptr : &*found;
    }
    return record_.last_line([](RecordLine const& line) {
      return line.kind == RecordLine::Kind::transition || line.kind == RecordLine::Kind::init;
    });
  }

  void what_happened() {
    auto const* line = step_to_explain();
    if (line == nullptr) return;
    for (auto const& each : record_.judged()) {
      auto const walked = walk_.take(each);
      if (&each != line) continue;
      describe(*line, walked.before);
      return;
    }
  }

  void describe(RecordLine const& line, Row const& before) {
    tell(fmt::format("Step {}: {}.", line.step, seen_words(line)));
    prove({.step = line.step, .quote = seen_words(line)});
    prove({.step = line.step, .quote = play::in_words(line), .for_operator = true});
    auto const& transitions = walk_.runtime().program().transitions();
    auto const fired = std::ranges::find_if(
        transitions, [&](auto const& each) { return each.declared->id == line.taken.id; });
    if (line.kind != RecordLine::Kind::transition || fired == transitions.end()) return;
    std::vector<std::string> reasons;
    for (std::size_t i = 0; i < fired->tests.size(); ++i) {
      auto const words = in_words(*fired->tested[i]);
      auto const is_told = may_be_told(fired->tests[i]);
      reasons.push_back(is_told ? words : "something that only others know");
      prove({.step = line.step,
             .fragment = "transitions." + line.taken.id,
             .quote = fmt::format("{} held", words),
             .for_operator = !is_told});
      values_of(fired->tests[i], before, line.step);
    }
    if (!reasons.empty()) tell(fmt::format("It fired because this held: {}.", fmt::join(reasons, "; ")));
  }

  /// The public part of a step: not others' choices, nor what was drawn or computed for them.
  std::string seen_words(RecordLine line) const {
    if (seat_.reveal == Reveal::all) return play::in_words(line);
    if (line.kind == RecordLine::Kind::correction) return "the state was corrected";
    if (!line.taken.player.empty() && line.taken.player != seat_.player)
      return fmt::format("{} acted", line.taken.player);
    std::erase_if(line.taken.drawn, [this](auto const& each) { return !seat_.sees(each.name); });
    line.taken.model.clear();
    return play::in_words(line);
  }

  /// Whether revealing the test shows nothing about another single player: it reads public fields, the
  /// reporter's own, or a field of everybody.
  bool may_be_told(play::Expression const& test) const {
    auto const& layout = runtime_.program().layout();
    return std::ranges::all_of(test.reads, [&](auto slot) {
      if (seat_.sees(layout.path(slot))) return true;
      auto const same = std::ranges::count(test.reads, layout.schema_path(slot),
                                           [&](auto each) { return layout.schema_path(each); });
      return static_cast<std::size_t>(same) == layout.players().size();
    });
  }

  void values_of(play::Expression const& test, Row const& row, std::uint64_t step) {
    auto const& layout = walk_.runtime().program().layout();
    for (auto const slot : test.reads) {
      auto const value = row[slot] == play::absent ? "undefined" : compact(walk_.runtime().pool()[row[slot]]);
      prove({.step = step,
             .path = layout.path(slot),
             .quote = fmt::format("{} was {}", layout.path(slot), value)});
    }
  }

  void what_is_next(Row const& row) {
    auto const standing = runtime_.standing(row);
    switch (standing.next) {
    case Standing::Next::end:
      return the_end();
    case Standing::Next::wait:
      return who_is_asked(*standing.phase, row);
    case Standing::Next::fire:
      tell(fmt::format("The next automatic step is '{}'.", standing.transition->declared->id));
      return;
    default:
      return;
    }
  }

  void the_end() {
    auto const winners = audit_.state["game"].value("winningPlayers", Value::array());
    std::vector<std::string> names;
    for (auto const& each : winners)
      if (each.is_string()) names.push_back(each.get<std::string>());
    tell(names.empty() ? std::string("The game is over; no winner is recorded.")
                       : fmt::format("The game is over; the winner is {}.", fmt::join(names, " and ")));
  }

  void who_is_asked(play::PlayPhase const& phase, Row const& row) {
    auto const& players = runtime_.program().layout().players();
    std::vector<std::string> asked;
    for (std::size_t i = 0; i < players.size(); ++i)
      if (runtime_.is_asked(row, i)) asked.push_back(players[i]);
    tell(fmt::format("In phase '{}' the game waits for {}.", phase.name, fmt::join(asked, " and ")));
    auto const me = runtime_.program().layout().player(seat_.player);
    if (!me) return;
    if (!runtime_.may_act(row, *me)) {
      tell("You have nothing to do until then.");
      return;
    }
    what_i_may_do(phase, row, *me);
  }

  void what_i_may_do(play::PlayPhase const& phase, Row const& row, std::size_t me) {
    std::vector<std::string> free;
    play::Moves moves(runtime_);
    auto const legal = moves.legal(phase, row);
    for (std::uint32_t i = 0; i < phase.actions.size(); ++i) {
      auto const& action = phase.actions[i];
      auto const fragment = fmt::format("instructions.playerPhases.{}.{}", phase.name, action.id);
      auto const allowed =
          std::ranges::any_of(legal, [&](auto const& move) { return move.player == me && move.action == i; });
      if (allowed) free.push_back(action.id);
      std::vector<std::string> checks;
      for (auto const& check : action.checks) {
        checks.push_back(check.message.empty() ? check.id : check.message);
        prove({.fragment = fragment, .quote = checks.back()});
      }
      if (!checks.empty())
        tell(fmt::format("'{}' {}: {}.", action.id, allowed ? "has conditions" : "is not allowed now",
                         fmt::join(checks, "; ")));
    }
    tell(free.empty() ? std::string("You can do nothing now.")
                      : fmt::format("You may: {}.", fmt::join(free, ", ")));
  }

  play::Record const& record_;
  play::PlayAudit const& audit_;
  Complaint const& complaint_;
  Seat const& seat_;
  play::Runtime runtime_;
  play::RecordWalk walk_;
  Explanation explanation_;
};

} // namespace

Explanation explain(game::Game const& game, play::Record const& record, play::PlayAudit const& audit,
                    Complaint const& complaint, Seat const& seat) {
  return Explaining(game, record, audit, complaint, seat).result();
}

} // namespace artifactd::report

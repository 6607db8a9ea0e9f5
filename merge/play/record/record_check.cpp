#include "merge/play/record/record_check.hpp"

#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "state/json/json_text.hpp"

#include <fmt/core.h>

namespace artifactd::play {

namespace {

constexpr std::size_t most_departures = 100;

class RecordReplay {
public:
  RecordReplay(game::Game const& game, Record const& record)
      : record_(record), walk_(game, record.meta.players) {}

  RecordCheck check(std::uint64_t to) {
    for (auto const& each : record_.odd)
      depart(0, each);
    if (record_.cut) depart(0, "the last line of the log is unfinished and does not count");
    for (auto const& line : record_.judged()) {
      if (to > 0 && line.step > to) break;
      judge(walk_.take(line));
      ++check_.steps;
    }
    check_.state = walk_.state();
    auto const standing = walk_.runtime().standing(walk_.row());
    check_.over = standing.next == Standing::Next::end;
    check_.phase = standing.phase == nullptr ? "" : standing.phase->name;
    if (to == 0 && !record_.is_unwritten() && !walk_.is_lately(state_digest(record_.state)))
      depart(0, "state.json is not the state the log leads to");
    return std::move(check_);
  }

private:
  void depart(std::uint64_t step, std::string what) {
    if (check_.departures.size() < most_departures) check_.departures.push_back({step, std::move(what)});
  }

  void judge(WalkedLine const& walked) {
    using Kind = RecordLine::Kind;
    auto const& line = *walked.line;
    if (!walked.chained) depart(line.step, "it does not begin with the state that the step before it left");
    if (!walked.known_origin) depart(line.step, "it restarts from a step that does not exist");
    if (line.kind == Kind::error) return;
    if (walked.refused)
      depart(line.step, walked.refused->details);
    else if (walked.by_rules && !walked.follows())
      depart(line.step, fmt::format("it leads to another state than the log says, in phase {}",
                                    phase_in(walk_.state_of(*walked.by_rules))));
    else if (!walked.ops_lead)
      depart(line.step, "its operations do not lead to the state that its digest is of");
    else if (!walked.agrees)
      depart(line.step, "its digest is not that of the state it leads to");
    else if (line.kind == Kind::correction && !walked.failed.empty())
      depart(line.step, walked.failed.front());
  }

  static std::string phase_in(Value const& state) {
    return state["game"].contains("currentPhase") ? state["game"]["currentPhase"].dump() : "undefined";
  }

  Record const& record_;
  RecordWalk walk_;
  RecordCheck check_;
};

} // namespace

Value to_json(Departure const& departure) {
  return {{"step", departure.step}, {"what", departure.what}};
}

Value to_json(RecordCheck const& check) {
  return {{"version", 1},
          {"steps", check.steps},
          {"phase", check.phase},
          {"over", check.over},
          {"departures", json_list(check.departures)},
          {"state", check.state}};
}

RecordCheck check_record(game::Game const& game, Record const& record, std::uint64_t to) {
  return RecordReplay(game, record).check(to);
}

} // namespace artifactd::play

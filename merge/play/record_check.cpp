#include "merge/play/record_check.hpp"

#include "merge/game/state_delta.hpp"
#include "merge/play/state_digest.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <map>

namespace artifactd::play {

namespace {

constexpr std::size_t most_departures = 100;

class RecordReplay {
public:
  RecordReplay(game::Game const& game, Record const& record)
      : record_(record), runtime_(game, record.meta.players), row_(runtime_.start()),
        digest_(state_digest(state())) {}

  RecordCheck check(std::uint64_t to) {
    for (auto const& each : record_.odd)
      depart(0, each);
    if (record_.cut) depart(0, "the last line of the log is cut short and does not count");
    for (auto const& line : record_.lines) {
      if (to > 0 && line.step > to) break;
      rows_.emplace(line.step, row_);
      take(line);
      ++check_.steps;
    }
    check_.state = state();
    auto const standing = runtime_.standing(row_);
    check_.over = standing.next == Standing::Next::end;
    check_.phase = standing.phase == nullptr ? "" : standing.phase->name;
    if (to == 0 && !record_.lines.empty() && state_digest(record_.state) != digest_)
      depart(0, "state.json is not the state that the log comes to");
    return std::move(check_);
  }

private:
  using Kind = RecordLine::Kind;

  Value state() const { return runtime_.program().layout().state(row_, runtime_.pool()); }

  void depart(std::uint64_t step, std::string what) {
    if (check_.departures.size() < most_departures) check_.departures.push_back({step, std::move(what)});
  }

  void take(RecordLine const& line) {
    if (!line.digest_before.empty() && line.digest_before != digest_)
      depart(line.step, "it does not begin with the state that the step before it left");
    switch (line.kind) {
    case Kind::error:
      return;
    case Kind::restart:
      return restart(line);
    case Kind::correction:
      return apply(line);
    default:
      return take_step(line);
    }
  }

  void take_step(RecordLine const& line) {
    auto const before = row_;
    auto next = play::take(runtime_, row_, begun_, line.taken);
    begun_ = true;
    if (next) {
      move_to(*std::move(next));
      if (line.digest_after.empty() || line.digest_after == digest_) return;
      depart(line.step,
             fmt::format("it leads to another state than the log says, in phase {}", phase_in(state())));
      row_ = before;
    } else {
      depart(line.step, next.error().details);
    }
    apply(line); // what the host did all the same
  }

  void move_to(Row row) {
    row_ = std::move(row);
    digest_ = state_digest(state());
  }

  static std::string phase_in(Value const& state) {
    return state["game"].contains("currentPhase") ? state["game"]["currentPhase"].dump() : "undefined";
  }

  void restart(RecordLine const& line) {
    auto const from = line.more.find("from");
    auto const found = from != line.more.end() && from->is_number_unsigned()
                           ? rows_.find(from->get<std::uint64_t>())
                           : rows_.end();
    if (found == rows_.end()) return depart(line.step, "it restarts from a step that is not there");
    move_to(found->second);
  }

  void apply(RecordLine const& line) {
    game::DeltaOptions options;
    options.mapping = runtime_.program().players();
    std::vector<Value> const ops(line.ops.begin(), line.ops.end());
    auto outcome = game::apply_delta(state(), ops, options);
    auto row = runtime_.program().layout().row(outcome.state, runtime_.pool());
    if (!row) return move_to(row_);
    if (line.kind != Kind::correction) runtime_.force(*row, line.phase_after);
    move_to(*std::move(row));
  }

  Record const& record_;
  Runtime runtime_;
  Row row_;
  std::string digest_; ///< of that
  bool begun_ = false;
  std::map<std::uint64_t, Row> rows_; ///< before each step
  RecordCheck check_;
};

} // namespace

RecordCheck check_record(game::Game const& game, Record const& record, std::uint64_t to) {
  return RecordReplay(game, record).check(to);
}

} // namespace artifactd::play

// Walks a record line by line: what each line did to the state, and what the rules of the game make of the
// same step. If they differ, the walk continues from what the log says.
#pragma once

#include "merge/play/record/record.hpp"
#include "merge/play/runtime/row_digest.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace artifactd::play {

struct WalkedLine {
  RecordLine const* line;
  Row before;
  Row after;                             ///< what the log makes of `before`
  std::optional<Row> by_rules = {};      ///< for a step: the result by the rules, with the same choices
  std::optional<PlayFault> refused = {}; ///< for a step or an error: why the rules refuse it
  std::vector<std::string> failed = {};  ///< operations of the log that could not be applied, in words
  bool chained = true;                   ///< its digest before is that of the state the previous line left
  bool agrees = true;                    ///< its digest is that of `after`
  bool ops_lead = true;                  ///< its operations lead there, too
  bool known_origin = true;              ///< for a restart: the step it goes back to is known
  /// If it is not chained: it begins with the state after this earlier line, so its writer had not seen the
  /// lines since.
  std::optional<std::uint64_t> unseen_since = {};

  /// Whether the rules lead where the log does.
  [[nodiscard]] bool follows() const { return by_rules && *by_rules == after; }
  /// Whether it is a step that the rules do not allow, or that has another result by the rules.
  [[nodiscard]] bool departs() const {
    return line->kind != RecordLine::Kind::error && (by_rules || refused) && !follows();
  }
  /// Whether its digests are those of the states around it; if not, somebody edited the log, or did not know
  /// all of it. What came before adopted artifacts is not judged by them.
  [[nodiscard]] bool is_intact() const { return (chained || line->adopts_artifacts()) && agrees && ops_lead; }
  /// Whether it is a restart that takes that step back.
  [[nodiscard]] bool undoes(std::uint64_t step) const {
    return line->kind == RecordLine::Kind::restart && known_origin && line->origin() != 0 &&
           line->origin() <= step;
  }
};

/// The position of a walk between two lines.
struct WalkPoint {
  Value state;
  bool begun = false;
};

class RecordWalk {
public:
  /// `game` outlives it. From 1 to `most_players` players. A restart finds its state if it goes back by at
  /// most `kept` lines.
  RecordWalk(game::Game const& game, std::vector<std::string> const& players, std::size_t kept = SIZE_MAX);

  /// Continues from there; false, with nothing changed, if that is not a state of this game.
  bool resume(WalkPoint const& point);
  /// Whether a restart may go back to before that step.
  [[nodiscard]] bool knows(std::uint64_t step) const { return rows_.contains(step) || far_.step == step; }
  /// Supplies the state of the play before that step.
  void know(std::uint64_t step, WalkPoint const& point);
  [[nodiscard]] WalkPoint point() const { return {state(), begun_}; }

  /// `line` must outlive the result.
  WalkedLine take(RecordLine const& line);

  [[nodiscard]] Runtime& runtime() noexcept { return runtime_; }
  [[nodiscard]] Row const& row() const noexcept { return row_; }
  [[nodiscard]] bool begun() const noexcept { return begun_; }
  [[nodiscard]] std::string const& digest() const noexcept { return digest_; }
  /// Whether a state with this digest is the one the log leads to, or one that it led to since the last
  /// action began: a host that was cut off leaves such a state.json, because it replaces that after the turn.
  [[nodiscard]] bool is_lately(std::string_view digest) const;
  [[nodiscard]] Value state() const { return state_of(row_); }
  [[nodiscard]] Value state_of(Row const& row) const {
    return runtime_.program().layout().state(row, runtime_.pool());
  }

private:
  void take_step(WalkedLine& walked);
  void remember(RecordLine const& line);
  void note_turn(RecordLine const& line);
  [[nodiscard]] bool leads_to(Row const& row, WalkedLine& walked);
  void restart(WalkedLine& walked);
  void adopt(WalkedLine& walked);
  void apply(WalkedLine& walked);

  Runtime runtime_;
  Row row_;
  RowDigest digests_;
  std::string digest_; ///< of row_
  bool begun_ = false;
  std::size_t kept_;
  std::map<std::uint64_t, Row> rows_; ///< before each step
  struct {
    std::uint64_t step = 0;
    Row row = {};
  } far_; ///< one before an earlier step
  struct Behind {
    std::uint64_t step;
    std::string digest;
  };
  std::deque<Behind> behind_;        ///< the last lines, with the digests of the states they left
  std::vector<std::string> in_turn_; ///< the digests of the states before the lines since the last action
};

} // namespace artifactd::play

// Runs a game step by step, as its run time does: what a state requires, who may act, what an instruction
// makes of it. A state is a row of values; the effect of an operation or an expression on the values it
// depends on is computed by merge/game once and cached.
#pragma once

#include "merge/play/runtime/memo.hpp"
#include "merge/play/runtime/program.hpp"

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::play {

enum class FaultType : std::uint8_t {
  deadlock,
  dead_wait,
  stuck_phase,
  auto_loop,
  no_end,
  unreachable_end,
  unexpected_end,
  illegal_state,
  unreachable_phase,
  invalid_rng,
  degenerate_rng,
  /// What a run time stops for: no instruction, no such player.
  invalid_state,
};
[[nodiscard]] std::string_view word_of(FaultType type) noexcept;
[[nodiscard]] std::optional<FaultType> fault_from(std::string_view word) noexcept;

/// Why a step cannot be taken: the state is unchanged.
struct PlayFault {
  FaultType type;
  std::string details;
};

/// What happens next in a state.
struct Standing {
  enum class Next : std::uint8_t { end, wait, fire, deadlock, fault };
  Next next;
  PlayPhase const* phase = nullptr;           ///< null if it is no phase of the game
  PlayTransition const* transition = nullptr; ///< for `fire`
  FaultType fault = FaultType::deadlock;      ///< for `fault` and `deadlock`
  std::string details = {};                   ///< for `fault`
};

/// The choices made before an instruction runs: by players, by chance and by a model.
struct Chosen {
  std::vector<ValueId> inputs = {}; ///< one for each input of the action
  /// One for each name of the instruction; absent: its operations are left out.
  std::vector<ValueId> open = {};
  std::vector<ValueId> drawn = {}; ///< one for each draw of the instruction
};

class Runtime {
public:
  /// `game` outlives it.
  Runtime(game::Game const& game, std::vector<std::string> players);
  Runtime(Runtime const&) = delete;
  Runtime& operator=(Runtime const&) = delete;

  [[nodiscard]] Program const& program() const noexcept { return program_; }
  [[nodiscard]] ValuePool const& pool() const noexcept { return pool_; }
  [[nodiscard]] ValuePool& pool() noexcept { return pool_; }

  /// Before the first transition.
  [[nodiscard]] Row start();
  [[nodiscard]] Standing standing(std::span<ValueId const> row);
  [[nodiscard]] bool may_act(std::span<ValueId const> row, std::size_t player) const;
  [[nodiscard]] bool is_asked(std::span<ValueId const> row, std::size_t player) const;
  /// The first check of an action that refuses it; null if none does.
  [[nodiscard]] Check const* refusal(PlayAction const& action, std::size_t player,
                                     std::span<ValueId const> row, std::span<ValueId const> inputs);
  /// The inputs given for an action: `names` are its inputs, `values` one for each.
  struct Given {
    std::span<std::string const> names = {};
    std::span<ValueId const> values = {};
  };
  [[nodiscard]] bool holds(Expression const& expression, std::span<ValueId const> row) {
    return pool_.truthy(value(expression, row, {}));
  }
  /// Undefined if it throws.
  [[nodiscard]] ValueId value(Expression const& expression, std::span<ValueId const> row, Given const& given);

  /// The state after an instruction that leads to `phase`. `actor` is used for actions.
  [[nodiscard]] std::expected<Row, PlayFault> run(PlayInstruction const& instruction,
                                                  std::span<ValueId const> row, std::string const& phase,
                                                  Chosen const& chosen, std::size_t actor = 0) {
    Row next(row.begin(), row.end());
    if (auto fault = run_on(next, instruction, phase, chosen, actor))
      return std::unexpected(*std::move(fault));
    return next;
  }
  /// The same in place, on the caller's state, which is unusable after a fault.
  [[nodiscard]] std::optional<PlayFault> run_on(Row& row, PlayInstruction const& instruction,
                                                std::string const& phase, Chosen const& chosen,
                                                std::size_t actor = 0);

  /// The end of every instruction: sets the phase, and what follows from it and from the players that have
  /// won.
  void force(Row& row, std::string const& phase);
  /// The part of force() that determines who has won.
  void note_winners(Row& row);

  /// The operations of the last instruction that ran, with everything filled in.
  [[nodiscard]] Value operations_run() const;

  /// Why a value is illegal in a slot, in words; null and undefined are legal everywhere.
  [[nodiscard]] std::optional<std::string> illegal_value(Slot slot, ValueId id) const;

  /// From now on states omit what the game does not depend on: fields that nobody reads keep their first
  /// value, and counters stop beyond the last number they are compared with.
  void forget_what_nobody_reads();

private:
  struct Resolved {
    Value op;
    std::vector<Slot> touched;
    std::string fault;
    bool left_out = false;
  };
  struct Effect {
    std::vector<std::pair<Slot, ValueId>> writes;
    std::string fault;
  };

  std::uint32_t resolve(PlayOperation const& operation, PlayInstruction const& instruction,
                        std::span<ValueId const> names, Chosen const& chosen);
  Resolved resolved(PlayOperation const& operation, PlayInstruction const& instruction,
                    std::span<ValueId const> names, Chosen const& chosen) const;
  void touch(Resolved& resolved, std::string const& path) const;
  Effect const& effect(std::uint32_t resolved, Row const& row);
  Effect effect_of(Resolved const& resolved, Row const& row);
  [[nodiscard]] ValueId kept(Slot slot, ValueId before, ValueId after);
  [[nodiscard]] PlayPhase const* phase_of(ValueId id);

  ValuePool pool_;
  Program program_;
  Memo values_;
  Memo resolutions_;
  Memo effects_of_;
  Memo winners_;
  std::deque<Resolved> resolved_; ///< a deque: its elements never move
  std::deque<Effect> effects_;
  std::vector<ValueId> names_;     ///< of the running instruction
  std::vector<std::uint32_t> ran_; ///< its operations, as indexes in resolved_
  Memo::Key key_;
  std::vector<Slot> required_;
  std::vector<Slot> allowed_;
  std::vector<Slot> winner_;
  Slot phase_slot_;
  Slot ended_slot_;
  Slot error_slot_;
  Slot winners_slot_;
  bool forgets_ = false;
  /// For slots nobody reads, absent until one has a value; all players share those of the first.
  std::vector<ValueId> placeholders_;
  std::vector<std::optional<std::pair<double, double>>> bounds_; ///< of counters
};

} // namespace artifactd::play

// Detects problems in a play while it is played, from its record: the game halts, ends too early, does not
// leave a phase, or reaches a state that its schema forbids (seed: artifact-editor, section 12). No model is
// asked; a search is used only to decide whether a phase can still be left.
#pragma once

#include "merge/play/record/record_walk.hpp"

#include <set>

namespace artifactd::play {

/// The seed's AutoDetectedIssue, plus what its repair needs.
struct DetectedIssue {
  FaultType type; ///< deadlock, unexpected_end, stuck_phase, illegal_state
  std::string details = {};
  Value state = {};                         ///< in which it shows
  std::string phase = {};                   ///< the value of game.currentPhase, whatever it is
  std::uint64_t turns_since_transition = 0; ///< actions since the last transition
  std::uint64_t step = 0;                   ///< of the log; 0: state.json
  bool certain = false;                     ///< the rules themselves lead there
  bool departed = false;                    ///< a step that did not follow the rules leads there
  std::string message = {};                 ///< for an editor, as the seed words it
  std::string fragment = {};                ///< the part that likely causes it; may be empty
};

/// {type, details, currentState, currentPhase, turnsSinceLastTransition, step, certain, message, fragment}
[[nodiscard]] Value to_json(DetectedIssue const& issue);

/// The most issues reported for one record, even if every step is wrong.
inline constexpr std::size_t most_issues_found = 1'000;

/// The number of actions in one phase without a transition that makes it suspicious; two more for each player
/// beyond four.
inline constexpr std::uint64_t suspicious_actions = 8;

/// The identity of an issue: its type, its phase and the digest of its state.
[[nodiscard]] std::string key_of(DetectedIssue const& issue);

/// What a Detector needs to continue. It does not hold the steps before this point, so an issue soon
/// afterwards may lack them.
struct DetectorMemory {
  std::uint64_t actions = 0; ///< since the last transition
  std::uint64_t next_look = 0;
  std::uint64_t step = 0;           ///< of the last line
  std::uint64_t departed = 0;       ///< the step since which the play is not where the rules lead; 0: none
  std::set<std::string> known = {}; ///< keys of issues that are not reported again
};

class Detector {
public:
  /// `game` and `players` outlive it.
  Detector(game::Game const& game, std::vector<std::string> const& players, DetectorMemory memory = {})
      : game_(game), players_(players), memory_(std::move(memory)) {}

  /// The next line of the log, as walked by `walk`. Reports only the first issue it shows.
  void take(WalkedLine const& walked, RecordWalk& walk);
  /// The play is again where the rules alone would have led it.
  void rejoin() noexcept { memory_.departed = 0; }
  /// After the last line: whether the play can go on, and whether `state`, the content of state.json, is
  /// legal.
  void end(RecordWalk& walk, Value const& state);

  /// Each once per type, phase and state, in log order; the first `most_issues_found`.
  [[nodiscard]] std::vector<DetectedIssue> const& issues() const noexcept { return issues_; }
  [[nodiscard]] DetectorMemory const& memory() const noexcept { return memory_; }

private:
  bool illegal(WalkedLine const& walked, RecordWalk& walk);
  bool early_end(WalkedLine const& walked, RecordWalk& walk);
  bool halted(WalkedLine const& walked, RecordWalk& walk);
  void stuck(WalkedLine const& walked, RecordWalk& walk);
  bool comes_back(WalkedLine const& walked, RecordWalk& walk);
  void note(WalkedLine const& walked);
  void note_departure(WalkedLine const& walked);
  void report(DetectedIssue issue, RecordWalk& walk, Row const& row);
  void add(DetectedIssue issue);

  game::Game const& game_;
  std::vector<std::string> const& players_;
  std::vector<DetectedIssue> issues_;
  DetectorMemory memory_;
  bool suspect_ = false;     ///< whether not even what the rules make of the last line is certain
  std::vector<Step> recent_; ///< the last transition and everything after it
  struct Passed {
    Row row;
    bool is_free; ///< chance or a model chose the way to it
  };
  std::vector<Passed> run_; ///< states of the automatic steps since somebody acted
};

/// For a whole record with 1 to `most_players` players.
[[nodiscard]] std::vector<DetectedIssue> detect(game::Game const& game, Record const& record);

} // namespace artifactd::play

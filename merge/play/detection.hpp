// What goes wrong in a play while it is played, read off its record: the game halts, ends too early, does not
// leave a phase, or comes to a state that its schema forbids (seed: artifact-editor, section 12). No model is
// asked; a search only whether a phase can still be left.
#pragma once

#include "merge/play/record_walk.hpp"

#include <set>

namespace artifactd::play {

/// The seed's AutoDetectedIssue, and what leads to its repair.
struct DetectedIssue {
  FaultType type; ///< deadlock, unexpected_end, stuck_phase, illegal_state
  std::string details = {};
  Value state = {};                         ///< in which it shows
  std::string phase = {};                   ///< whatever game.currentPhase holds
  std::uint64_t turns_since_transition = 0; ///< actions since the last transition
  std::uint64_t step = 0;                   ///< of the log; 0: state.json
  bool certain = false;                     ///< the rules themselves lead there
  std::string message = {};                 ///< for an editor, as the seed words it
  std::string fragment = {};                ///< the part that likely causes it; may be empty
};

/// {type, details, currentState, currentPhase, turnsSinceLastTransition, step, certain, message, fragment}
[[nodiscard]] Value to_json(DetectedIssue const& issue);

/// A record whose every step is wrong shows no more issues than these.
inline constexpr std::size_t most_issues_found = 1'000;

/// So many actions in one phase without a transition are looked at, and twice as many for each player beyond
/// four.
inline constexpr std::uint64_t suspicious_actions = 8;

/// What tells an issue from others: its type, its phase and the digest of its state.
[[nodiscard]] std::string key_of(DetectedIssue const& issue);

/// What a Detector goes on with. What leads to an issue that comes soon afterwards is not among it, and such
/// an issue may lack its last steps.
struct DetectorMemory {
  std::uint64_t actions = 0; ///< since the last transition
  std::uint64_t next_look = 0;
  std::uint64_t step = 0;           ///< of the last line
  std::set<std::string> known = {}; ///< keys of issues that are not reported again
};

class Detector {
public:
  /// `game` and `players` outlive it.
  Detector(game::Game const& game, std::vector<std::string> const& players, DetectorMemory memory = {})
      : game_(game), players_(players), memory_(std::move(memory)) {}

  /// The next line of the log, as `walk` took it. Of the issues it shows the first.
  void take(WalkedLine const& walked, RecordWalk& walk);
  /// Behind the last line: whether the play can go on, and whether `state`, which state.json holds, may be.
  void end(RecordWalk& walk, Value const& state);

  /// Each once for its type, phase and state, in the order of the log; the first `most_issues_found`.
  [[nodiscard]] std::vector<DetectedIssue> const& issues() const noexcept { return issues_; }
  [[nodiscard]] DetectorMemory const& memory() const noexcept { return memory_; }

private:
  bool illegal(WalkedLine const& walked, RecordWalk& walk);
  bool early_end(WalkedLine const& walked, RecordWalk& walk);
  bool halted(WalkedLine const& walked, RecordWalk& walk);
  void stuck(WalkedLine const& walked, RecordWalk& walk);
  bool comes_back(WalkedLine const& walked, RecordWalk& walk);
  void note(WalkedLine const& walked);
  void report(DetectedIssue issue, RecordWalk& walk, Row const& row);
  void add(DetectedIssue issue);

  game::Game const& game_;
  std::vector<std::string> const& players_;
  std::vector<DetectedIssue> issues_;
  DetectorMemory memory_;
  std::vector<Step> recent_; ///< the last transition and what came behind it
  struct Passed {
    Row row;
    bool is_free; ///< chance or a model chose the way to it
  };
  std::vector<Passed> run_; ///< states of the automatic steps since somebody acted
};

/// Of a whole record, whose players are from 1 to `most_players`.
[[nodiscard]] std::vector<DetectedIssue> detect(game::Game const& game, Record const& record);

} // namespace artifactd::play

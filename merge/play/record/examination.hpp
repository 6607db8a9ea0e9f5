// Examines the log of a play as it grows: each line once, no matter who appends it. Its findings and its
// position can be stored, and another process continues from there.
#pragma once

#include "merge/play/record/detection.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace artifactd::play {

/// A line whose writer had not seen what was appended before it: two hosts write one play, or a host
/// continued from its own memory.
struct UnseenLines {
  std::uint64_t step = 0;  ///< of that line
  std::uint64_t since = 0; ///< the last line that its writer had seen
};

/// How far a log was examined.
struct Checkpoint {
  std::uint64_t offset = 0; ///< after the last line examined, in bytes
  std::string chain = {};   ///< a digest of all lines before that
  std::uint64_t step = 0;   ///< of the last one
  std::uint64_t actions = 0;
  std::uint64_t next_look = 0;
  std::uint64_t departed = 0; ///< as in DetectorMemory
  std::uint64_t broken = 0;   ///< the first step whose digests do not match its content; 0: none
  WalkPoint point = {};
};
[[nodiscard]] Value to_json(Checkpoint const& checkpoint);
[[nodiscard]] std::optional<Checkpoint> checkpoint_from(Value const& json);

class Examination {
public:
  /// `players`: from 1 to `most_players`. Issues in `known` (keys) are not reported again.
  Examination(std::vector<game::GameFile> files, std::vector<std::string> players,
              std::set<std::string> known);

  /// Continues from there if the log still begins with the lines that were examined; else from the beginning.
  Result<void> resume(int log, Checkpoint const& checkpoint);

  /// Examines what was appended, at most some megabytes. True if there is more.
  Result<bool> go_on(int log);
  /// The log pauses, and state.json holds this state.
  void pause(Value const& state);

  /// Those since the last call.
  [[nodiscard]] std::vector<DetectedIssue> take_issues();
  [[nodiscard]] std::vector<UnseenLines> take_unseen();
  /// The step that somebody edited, once; 0: none. What follows such a step, or one of two hosts, is not told
  /// from its consequences.
  [[nodiscard]] std::uint64_t take_edited() noexcept { return std::exchange(edited_, 0); }

  /// The log no longer begins with the lines up to the checkpoint it was to continue from, once.
  [[nodiscard]] bool take_rewritten() noexcept { return std::exchange(rewritten_, false); }

  [[nodiscard]] Checkpoint checkpoint() const;
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  /// A correction or restart was among the lines since the last call: issues found before it are settled.
  [[nodiscard]] bool take_corrected() noexcept { return std::exchange(corrected_, false); }

private:
  void begin_again(DetectorMemory memory);
  void take(RecordLine const& line);
  void forget_issues();
  void note_digests(WalkedLine const& walked);
  Result<void> find_origin(int log, RecordLine const& restart);

  std::vector<game::GameFile> files_;
  std::vector<std::string> players_;
  game::Game game_;
  std::optional<RecordWalk> walk_;
  std::optional<Detector> detector_;
  LogReader reader_;
  std::uint64_t offset_ = 0;
  std::string chain_;
  std::size_t reported_ = 0; ///< of the detector's issues
  std::vector<UnseenLines> unseen_;
  std::uint64_t broken_ = 0; ///< the first step whose digests do not match its content; 0: none
  std::uint64_t edited_ = 0; ///< the same, if it was edited and not told yet
  bool corrected_ = false;
  bool rewritten_ = false;
  unsigned long_restarts_ = 0;
};

} // namespace artifactd::play

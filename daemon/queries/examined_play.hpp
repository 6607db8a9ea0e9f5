// The answers to `play check` and `play show`: a record of a play, judged by the rules of its game. `game
// replay` takes only the steps again.
#pragma once

#include "merge/play/record/detection.hpp"
#include "merge/play/record/record_check.hpp"
#include "state/json/json_text.hpp"

#include <string>
#include <vector>

namespace artifactd {

struct ExaminedPlay {
  play::Record record;
  play::RecordCheck check;
  std::vector<play::DetectedIssue> issues; ///< none if they were not looked for

  [[nodiscard]] bool is_sound() const noexcept { return issues.empty() && check.departures.empty(); }
};

enum class Detecting : bool { no, yes };

/// Judges the record by `others` or, if `others` is empty, by the artifacts kept with it. Fault::missing if
/// there are no artifacts at all. `to`: the last step to take; 0: all. `shown`: its path, for the message. It
/// has from 1 to `most_players` players.
[[nodiscard]] Result<ExaminedPlay> examine_play(play::Record record, std::string const& shown,
                                                std::vector<game::GameFile> const& others,
                                                Detecting detecting, std::uint64_t to = 0);

/// `whole` adds the lines of the log, and the state they lead to.
enum class PlayDetail : std::uint8_t { faults, whole };
[[nodiscard]] Json to_json(ExaminedPlay const& play, PlayDetail detail);

} // namespace artifactd

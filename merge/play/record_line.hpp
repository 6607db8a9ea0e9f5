// One line of the log of a play, as docs/plays.md defines it: a step, what was chosen in it, and the digests
// of the states around it. Members nobody knows are kept.
#pragma once

#include "merge/play/step.hpp"

#include <cstdint>
#include <expected>
#include <string>

namespace artifactd::play {

struct RecordLine {
  enum class Kind : std::uint8_t { init, action, transition, correction, restart, error };
  std::uint64_t step = 0; ///< from 1, without gaps
  std::string at = {};    ///< when, ISO 8601
  Kind kind = Kind::transition;
  std::uint64_t turn = 0; ///< steps that one action sets off have the same
  std::string phase_before = {};
  std::string phase_after = {};
  Step taken = {};            ///< of init, action, transition
  Value ops = Value::array(); ///< as they were applied
  std::string source = {};    ///< where the values of a model come from: "seed", "person", "model"
  std::string error = {};     ///< of an error
  std::string digest_before = {};
  std::string digest_after = {};
  Value more = Value::object(); ///< every other member

  /// Of a restart: the step before which the play goes on; 0: it does not say.
  [[nodiscard]] std::uint64_t origin() const;
  /// From here on the play is played with other artifacts, from the state that this line gives.
  [[nodiscard]] bool adopts_artifacts() const;
};

[[nodiscard]] Value to_json(RecordLine const& line);
/// For people: what was done, or what became of it.
[[nodiscard]] std::string in_words(RecordLine const& line);
/// Why it is no line of a log.
[[nodiscard]] std::expected<RecordLine, std::string> record_line_from(Value json);

} // namespace artifactd::play

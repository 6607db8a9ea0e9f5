// One line of the log of a play, as docs/plays.md defines it: a step, its choices, and the digests of the
// states around it. Unknown members are kept.
#pragma once

#include "merge/play/runtime/step.hpp"

#include <cstdint>
#include <expected>
#include <string>

namespace artifactd::play {

struct RecordLine {
  enum class Kind : std::uint8_t { init, action, transition, correction, restart, error };
  std::uint64_t step = 0; ///< from 1, without gaps
  std::string at = {};    ///< when, ISO 8601
  Kind kind = Kind::transition;
  std::uint64_t turn = 0; ///< the same for all steps set off by one action
  std::string phase_before = {};
  std::string phase_after = {};
  Step taken = {};            ///< for init, action, transition
  Value ops = Value::array(); ///< as they were applied
  std::string source = {};    ///< the source of a model's values: "seed", "person", "model"
  std::string error = {};     ///< for an error
  std::string digest_before = {};
  std::string digest_after = {};
  Value more = Value::object(); ///< every other member

  /// For a restart: the step before which the play goes on; 0: not given.
  [[nodiscard]] std::uint64_t origin() const;
  /// From this line on, the play uses other artifacts and starts from the state given in the line.
  [[nodiscard]] bool adopts_artifacts() const;
};

[[nodiscard]] Value to_json(RecordLine const& line);
/// For people: what was done, or its outcome.
[[nodiscard]] std::string in_words(RecordLine const& line);
/// The error says why it is not a valid line.
[[nodiscard]] std::expected<RecordLine, std::string> record_line_from(Value json);

} // namespace artifactd::play

// How a submission ended, as `submit` and `wait` report it.
#pragma once

#include "daemon/process/exit.hpp"
#include "state/settle/instructions.hpp"
#include "state/vocabulary/names.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct SubmitResult {
  enum class Outcome : std::uint8_t {
    merged,     ///< accepted
    refused,    ///< the instructions say why
    pending,    ///< not settled in time; the signal stays
    unattended, ///< pending, and no artifactd serves the session
    removed,    ///< another program removed the signal before its verdict
  };

  std::string session;
  SignalName signal;
  Outcome outcome = Outcome::pending;
  std::string reason = {};                       ///< unless merged or refused
  std::optional<std::uint64_t> generation = {};  ///< of the version that the merge replaced
  nlohmann::ordered_json instructions = nullptr; ///< if refused
  nlohmann::ordered_json warnings = nullptr;     ///< about merged work, with `occurrences`; null or an array
  std::vector<std::string> former = {};          ///< inputs of earlier submissions that were judged too

  /// The refused work is repaired by artifactd, or by the agent's own command.
  [[nodiscard]] bool goes_on() const;
  /// No attempt is left, and nothing is repaired automatically.
  [[nodiscard]] bool for_person() const;
};

[[nodiscard]] Exit exit_of(SubmitResult const& result);
/// What the work was warned about although it was merged, one sentence or more for each.
[[nodiscard]] std::vector<std::string> warnings_of(SubmitResult const& result);
/// For a model: how it ended and, if it was refused, what is wrong and what to do.
[[nodiscard]] std::string to_text(SubmitResult const& result, Submitting how = Submitting::by_file);
[[nodiscard]] nlohmann::ordered_json to_json(SubmitResult const& result);

} // namespace artifactd

// The answers to `state log` and `state diff`: the states kept in a session, and how two of them differ.
#pragma once

#include "agents/state/history.hpp"
#include "state/tuning/judge.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

struct StateRow {
  tuning::StateVersion version;
  std::int64_t kept_ns = 0;
  std::string digest = {}; ///< empty if it cannot be read: planted, or damaged
  tuning::Judgement judgement = {};
};

/// Each judged as it was then: as a step from the valid one before it.
[[nodiscard]] Result<std::vector<StateRow>> state_rows(tuning::StateHistory const& history);

[[nodiscard]] nlohmann::ordered_json to_json(std::vector<StateRow> const& rows);

/// The state with that number, or else the newest. Fault::missing if it is not kept.
[[nodiscard]] Result<tuning::StateVersion> state_version(tuning::StateHistory const& history,
                                                         std::optional<std::uint64_t> number);

struct StateDiff {
  struct Change {
    std::string pointer; ///< RFC 6901
    /// On one line; as written if a number in it is larger than any double. Absent: there is no such value.
    std::optional<std::string> before;
    std::optional<std::string> after;
  };
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::vector<Change> changes = {};
};

/// Without `to` the newest good one, without `from` the good one before it.
[[nodiscard]] Result<StateDiff> state_diff(tuning::StateHistory const& history,
                                           std::optional<std::uint64_t> from,
                                           std::optional<std::uint64_t> to);

[[nodiscard]] nlohmann::ordered_json to_json(StateDiff const& diff);

} // namespace artifactd

// The JSON texts inside artifacts: one per file, one per line of a log. A log is NDJSON: each line is an
// object and ends with a line feed. Blank lines are ignored. Text after the last line feed is torn: it is
// still being written and waits for its end.
#pragma once

#include "merge/artifacts/artifact_set.hpp"

#include <string_view>
#include <vector>

namespace artifactd {

[[nodiscard]] bool is_log(Artifact const& artifact);

struct Line {
  std::string_view text; ///< without its line feed; a view into the log
  std::size_t number;    ///< 1-based
};
/// The complete lines of a log that are not blank.
[[nodiscard]] std::vector<Line> lines_of(std::string_view log);
/// Bytes up to and including the last line feed.
[[nodiscard]] std::size_t complete_part(std::string_view log) noexcept;

enum class Lines : std::uint8_t { all, unsettled };

/// Without surrounding white space, as views into the artifact, in order; blank texts are left out.
/// Lines::unsettled selects the unsettled lines of a log; a file is always merged again.
[[nodiscard]] std::vector<std::string_view> texts_of(Artifact const& artifact, Lines lines = Lines::all);

/// The number of object members in `text` (accepted JSON) that a merge handles one by one: all except those
/// inside arrays, which are merged unchanged.
[[nodiscard]] std::size_t merged_members(std::string_view text);

/// Of all artifacts, in order, settled lines included: all of them together are the agent's work.
[[nodiscard]] std::vector<std::string_view> roots_of(ArtifactSet const& set);

} // namespace artifactd

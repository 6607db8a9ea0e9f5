// The JSON texts inside artifacts: one of a file, one of each line of a log. A log is NDJSON: a line is an
// object and ends with a line feed. Lines of nothing but white space count for nothing, and what stands
// behind the last line feed is torn: still being written, it waits for its end.
#pragma once

#include "merge/artifact_set.hpp"

#include <string_view>
#include <vector>

namespace artifactd {

[[nodiscard]] bool is_log(Artifact const& artifact);

struct Line {
  std::string_view text; ///< without its line feed; a view into the log
  std::size_t number;    ///< 1-based
};
/// The complete lines of a log that hold something.
[[nodiscard]] std::vector<Line> lines_of(std::string_view log);
/// Bytes up to and with the last line feed.
[[nodiscard]] std::size_t complete_part(std::string_view log) noexcept;

enum class Lines : std::uint8_t { all, unsettled };

/// Without surrounding white space, as views into the artifact, in order; nothing of a text that is blank. Of
/// a log its unsettled lines where asked; a file is always merged anew.
[[nodiscard]] std::vector<std::string_view> texts_of(Artifact const& artifact, Lines lines = Lines::all);

/// How many members of the objects in `text`, an accepted one, a merge takes up one by one: all but those
/// inside arrays, which are merged as they are.
[[nodiscard]] std::size_t merged_members(std::string_view text);

/// Of all artifacts, in order: settled lines too, the agent's work is what all of them make.
[[nodiscard]] std::vector<std::string_view> roots_of(ArtifactSet const& set);

} // namespace artifactd

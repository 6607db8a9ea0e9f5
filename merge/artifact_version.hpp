// The format an agent's artifacts are written in. An artifact says it in its top-level member
// `artifact_version`, as a whole number or as a text "MAJOR.MINOR"; what can be accepted is a range of major
// versions, since a minor one only adds. An artifact that says nothing is of version 1: the format from
// before there were versions. In a log a line that says nothing is of the version said last before it.
#pragma once

#include "merge/artifact_set.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// "2": exactly that one; "1..2": both ends included; "2..": and all later; "..2": and all before.
struct VersionRange {
  static constexpr std::uint32_t latest = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t least = 0;
  std::uint32_t most = latest;

  [[nodiscard]] bool holds(std::uint32_t version) const noexcept {
    return least <= version && version <= most;
  }
  bool operator==(VersionRange const&) const = default;
};

[[nodiscard]] std::optional<VersionRange> parse_version_range(std::string_view text) noexcept;
[[nodiscard]] std::string version_range_text(VersionRange const& range);

/// Tier schema. Of texts that are sound; settled lines of logs were judged by the range of their day. Of
/// thousands the first hundred.
[[nodiscard]] std::vector<Finding> version_findings(ArtifactSet const& set, VersionRange const& accepted);

} // namespace artifactd

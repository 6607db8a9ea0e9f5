// The format version of an agent's artifacts. An artifact states it in its top-level member
// `artifact_version`, as a whole number or as a text "MAJOR.MINOR". The accepted versions are a range of
// major versions, since a minor one only adds. An artifact without a version has version 1, the format from
// before versions existed. In a log, a line without a version has the last version stated before it.
#pragma once

#include "merge/artifacts/artifact_set.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// "2": exactly that one; "1..2": both ends included; "2..": 2 and later; "..2": 2 and before.
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

/// Tier schema, at most a hundred. Only for valid texts; settled lines of logs were judged by the range in
/// force at the time.
[[nodiscard]] std::vector<Finding> version_findings(ArtifactSet const& set, VersionRange const& accepted);

} // namespace artifactd

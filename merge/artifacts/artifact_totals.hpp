// The limits of all files of an agent together, and the room that they take in memory.
#pragma once

#include "merge/artifacts/artifact_set.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

[[nodiscard]] bool is_log_name(std::string_view name);

/// The totals read so far.
class ArtifactTotals {
public:
  ArtifactTotals(ArtifactLimits const& limits, std::string const& path) : limits_(limits), path_(path) {}

  [[nodiscard]] bool too_much() const { return bytes_ > limits_.total || lines_ > limits_.lines; }

  /// A finding if a limit is exceeded with this file.
  std::optional<Finding> add(Artifact const& artifact);

private:
  ArtifactLimits const& limits_;
  std::string const& path_;
  std::uint64_t bytes_ = 0;
  std::size_t lines_ = 0;
};

/// Room for all of these files, before the first of them is read: half a set would be read in vain.
/// Fault::busy if there is not enough. A few small files need no look at their sizes.
Result<void> reserve_room(int directory, std::vector<std::string> const& names, ArtifactLimits const& limits,
                          BudgetShare& memory);

} // namespace artifactd

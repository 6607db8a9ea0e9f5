// The names in an agent's directory: which of them are artifacts, and what is wrong with the names
// themselves. All other names are ignored, however many there are.
#pragma once

#include "state/platform/result.hpp"
#include "state/vocabulary/finding.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

struct ArtifactNames {
  std::vector<std::string> names; ///< of artifacts, in byte order
  std::size_t others = 0;
  std::vector<std::string> shown_others; ///< without hidden ones, at most NameLimits::shown, in byte order
  bool complete = true;                  ///< false: a limit was reached, and the rest was not listed
};

/// More than this is an attack, and reading on would only cost memory or time.
struct NameLimits {
  std::size_t artifacts = 100'000;
  std::size_t others = 2'000'000; ///< listed within seconds, and few of them are kept
  std::size_t shown = 100;
};

/// Whether a file of this name in an agent's directory is an artifact; false for paths.
[[nodiscard]] bool is_artifact_name(std::string_view text) noexcept;

/// `directory` was opened for this and not listed before.
[[nodiscard]] Result<ArtifactNames> artifact_names(int directory, NameLimits const& limits = {});

/// file.too_many if there are more artifacts than allowed or the listing is incomplete. `path` is the
/// directory's.
[[nodiscard]] std::optional<Finding> too_many(ArtifactNames const& found, std::string const& path,
                                              std::size_t allowed);

/// file.ambiguous for each artifact that exists both plain and compressed.
[[nodiscard]] std::vector<Finding> ambiguous(ArtifactNames const& found, std::string const& path);

/// A warning, file.ignored, that names what was probably meant to be merged: files whose names nearly end
/// like those of artifacts, and artifacts in subdirectories.
[[nodiscard]] std::optional<Finding> ignored(int directory, ArtifactNames const& found,
                                             std::string const& path);

/// file.none, with what is there instead of artifacts.
[[nodiscard]] Finding no_artifact(int directory, ArtifactNames const& found, std::string const& path);

} // namespace artifactd

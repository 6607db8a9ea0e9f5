// What helps if a disk is full or cannot be written: no signal is settled, and nothing is recorded, until
// somebody frees, enlarges or mounts it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace artifactd {

struct DiskRemedy {
  std::string todo; ///< "make room there"
  std::string command;

  /// "; make room there: df -h -- /srv"
  [[nodiscard]] std::string clause() const;
};

/// If the reason is that of a disk; `directory` is on it.
[[nodiscard]] std::optional<DiskRemedy> disk_remedy(std::string_view reason, std::string const& directory);

/// What is wrong with the disk of this directory, if almost nothing is left on it.
[[nodiscard]] std::optional<std::string> shortage_on_disk(std::string const& directory);

} // namespace artifactd

// A real file system on a loop device, and a power cut for it: ext4 and xfs are shut down and lose what their
// log does not have on disk; btrfs cannot be shut down, so the disk below it loses what was not flushed.
// Needs root and loop devices.
#pragma once

#include "tests/faults/power/flushed_file.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace artifactd::faults {

class LoopDisk {
public:
  /// `type` is ext4, xfs or btrfs. Throws if it cannot be made; why_none() says so beforehand.
  LoopDisk(std::string const& type, std::filesystem::path const& directory);
  ~LoopDisk();
  LoopDisk(LoopDisk const&) = delete;
  LoopDisk& operator=(LoopDisk const&) = delete;

  [[nodiscard]] std::filesystem::path const& mounted() const noexcept { return mount_; }

  /// Makes everything so far durable.
  void flush() const;
  /// Writes to an unrelated file and syncs it.
  void commit() const;
  /// From now on nothing reaches the disk.
  void cut();
  /// Mounts what the cut left under another device number, as may happen on a reboot. No file may be open.
  void start_again();

  /// Why there can be none here; empty if there can.
  static std::string why_none(std::string const& type);

private:
  void mount();
  [[nodiscard]] bool takes_files() const;
  [[nodiscard]] std::filesystem::path decoy() const;
  [[nodiscard]] std::string detach_decoy() const;

  bool flushed_; ///< a cut leaves what was flushed
  std::filesystem::path image_;
  std::filesystem::path mount_;
  std::optional<FlushedFile> disk_; ///< serves the image
};

} // namespace artifactd::faults

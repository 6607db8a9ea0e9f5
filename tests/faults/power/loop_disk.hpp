// A real file system on a loop device, and a power cut for it: ext4 and xfs are shut down and lose what their
// log has not on disk; below btrfs, which cannot be, the disk loses what was not flushed. Only root can have
// one, and only where loop devices are.
#pragma once

#include "tests/faults/power/flushed_file.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace artifactd::faults {

class LoopDisk {
public:
  /// `type` is ext4, xfs or btrfs. Throws when there cannot be one; why_none() tells beforehand.
  LoopDisk(std::string const& type, std::filesystem::path const& directory);
  ~LoopDisk();
  LoopDisk(LoopDisk const&) = delete;
  LoopDisk& operator=(LoopDisk const&) = delete;

  [[nodiscard]] std::filesystem::path const& mounted() const noexcept { return mount_; }

  /// Everything so far is durable.
  void flush() const;
  /// Writes to an unrelated file and syncs that.
  void commit() const;
  /// From now on nothing reaches the disk.
  void cut();
  /// Mounts what the cut left, as a machine may that starts again: under another device number. Nobody may
  /// have a file open.
  void start_again();

  /// Why there can be none here; empty when there can.
  static std::string why_none(std::string const& type);

private:
  void mount();
  [[nodiscard]] bool takes_files() const;
  [[nodiscard]] std::filesystem::path decoy() const;
  [[nodiscard]] std::string detach_decoy() const;

  bool flushed_; ///< whether a cut leaves what was flushed
  std::filesystem::path image_;
  std::filesystem::path mount_;
  std::optional<FlushedFile> disk_; ///< shows the image
};

} // namespace artifactd::faults

// A file of which a cut leaves only what was flushed: below a loop device it simulates a power cut for file
// systems that cannot be shut down. A separate process serves it through FUSE: writes go to memory, a flush
// writes them all to the file beneath, and the cut ends the process.
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace artifactd::faults {

class FlushedFile {
public:
  /// Serves the file `beneath` as path(), in the empty directory `mount`. Throws if FUSE is not available.
  FlushedFile(std::filesystem::path const& beneath, std::filesystem::path const& mount);
  ~FlushedFile();
  FlushedFile(FlushedFile const&) = delete;
  FlushedFile& operator=(FlushedFile const&) = delete;

  [[nodiscard]] std::filesystem::path path() const { return mount_ / "disk"; }

  /// Discards what was not flushed; from now on nothing can be read or written.
  void cut();

  /// Why this build cannot have one; empty if it can.
  static std::string why_none();

private:
  std::filesystem::path mount_;
  pid_t server_ = -1;
};

} // namespace artifactd::faults

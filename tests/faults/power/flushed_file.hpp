// A file of which a cut leaves what was flushed, and nothing else: below a loop device it makes a power cut
// for file systems that cannot be shut down. It is served by a process of its own through FUSE: writes go to
// memory, a flush puts them all into the file beneath, and the cut ends the process.
#pragma once

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace artifactd::faults {

class FlushedFile {
public:
  /// Shows the file `beneath` as path(), in the empty directory `mount`. Throws where there is no FUSE.
  FlushedFile(std::filesystem::path const& beneath, std::filesystem::path const& mount);
  ~FlushedFile();
  FlushedFile(FlushedFile const&) = delete;
  FlushedFile& operator=(FlushedFile const&) = delete;

  [[nodiscard]] std::filesystem::path path() const { return mount_ / "disk"; }

  /// What was not flushed is gone, and nothing can be read or written from now on.
  void cut();

  /// Why there can be none in this build; empty when there can.
  static std::string why_none();

private:
  std::filesystem::path mount_;
  pid_t server_ = -1;
};

} // namespace artifactd::faults

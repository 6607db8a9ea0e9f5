// A directory of a test's own: fresh, private, and gone with everything in it when the object is.
// It stands under TMPDIR (or /tmp), so that a run can be pointed at another file system.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace artifactd::test {

class ScratchDir {
public:
  ScratchDir();
  ~ScratchDir();
  ScratchDir(ScratchDir const&) = delete;
  ScratchDir& operator=(ScratchDir const&) = delete;

  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path operator/(std::string_view relative) const { return path_ / relative; }

  // Parents are made as needed; an existing file is replaced in place. Returns where the file is.
  std::filesystem::path write(std::string_view relative, std::string_view text) const;
  // Throws when there is no such file: a test that reads expects it.
  std::string read(std::string_view relative) const;

private:
  std::filesystem::path path_;
};

} // namespace artifactd::test

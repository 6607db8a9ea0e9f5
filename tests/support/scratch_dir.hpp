// A test's own directory: fresh, private, and removed with everything in it by the destructor.
// It is below TMPDIR (or /tmp), so that a run can use another file system.
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

  // Creates parents as needed; replaces an existing file in place. Returns the file's path.
  std::filesystem::path write(std::string_view relative, std::string_view text) const;
  // Throws if the file does not exist, since the test expects it.
  std::string read(std::string_view relative) const;

private:
  std::filesystem::path path_;
};

} // namespace artifactd::test

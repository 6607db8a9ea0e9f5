// Copies of files of a session for a person to edit, in a private directory of that person's own. The editor
// never works where agents write: no half-saved file is ever judged, no swap file lands beside artifacts, and
// a link put in a file's place leads nobody's editor astray. What was changed is put back whole, or nothing
// is: under the claim, and only while the originals are as they were copied.
#pragma once

#include "state/session.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

class Workbench {
public:
  /// In $TMPDIR, else /tmp; readable by this user only.
  static Result<Workbench> make();
  ~Workbench(); ///< removes it with the copies in it, unless keep() was called
  Workbench(Workbench&& other) noexcept;
  Workbench& operator=(Workbench&&) = delete;

  /// Copies a file; where there is none, none is copied and a new one may be written. Fault::unsafe for
  /// links and whatever is no regular file, Fault::too_large beyond what one edits. Returns the copy's path.
  Result<std::string> take(Session const& session, std::string const& file);

  /// Puts back the copies that differ from what was taken; returns the names of these files. A copy that was
  /// deleted changes nothing. Fault::changed, and nothing is put back, when an original is not what it was.
  Result<std::vector<std::string>> put_back(Session const& session) const;

  /// The copies stay; their directory.
  std::string keep() noexcept;

private:
  struct Copy {
    std::string file; ///< relative to the session
    std::filesystem::path path;
    std::optional<std::string> taken; ///< nothing: there was no such file
    std::optional<Stamp> stamp;
  };

  explicit Workbench(std::filesystem::path directory) : directory_(std::move(directory)) {}

  std::filesystem::path directory_; ///< empty: nothing to remove
  std::vector<Copy> copies_;
};

} // namespace artifactd

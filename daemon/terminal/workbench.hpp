// Copies of files of a session for a person to edit, in a private directory of that person's own. The editor
// never works where agents write: no half-saved file is judged, no swap file ends up beside artifacts, and a
// link in a file's place misleads nobody's editor. Changes are put back all or none: under the claim, and
// only while the originals are as they were when copied.
#pragma once

#include "state/session/session.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace artifactd {

class Workbench {
public:
  /// In $TMPDIR, else /tmp; readable by this user only.
  static Result<Workbench> make();
  ~Workbench(); ///< removes it and its copies, unless keep() was called
  Workbench(Workbench&& other) noexcept;
  Workbench& operator=(Workbench&&) = delete;

  /// Copies a file; if it does not exist, nothing is copied and it may be newly written. Fault::unsafe for
  /// anything but a regular file (links included), Fault::too_large beyond what can be edited. Returns the
  /// copy's path.
  Result<std::string> take(Session const& session, std::string const& file);

  /// Puts back the changed copies; returns the names of these files. A deleted copy changes nothing.
  /// Fault::changed, and nothing is put back, if an original has changed.
  Result<std::vector<std::string>> put_back(Session const& session) const;

  /// Keeps the copies; returns their directory.
  std::string keep() noexcept;

private:
  struct Copy {
    std::string file; ///< relative to the session
    std::filesystem::path path;
    std::optional<std::string> taken; ///< std::nullopt: there was no such file
    std::optional<Stamp> stamp;
  };

  explicit Workbench(std::filesystem::path directory) : directory_(std::move(directory)) {}

  std::filesystem::path directory_; ///< empty: nothing to remove
  std::vector<Copy> copies_;
};

} // namespace artifactd

// What an agent of a tuning run works on: a copy of the state and of the skill in a directory of its own, so
// that agents side by side neither see nor disturb each other, and nothing they do is done until it is taken.
#pragma once

#include "state/session.hpp"

#include <string>

namespace artifactd {

class WorkCopy {
public:
  /// Below `.artifactd/runs`, in place of what was there under this name. `skill`: its directory; regular
  /// files are copied, links are not. Fault::too_large beyond 4,000 files or 64 MiB.
  static Result<WorkCopy> make(Session const& session, std::string const& name, int skill,
                               std::string_view state);
  /// Those of drivers that are gone. Only for whoever drives the run.
  static void remove_left(Session const& session);
  ~WorkCopy(); ///< removes it
  WorkCopy(WorkCopy&& other) noexcept;
  WorkCopy& operator=(WorkCopy&&) = delete;

  [[nodiscard]] int directory() const noexcept { return directory_.get(); }
  /// state.json as the agent left it.
  [[nodiscard]] Result<std::string> state() const;

private:
  WorkCopy(UniqueFd parent, std::string name, UniqueFd directory)
      : parent_(std::move(parent)), name_(std::move(name)), directory_(std::move(directory)) {}

  UniqueFd parent_;
  std::string name_;
  UniqueFd directory_; ///< empty: nothing to remove
};

/// Copies the regular files below `from` into the directory `to`, within the same bounds.
Result<void> copy_files(Session const& session, int from, int to);

/// Over the names and contents of the regular files below a directory: equal only if nothing was changed.
Result<std::string> digest_of_files(int directory);

} // namespace artifactd

// What an agent of a tuning run works on: a copy of the state and of the skill in its own directory, so that
// concurrent agents neither see nor disturb each other, and no change counts until it is accepted.
#pragma once

#include "state/session/session.hpp"

#include <string>

namespace artifactd {

class WorkCopy {
public:
  /// Below `.artifactd/runs`, replacing what was there under this name. `skill`: its directory; regular files
  /// are copied, links are not. Fault::too_large beyond 4,000 files or 64 MiB.
  static Result<WorkCopy> make(Session const& session, std::string const& name, int skill,
                               std::string_view state);
  /// Removes copies left by drivers that are gone. Only the driver of the run may call it.
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

/// Covers the names and contents of the regular files below a directory: equal only if nothing was changed.
Result<std::string> digest_of_files(int directory);

} // namespace artifactd

#include "agents/edit/run_locks.hpp"

#include "state/session/session_layout.hpp"

#include <cerrno>
#include <fmt/core.h>
#include <sys/file.h>

namespace artifactd::editor {

Result<void> hold_run(int directory, std::string const& id) {
  if (::flock(directory, LOCK_EX | LOCK_NB) == 0) return {};
  if (errno != EWOULDBLOCK) return fail(errno_error("lock", layout::runs + "/" + id));
  return fail(Fault::busy, fmt::format("the run {} is working on these artifacts", id));
}

Result<UniqueFd> hold_artifacts(Session const& session, Name const& agent) {
  auto held = TRY(open_directory(session.directory(), layout::artifacts_of(agent)));
  if (::flock(held.get(), LOCK_EX | LOCK_NB) == 0) return held;
  if (errno != EWOULDBLOCK) return fail(errno_error("lock", layout::artifacts_of(agent)));
  return fail(Fault::busy,
              fmt::format("another run is asking a model about {}/", layout::artifacts_of(agent)));
}

} // namespace artifactd::editor

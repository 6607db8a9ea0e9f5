// Whom the process acts for. A session directory belongs to a user; what is done in it is done with that
// user's rights and no others. What belongs to artifactd itself (journal, log, user database, processes it
// starts) is done with the rights of the process.
#pragma once

#include "state/result.hpp"
#include "state/stamp.hpp"

#include <functional>
#include <optional>
#include <sys/types.h>
#include <type_traits>
#include <utility>
#include <vector>

namespace artifactd {

struct Identity {
  uid_t user;
  gid_t group;
  std::vector<gid_t> groups; ///< supplementary

  bool operator==(Identity const&) const = default;
};

/// The user and group `nobody`, who own nothing.
[[nodiscard]] inline Identity nobody() {
  return {.user = 65534, .group = 65534, .groups = {}};
}

/// The owner of a session directory, as fstat on an O_PATH descriptor tells it. The supplementary groups are
/// those of the user database; the group is the directory's where the owner is a member of it, else the
/// owner's own. A user without an entry there has the directory's group and no others, and never root's. An
/// Error means that the database could not be read, never that there is no entry.
Result<Identity> session_identity(Stamp const& directory);

/// Who owns what this thread makes.
[[nodiscard]] uid_t own_user() noexcept;

/// By the user database; a user without an entry is in no group.
[[nodiscard]] bool is_member(uid_t user, gid_t group);

/// Runs `work` with the identity of the process and waits for it; what it throws is thrown here. Costs
/// nothing on a thread that acts for nobody else. Other threads hand the work to a single thread that never
/// changes identity, so it has to be short and may not wait for the caller. That thread lives as long as the
/// process.
///
/// It is for whatever opens files of artifactd or asks the system who may do what: SQLite opens -wal and -shm
/// in whichever thread first needs them; a parent-death signal is tied to the thread that forked, and an exec
/// there would keep the session's file system identity; glibc looks users up through files and sockets.
void as_self(std::function<void()> const& work);

/// The same for work that has a result.
template <class Work>
std::invoke_result_t<Work const&> answer_as_self(Work const& work) {
  std::optional<std::invoke_result_t<Work const&>> answer;
  as_self([&] { answer.emplace(work()); });
  return *std::move(answer);
}

/// While it lives, this thread reaches files with the rights of `identity` alone: its user, its groups, and
/// no capability but the two that lead back. Threads and processes started meanwhile would inherit that for
/// good, so they are started as_self. Made and destroyed on one thread, last made first destroyed.
///
/// For a process that is not root, and for root's own sessions, it changes nothing.
///
/// It walls off what system calls can reach. It is no wall against code that runs in this process: the way
/// back is left open, and the address space is shared.
class SessionScope {
public:
  /// Every change is asked of the kernel again and compared; Fault::denied where one did not take effect, as
  /// without CAP_SETUID or for a user that this user namespace does not know.
  static Result<SessionScope> enter(Identity const& identity);

  SessionScope(SessionScope&& other) noexcept : former_(std::exchange(other.former_, std::nullopt)) {}
  SessionScope& operator=(SessionScope&&) = delete;
  /// Ends the process if the former identity does not come back whole.
  ~SessionScope();

private:
  struct Credentials {
    Identity identity;
    std::uint64_t effective; ///< capabilities, one bit each

    bool operator==(Credentials const&) const = default;
  };

  SessionScope() = default;
  static Result<Credentials> current();
  static Result<void> take(Credentials const& wanted);

  std::optional<Credentials> former_; ///< none: nothing was changed
};

} // namespace artifactd

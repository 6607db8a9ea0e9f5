// The user the process acts for. A session directory belongs to a user; work in it is done with that user's
// rights and no others. Work on what belongs to artifactd itself (journal, log, user database, processes it
// starts) is done with the rights of the process.
#pragma once

#include "state/platform/result.hpp"
#include "state/platform/stamp.hpp"

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

/// The owner of a session directory, as fstat on an O_PATH descriptor reports it. The supplementary groups
/// come from the user database; the group is the directory's if the owner is a member of it, else the owner's
/// own. A user without an entry there gets the directory's group and no others, and never root's. An Error
/// means that the database could not be read, never that there is no entry.
Result<Identity> session_identity(Stamp const& directory);

/// The owner of the files this thread creates.
[[nodiscard]] uid_t own_user() noexcept;

/// The groups whose rights this thread has on files, the one of files that it creates last.
[[nodiscard]] std::vector<gid_t> own_groups();

/// According to the user database; a user without an entry is in no group.
[[nodiscard]] bool is_member(uid_t user, gid_t group);

/// Runs `work` with the identity of the process and waits for it; rethrows what it throws. Costs nothing on a
/// thread that acts for nobody else. Other threads pass the work to a single thread that never changes
/// identity, so it must be short and must not wait for the caller. That thread runs as long as the process.
///
/// Use it for everything that opens files of artifactd or asks the system who may do what: SQLite opens -wal
/// and -shm in whichever thread first needs them; a parent-death signal is tied to the thread that forked,
/// and an exec there would keep the session's file system identity; glibc looks users up through files and
/// sockets.
void as_self(std::function<void()> const& work);

/// The same for work that returns a result.
template <class Work>
std::invoke_result_t<Work const&> answer_as_self(Work const& work) {
  std::optional<std::invoke_result_t<Work const&>> answer;
  as_self([&] { answer.emplace(work()); });
  return *std::move(answer);
}

/// During its lifetime this thread accesses files with the rights of `identity` alone: its user, its groups,
/// and no capability but the two needed to switch back. Threads and processes started meanwhile would inherit
/// that permanently, so start them with as_self(). Create and destroy scopes on one thread, in LIFO order.
///
/// No effect in a process that is not root, or for root's own sessions.
///
/// It restricts what system calls can reach. It does not protect against code that runs in this process:
/// switching back is possible, and the address space is shared.
class SessionScope {
public:
  /// Reads every change back from the kernel and compares it; Fault::denied if one did not take effect, for
  /// example without CAP_SETUID or for a user unknown to this user namespace.
  static Result<SessionScope> enter(Identity const& identity);
  /// The thread keeps its identity.
  static SessionScope none() noexcept { return {}; }

  SessionScope(SessionScope&& other) noexcept : former_(std::exchange(other.former_, std::nullopt)) {}
  SessionScope& operator=(SessionScope&&) = delete;
  /// Ends the process if the former identity cannot be fully restored.
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

  std::optional<Credentials> former_; ///< std::nullopt: nothing was changed
};

} // namespace artifactd

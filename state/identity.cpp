#include "state/identity.hpp"

#include "state/clock.hpp"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <fmt/core.h>
#include <future>
#include <grp.h>
#include <map>
#include <mutex>
#include <optional>
#include <pwd.h>
#include <string>
#include <thread>

namespace artifactd {

namespace {

using namespace std::chrono_literals;

/// Whoever joins or leaves a group is noticed within this time.
constexpr auto groups_live = 60s;

struct Membership {
  gid_t own;
  std::vector<gid_t> all;
};

/// Nothing for a user without an entry.
Result<std::optional<Membership>> look_up(uid_t user) {
  std::vector<char> text(4096);
  passwd entry{};
  passwd* found = nullptr;
  int code = 0;
  while ((code = ::getpwuid_r(user, &entry, text.data(), text.size(), &found)) == ERANGE &&
         text.size() < (std::size_t{1} << 20))
    text.resize(text.size() * 2);
  if (found == nullptr && (code == 0 || code == ENOENT || code == ESRCH)) return std::nullopt;
  if (found == nullptr) return fail(errno_error("look up", fmt::format("user {}", user), code));
  Membership membership{found->pw_gid, std::vector<gid_t>(32)};
  auto count = static_cast<int>(membership.all.size());
  while (::getgrouplist(found->pw_name, found->pw_gid, membership.all.data(), &count) < 0) {
    if (static_cast<std::size_t>(count) <= membership.all.size())
      return fail(Fault::io,
                  fmt::format("look up: the groups of user {}: the user database gives no list", user));
    membership.all.resize(static_cast<std::size_t>(count));
  }
  membership.all.resize(static_cast<std::size_t>(count));
  return membership;
}

class Memberships {
public:
  Result<std::optional<Membership>> of(uid_t user) {
    std::lock_guard const lock(mutex_);
    auto now = Monotonic::now();
    auto known = known_.find(user);
    if (known != known_.end() && now - known->second.since < groups_live) return known->second.membership;
    auto membership = TRY(look_up(user));
    known_.insert_or_assign(user, Known{now, membership});
    return membership;
  }

private:
  struct Known {
    Moment since;
    std::optional<Membership> membership;
  };
  std::mutex mutex_;
  std::map<uid_t, Known> known_;
};

/// Whether this thread has taken a session's identity.
thread_local bool acts_for_session = false;

/// The thread that stays what the process was. A new thread inherits the identity of the one that makes it,
/// so this one has to be there before the first identity is taken.
class OwnThread {
public:
  static OwnThread& instance() {
    static auto& thread = *new OwnThread; // never destroyed: others may still ask while the process exits
    return thread;
  }

  void run(std::function<void()> const& work) {
    std::packaged_task<void()> task(work);
    auto done = task.get_future();
    {
      std::lock_guard const lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    given_.notify_one();
    done.get();
  }

private:
  OwnThread() {
    std::thread([this] { serve(); }).detach();
  }

  void serve() {
    for (;;) {
      std::unique_lock lock(mutex_);
      given_.wait(lock, [this] { return !tasks_.empty(); });
      auto task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable given_;
  std::deque<std::packaged_task<void()>> tasks_;
};

} // namespace

void as_self(std::function<void()> const& work) {
  if (!acts_for_session) return work();
  OwnThread::instance().run(work);
}

Result<Identity> session_identity(Stamp const& directory) {
  static Memberships memberships;
  Result<std::optional<Membership>> found;
  as_self([&] { found = memberships.of(directory.owner); });
  auto membership = TRY(std::move(found));
  if (!membership) return Identity{directory.owner, directory.group, {directory.group}};
  auto is_member = std::ranges::find(membership->all, directory.group) != membership->all.end();
  return Identity{directory.owner, is_member ? directory.group : membership->own, std::move(membership->all)};
}

} // namespace artifactd

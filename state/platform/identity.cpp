#include "state/platform/identity.hpp"

#include "state/platform/blocked_signals.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <fmt/core.h>
#include <future>
#include <grp.h>
#include <linux/capability.h>
#include <map>
#include <mutex>
#include <optional>
#include <pwd.h>
#include <string>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

namespace artifactd {

namespace {

using namespace std::chrono_literals;

/// A change of group membership is noticed within this time.
constexpr auto groups_live = 60s;

/// Used instead of root's group, which a directory easily inherits from its parent.
constexpr gid_t nobodys_group = 65534;

struct Membership {
  gid_t own;
  std::vector<gid_t> all;

  [[nodiscard]] bool has(gid_t group) const noexcept { return std::ranges::find(all, group) != all.end(); }
};

/// std::nullopt for a user without an entry.
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

/// The identity this thread has taken.
thread_local std::optional<Identity> acting_for;

/// The thread that keeps the identity of the process. A new thread inherits the identity of its creator, so
/// this one must be started before the first identity is taken.
class OwnThread {
public:
  static OwnThread& instance() {
    static auto& thread = *new OwnThread; // never destroyed: others may still use it while the process exits
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
    BlockedSignals const blocked;
    std::thread([this] { serve(); }).detach();
  }

  void serve() {
    // The priority, too: a thread of low priority may be the first to need this one.
    ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, static_cast<id_t>(::getpid())));
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

Result<std::optional<Membership>> membership_of(uid_t user) {
  static Memberships memberships;
  return answer_as_self([&] { return memberships.of(user); });
}

// Raw system calls throughout: glibc's wrappers change every thread of the process.

uid_t file_system_user() noexcept {
  return static_cast<uid_t>(::syscall(SYS_setfsuid, -1));
}

gid_t file_system_group() noexcept {
  return static_cast<gid_t>(::syscall(SYS_setfsgid, -1));
}

Result<std::vector<gid_t>> supplementary_groups() {
  auto count = ::getgroups(0, nullptr);
  std::vector<gid_t> groups(static_cast<std::size_t>(std::max(count, 0)));
  if (count > 0) count = ::getgroups(count, groups.data());
  if (count < 0) return fail(errno_error("ask for", "groups"));
  groups.resize(static_cast<std::size_t>(count));
  std::ranges::sort(groups);
  return groups;
}

constexpr std::uint64_t bit_of(unsigned capability) noexcept {
  return std::uint64_t{1} << capability;
}

struct Capabilities {
  std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> words;

  [[nodiscard]] std::uint64_t effective() const noexcept {
    return words[0].effective | std::uint64_t{words[1].effective} << 32;
  }
  void set_effective(std::uint64_t bits) noexcept {
    for (auto& word : words) {
      word.effective = static_cast<std::uint32_t>(bits) & word.permitted;
      bits >>= 32;
    }
  }
};

Result<Capabilities> capabilities() {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  Capabilities now{};
  if (::syscall(SYS_capget, &header, now.words.data()) < 0)
    return fail(errno_error("ask for", "capabilities"));
  return now;
}

Result<void> set_effective(std::uint64_t bits) {
  auto wanted = TRY(capabilities());
  wanted.set_effective(bits);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  if (::syscall(SYS_capset, &header, wanted.words.data()) < 0)
    return fail(errno_error("set", "capabilities"));
  return {};
}

} // namespace

void as_self(std::function<void()> const& work) {
  if (!acting_for) return work();
  OwnThread::instance().run(work);
}

uid_t own_user() noexcept {
  return acting_for ? acting_for->user : ::geteuid();
}

std::vector<gid_t> own_groups() {
  auto const group = acting_for ? acting_for->group : ::getegid();
  auto groups = acting_for ? acting_for->groups : supplementary_groups().value_or(std::vector<gid_t>());
  std::erase(groups, group);
  groups.push_back(group);
  return groups;
}

bool is_member(uid_t user, gid_t group) {
  auto membership = membership_of(user);
  return membership && *membership && (*membership)->has(group);
}

Result<Identity> session_identity(Stamp const& directory) {
  auto membership = TRY(membership_of(directory.owner));
  if (!membership) {
    auto group = directory.group == 0 ? nobodys_group : directory.group;
    return Identity{directory.owner, group, {group}};
  }
  auto group = membership->has(directory.group) ? directory.group : membership->own;
  return Identity{directory.owner, group, std::move(membership->all)};
}

Result<SessionScope::Credentials> SessionScope::current() {
  return Credentials{{file_system_user(), file_system_group(), TRY(supplementary_groups())},
                     TRY(capabilities()).effective()};
}

/// Capabilities last: the kernel adds and removes some when the user changes.
Result<void> SessionScope::take(Credentials const& wanted) {
  auto const& [user, group, groups] = wanted.identity;
  if (::syscall(SYS_setgroups, groups.size(), groups.data()) < 0) return fail(errno_error("set", "groups"));
  ::syscall(SYS_setfsgid, group);
  ::syscall(SYS_setfsuid, user);
  TRY(set_effective(wanted.effective));
  if (TRY(current()) == wanted) return {};
  return fail(Fault::denied, "the kernel did not make the change");
}

Result<SessionScope> SessionScope::enter(Identity const& identity) {
  SessionScope scope;
  if (::geteuid() != 0 || identity.user == 0) return scope;
  if (acting_for && acting_for->user == identity.user) return scope;
  if (acting_for) return fail(Fault::changed, "this thread serves a session of another owner");
  auto former = TRY(current());
  // A thread that was started inside a scope would restore the wrong identity.
  if (former.identity.user != ::geteuid() || former.identity.group != ::getegid()) std::abort();
  OwnThread::instance();
  auto wanted = identity;
  std::ranges::sort(wanted.groups);
  auto taken = take({wanted, former.effective & (bit_of(CAP_SETUID) | bit_of(CAP_SETGID))});
  acting_for = identity;
  scope.former_ = std::move(former);
  if (taken) return scope;
  return fail(
      Fault::denied,
      fmt::format("session.owner: root may not act as user {}, who owns the session ({}). Run artifactd "
                  "or artifactctl as that user, or where that user is known and CAP_SETUID and CAP_SETGID "
                  "are available",
                  identity.user, taken.error().message));
}

SessionScope::~SessionScope() {
  if (!former_) return;
  acting_for.reset();
  if (auto back = take(*former_); back) return;
  constexpr std::string_view last_words = "artifactd: cannot restore its own identity; exiting\n";
  [[maybe_unused]] auto said = ::write(STDERR_FILENO, last_words.data(), last_words.size());
  std::abort();
}

} // namespace artifactd

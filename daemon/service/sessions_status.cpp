// What Sessions reports about itself.
#include "daemon/service/sessions.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <cerrno>
#include <fmt/core.h>
#include <iterator>

namespace artifactd {

namespace {

std::string limit_trouble(Error const& refusal, std::size_t polled) {
  auto cure =
      refusal.fault == Fault::no_space
          ? "raise fs.inotify.max_user_watches (sysctl), and they are watched as soon as there is room"
          : "the kernel or the process is short of memory or descriptors (LimitNOFILE=)";
  return fmt::format("{} polled instead of watched: {}; {}",
                     polled == 1 ? "1 directory is" : fmt::format("{} directories are", polled),
                     printable(refusal.message), cure);
}

/// With the remedy.
std::string why_unreadable(Error const& error) {
  auto const reason = printable(error.message);
  if (error.fault == Fault::exhausted) return reason + "; raise the limit on open files (LimitNOFILE=)";
  if (crosses_mount(error)) return fmt::format("{}; {}", reason, mount_remedy);
  return error.code == EACCES ? reason : reason + "; check its owner and mode";
}

std::string no_events_trouble(std::string const& why) {
  return fmt::format(
      "every directory is polled: {}; raise fs.inotify.max_user_instances (sysctl) or the limit "
      "on open files (LimitNOFILE=)",
      printable(why));
}

} // namespace

Coverage Sessions::coverage() const {
  auto absent = [](auto const& root) { return !root->present(); };
  if (watches_.refusal() || !no_events_.empty() || std::ranges::any_of(roots_, absent))
    return Coverage::degraded;
  auto polled = [](auto const& root) { return root->census().polled > 0; };
  return std::ranges::any_of(roots_, polled) ? Coverage::partial : Coverage::full;
}

SessionsStatus Sessions::status() const {
  SessionsStatus status;
  status.overflows = overflows_;
  status.rescans = rescan_.count();
  status.audits = audits_;
  std::size_t short_of_watches = 0;
  for (auto const& root : roots_) {
    auto census = root->census();
    auto watching = root->backend() == Backend::events && drain_ != nullptr;
    auto& shown = status.roots.emplace_back();
    shown.path = root->root();
    shown.state = !root->present() ? RootState::absent : watching ? RootState::watching : RootState::polling;
    shown.reason = root->reason();
    if (shown.reason.empty() && !watching) shown.reason = no_events_.empty() ? "events are off" : no_events_;
    shown.sessions = census.sessions;
    shown.watches = census.watched;
    shown.polled = census.polled;
    if (watching) short_of_watches += census.polled;
    if (!root->present())
      status.troubles.push_back(fmt::format("{}: {}; its sessions are served as soon as it is there",
                                            printable(root->root()), printable(shown.reason)));
    if (census.why_unreadable)
      status.troubles.push_back(fmt::format(
          "below {}, {} cannot be read. For one of them: {}", printable(root->root()),
          census.unreadable == 1 ? "1 directory" : fmt::format("{} directories", census.unreadable),
          why_unreadable(*census.why_unreadable)));
    for (auto const& [path, error] : census.closed)
      status.closed.push_back({full_path({root->root(), path}), why_unreadable(error)});
  }
  std::ranges::copy(claims_.troubles(), std::back_inserter(status.troubles));
  if (!no_events_.empty()) status.troubles.push_back(no_events_trouble(no_events_));
  if (watches_.refusal() && short_of_watches > 0)
    status.troubles.push_back(limit_trouble(*watches_.refusal(), short_of_watches));
  return status;
}

} // namespace artifactd

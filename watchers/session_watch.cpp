#include "watchers/session_watch.hpp"

#include "state/platform/answering.hpp"
#include "state/session/session_layout.hpp"
#include "watchers/filesystem.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <sys/inotify.h>
#include <utility>

namespace artifactd {

namespace {

/// All other roots wait meanwhile, once for each time that this one hangs.
constexpr auto longest_wait = std::chrono::seconds(2);

bool is_below(std::string_view below, std::string_view path) {
  if (path.empty()) return !below.empty();
  return below.size() > path.size() && below[path.size()] == '/' && below.starts_with(path);
}

/// What is there now is not a directory of ours: nothing, a file, a link.
bool is_gone(Error const& error) noexcept {
  return error.fault == Fault::missing || (error.fault == Fault::unsafe && !crosses_mount(error));
}

Result<UniqueFd> open_place(int root, std::string const& path) {
  return open_directory(root, path.empty() ? "." : path);
}

} // namespace

SessionWatch::~SessionWatch() {
  for (auto& [path, place] : places_)
    watches_.release(place);
}

std::uint64_t SessionWatch::document_mark(Kind const& kind, Stamp const& stamp) {
  auto const mixed =
      (std::hash<std::string_view>{}(kind.word()) ^ static_cast<std::uint64_t>(stamp.changed_ns)) *
      0x9e3779b97f4a7c15U;
  return (mixed ^ (mixed >> 29U)) | 1U;
}

/// Writing into a document does not change its directory.
bool SessionWatch::documents_moved(int root, WatchedPlace const& place) const {
  if (place.documents == 0) return false;
  std::uint64_t now = 0;
  for (auto const& kind : kinds_) {
    if (!kind.is_document()) continue;
    auto const file = layout::signal(document_signal(kind));
    if (auto stamp = stamp_at(root, place.path->empty() ? file : *place.path + '/' + file))
      now += document_mark(kind, *stamp);
  }
  return now != place.documents;
}

Result<UniqueFd> SessionWatch::open_root() const {
  auto root = TRY(open_trusted_directory(root_));
  if (!same_file(TRY(stamp_of(root.get())), identity_))
    return fail(Fault::changed, fmt::format("{}: another directory is there now", root_));
  return root;
}

bool SessionWatch::establish(Moment now, Reports& reports) {
  auto const answering = ask(root_, longest_wait);
  answered_ = answering == Answering::yes;
  if (answering == Answering::not_yet) return false;
  counted_.reset();
  auto root = answering == Answering::yes ? open_trusted_directory(root_)
                                          : Result<UniqueFd>(fail(does_not_answer(root_)));
  auto stamp = root ? stamp_of(root->get()) : Result<Stamp>(fail(root.error()));
  if (!stamp) {
    // Running out of descriptors does not mean that the root is gone.
    if (present() && stamp.error().fault == Fault::exhausted) return false;
    clear(reports);
    reason_ = std::move(stamp).error().message;
    return false;
  }
  if (present() && same_file(*stamp, identity_)) return true;
  clear(reports);
  auto const lost = std::exchange(lost_, 0);
  if (lost > 0 && !same_file(*stamp, identity_)) reports.replaced.push_back({root_, lost});
  identity_ = *stamp;
  auto unreliable = unreliable_events(root->get());
  backend_ = unreliable ? Backend::polling : wanted_;
  reason_ = unreliable ? fmt::format("{} does not report what other hosts change", *unreliable) : "";
  look_at(know("", 0), root->get(), Look::full, now, reports);
  return true;
}

void SessionWatch::check(WatchedPlace& place, Moment now, Reports& reports) {
  counted_.reset();
  if (place.level == 0) {
    // Without its watch nothing beneath is reliable: the root was removed or unmounted in between.
    if (place.wd < 0) clear(reports);
    establish(now, reports);
    return;
  }
  auto root = open_root();
  if (!root) {
    establish(now, reports);
    return;
  }
  meet(root->get(), std::string(*place.path), place.level, now, reports);
}

void SessionWatch::note(WatchedPlace& place, WatchEvent const& event, Moment now, Reports& reports) {
  auto directory = (event.mask & IN_ISDIR) != 0;
  if (!is_session(place)) {
    if (!directory || !is_watched_name(event.name)) return;
    auto root = open_root();
    if (!root) {
      establish(now, reports);
      return;
    }
    auto path = place.path->empty() ? event.name : *place.path + '/' + event.name;
    return meet(root->get(), path, place.level + 1U, now, reports);
  }
  if (event.name == layout::mutex) return note_mutex(place, event, reports);
  if (event.name == layout::plays && directory) reports.with_plays.push_back(key(place));
  if ((event.mask & ~std::uint32_t{IN_ISDIR}) == IN_DELETE) return; // no new file
  auto file = parse_signal_file(event.name, kinds_);
  if (file.form == SignalForm::bad_name || (file.form == SignalForm::pending && directory))
    return reports.debounce.note(key(place), Urgency::news);
  if (file.form != SignalForm::pending && file.form != SignalForm::document) return;
  auto over = (event.mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) != 0;
  reports.debounce.note(key(place), *file.signal, over ? Why::closed : Why::appeared, now);
}

/// Created by mkdir, it is another tool's. Renamed into place, it is ours or of unknown origin; either way
/// the previous holder lost it or is done.
void SessionWatch::note_mutex(WatchedPlace const& place, WatchEvent const& event, Reports& reports) const {
  using What = Reports::MutexReport::What;
  if ((event.mask & (IN_CREATE | IN_ISDIR)) == (IN_CREATE | IN_ISDIR)) {
    // Its birth time comes from the same clock as that of the files made under it.
    auto root = open_root();
    auto path = place.path->empty() ? layout::mutex : *place.path + '/' + layout::mutex;
    auto stamp = root ? stamp_at(root->get(), path) : Result<Stamp>(fail(root.error()));
    auto born = stamp && stamp->birth_ns != 0 ? std::min(stamp->birth_ns, event.at_ns) : event.at_ns;
    reports.mutexes.push_back({key(place), born, What::taken});
  } else if ((event.mask & (IN_DELETE | IN_MOVED_TO)) != 0) {
    reports.mutexes.push_back({key(place), event.at_ns, What::released});
  }
}

bool SessionWatch::promotable(WatchedPlace const& place) const noexcept {
  return backend_ == Backend::events && place.wd < 0 && watches_.has_room();
}

/// A directory is reported to exist at `path`, or to exist there no longer.
void SessionWatch::meet(int root, std::string const& path, unsigned level, Moment now, Reports& reports) {
  counted_.reset();
  auto known = places_.find(path);
  auto directory = open_place(root, path);
  if (!directory) return not_opened(path, level, std::move(directory).error(), reports);
  if (known != places_.end()) {
    auto& place = known->second;
    auto stamp = stamp_of(directory->get());
    if (stamp && place.gate.same_directory(*stamp)) {
      // Watched since before the last look, so every later change is reported.
      if (place.wd >= 0) return;
      if (!promotable(place)) return look_at(place, directory->get(), Look::audit, now, reports);
    }
    forget(path, reports);
  }
  look_at(know(path, level), directory->get(), Look::full, now, reports);
}

/// The audit tries again.
void SessionWatch::not_opened(std::string const& path, unsigned level, Error error, Reports& reports) {
  auto const known = places_.find(path);
  // What was watched there lies hidden below the mount.
  auto const hidden = crosses_mount(error) && known != places_.end() && !known->second.unreadable;
  if (is_gone(error) || hidden) forget(path, reports);
  if (!is_gone(error)) unreadable(know(path, level), std::move(error));
}

bool SessionWatch::walk(Walk& pass, Moment deadline, Reports& reports) {
  auto now = Monotonic::now();
  if (!pass.begun && !establish(now, reports)) return true;
  if (!present()) return true; // it may hang
  auto root = open_root();
  if (!root) return true;
  auto next = pass.begun ? places_.upper_bound(pass.after) : places_.begin();
  while (next != places_.end()) {
    pass.begun = true;
    pass.after = next->first;
    visit(root->get(), next->second, pass, now, reports);
    next = places_.upper_bound(pass.after);
    now = Monotonic::now();
    if (now >= deadline) break;
  }
  return next == places_.end();
}

void SessionWatch::visit(int root, WatchedPlace& place, Walk& pass, Moment now, Reports& reports) {
  auto look = pass.look;
  auto const& path = *place.path;
  auto promote = look == Look::audit && promotable(place);
  auto stamp = path.empty() ? stamp_of(root) : stamp_at(root, path);
  auto open = look == Look::full || place.unreadable || !stamp || place.gate.opens_for(*stamp) ||
              documents_moved(root, place);
  if (!open && !promote) return;
  pass.met_change = true;
  counted_.reset();
  auto directory = open_place(root, path);
  if (!directory) return not_opened(std::string(path), place.level, std::move(directory).error(), reports);
  // A newly watched place is like a new one: earlier changes had no event.
  if (promote && give_watch(place, directory->get())) look = Look::full;
  if (open || look == Look::full) look_at(place, directory->get(), look, now, reports);
}

SessionWatch::Places::iterator SessionWatch::first_below(std::string const& path) {
  return path.empty() ? places_.upper_bound(path) : places_.lower_bound(path + '/');
}

void SessionWatch::forget(std::string const& path, Reports& reports) {
  counted_.reset();
  auto leave = [&](Places::iterator at) {
    watches_.release(at->second);
    if (at->second.unreadable) unreadable_.erase(at->first);
    if (is_session(at->second)) reports.vanished.push_back(key(at->second));
    return places_.erase(at);
  };
  for (auto at = first_below(path); at != places_.end() && is_below(at->first, path);)
    at = leave(at);
  if (auto at = places_.find(path); at != places_.end()) leave(at);
}

void SessionWatch::forget_missing(WatchedPlace const& container, std::vector<std::string> const& names,
                                  Reports& reports) {
  auto const& path = *container.path;
  std::vector<std::string> missing;
  for (auto at = first_below(path); at != places_.end() && is_below(at->first, path); ++at) {
    if (at->second.level != container.level + 1) continue;
    auto name = at->first.substr(path.empty() ? 0 : path.size() + 1);
    if (!std::ranges::binary_search(names, name)) missing.push_back(at->first);
  }
  for (auto const& gone : missing)
    forget(gone, reports);
}

void SessionWatch::settled(std::string const& path) {
  auto at = places_.find(path);
  if (at == places_.end()) return;
  at->second.signature = 0;
  at->second.gate.distrust();
}

/// Another directory may take the root's path only some time later.
void SessionWatch::clear(Reports& reports) {
  lost_ += census().sessions;
  forget("", reports);
}

Census SessionWatch::census() const {
  if (counted_) return *counted_;
  auto& census = counted_.emplace();
  for (auto const& [path, place] : places_) {
    if (is_session(place)) ++census.sessions;
    ++(place.wd >= 0 ? census.watched : census.polled);
    if (place.unreadable) ++census.unreadable;
  }
  if (!unreadable_.empty()) census.why_unreadable = unreadable_.begin()->second;
  for (auto const& [path, error] : unreadable_)
    census.closed.emplace_back(path, error);
  return census;
}

} // namespace artifactd

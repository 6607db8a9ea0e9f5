// The looking half of SessionWatch: what a directory contains when it is opened.
#include "state/session/session_access.hpp"
#include "state/settle/redo.hpp"
#include "state/vocabulary/names.hpp"
#include "watchers/scan.hpp"
#include "watchers/session_watch.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace artifactd {

namespace {

/// One number for a set of signals: it changes if the signals change or one is dropped again.
std::uint64_t signature_of(std::vector<SeenSignal> const& signals) {
  std::uint64_t sum = 0;
  for (auto const& [signal, stamp] : signals) {
    auto mix =
        std::hash<std::string>{}(signal.name.str()) + std::hash<std::string_view>{}(signal.kind.word());
    for (auto value :
         {stamp.inode, static_cast<std::uint64_t>(stamp.birth_ns),
          static_cast<std::uint64_t>(stamp.modified_ns), static_cast<std::uint64_t>(stamp.changed_ns)}) {
      mix = (mix ^ value) * 0x9e3779b97f4a7c15U;
      mix ^= mix >> 29U;
    }
    sum = sum * 31 + (mix | 1U);
  }
  return sum;
}

std::uint32_t signature_of(std::vector<OddFile> const& odd, std::size_t count) {
  std::size_t sum = count;
  for (auto const& file : odd)
    sum = sum * 31 + std::hash<std::string>{}(file.file) + static_cast<std::size_t>(file.why);
  return static_cast<std::uint32_t>(sum ^ (sum >> 32U));
}

/// 0: nothing is left.
std::uint32_t signature_of(Leftovers const& left) {
  std::uint64_t sum = 0;
  for (auto const* found : {&left.work, &left.mutex, &left.change})
    if (*found)
      sum = (sum ^ (*found)->inode ^ static_cast<std::uint64_t>((*found)->changed_ns)) * 0x9e3779b97f4a7c15U;
  return left.any() ? static_cast<std::uint32_t>(sum >> 32U) | 1U : 0;
}

} // namespace

WatchedPlace& SessionWatch::know(std::string const& path, unsigned level) {
  auto at = places_.try_emplace(path).first;
  auto& place = at->second;
  place.owner = this;
  place.path = &at->first;
  place.level = static_cast<std::uint16_t>(level);
  return place;
}

void SessionWatch::unreadable(WatchedPlace& place, Error error) {
  place.unreadable = true;
  auto const& path = *place.path;
  if (unreadable_.size() >= most_closed_named && !unreadable_.contains(path)) return;
  if (crosses_mount(error)) error.message = path + ": it is on another mount than its root";
  if (error.code == EACCES)
    if (auto const root = open_root())
      if (auto const stamp = stamp_at(root->get(), path))
        error = session_closed(*stamp, full_path(key(place)));
  unreadable_[path] = error.message.contains(path) ? std::move(error) : std::move(error).within(path);
}

bool SessionWatch::give_watch(WatchedPlace& place, int directory) {
  return backend_ == Backend::events &&
         watches_.watch(place, directory, full_path(key(place)),
                        is_session(place) ? Watched::session : Watched::container);
}

void SessionWatch::look_at(WatchedPlace& place, int directory, Look look, Moment now, Reports& reports) {
  if (look == Look::full) give_watch(place, directory);
  auto stamp = stamp_of(directory);
  if (std::exchange(place.unreadable, false)) unreadable_.erase(*place.path);
  if (!stamp) return unreadable(place, std::move(stamp).error());
  place.gate.look(*stamp, wall_now_ns());
  if (is_session(place))
    look_into_session(place, directory, look, now, reports);
  else
    look_into_container(place, directory, now, reports);
}

void SessionWatch::look_into_container(WatchedPlace& place, int directory, Moment now, Reports& reports) {
  auto names = list_directory(directory, most_names);
  if (!names) return unreadable(place, std::move(names).error());
  std::ranges::sort(*names);
  forget_missing(place, *names, reports);
  std::size_t met = 0;
  for (auto const& name : *names) {
    if (reports.progress && place.level == 0)
      reports.progress({"looking into " + printable(root_), met++, names->size()});
    if (!is_watched_name(name)) continue;
    auto path = place.path->empty() ? name : *place.path + '/' + name;
    if (places_.contains(path)) continue; // the pass, or its own events, will reach it
    auto child = open_directory(directory, name);
    if (child)
      look_at(know(path, place.level + 1U), child->get(), Look::full, now, reports);
    else
      not_opened(path, place.level + 1U, std::move(child).error(), reports);
  }
}

void SessionWatch::look_into_session(WatchedPlace& place, int directory, Look look, Moment now,
                                     Reports& reports) {
  auto signs = scan_session(directory, kinds_);
  if (!signs) return unreadable(place, std::move(signs).error());
  if (signs->plays) reports.with_plays.push_back(key(place));
  std::vector<SignalName> fresh;
  for (auto const* list : {&signs->pending, &signs->documents})
    for (auto const& seen : *list)
      if (still_fresh(seen.stamp)) fresh.push_back(seen.name);
  // Under a watch the event has come or is about to: an audit leaves fresh signals to it. They stay unknown
  // here, so the next audit would still find them.
  auto backstop = look == Look::audit && place.wd >= 0;
  if (backstop && !fresh.empty()) return place.gate.distrust();
  auto signals = std::exchange(place.signature, signature_of(signs->pending)) != place.signature;
  auto oddities = std::exchange(place.oddities, signature_of(signs->odd, signs->odd_count)) != place.oddities;
  std::uint64_t written = 0;
  for (auto const& seen : signs->documents)
    written += document_mark(seen.name.kind, seen.stamp);
  auto rewritten = std::exchange(place.documents, written) != written;
  auto document = written != 0 && (rewritten || look == Look::full);
  if (look == Look::full || signals || oddities || document) {
    // The run that waits for the fresh signals includes the others.
    for (auto const& signal : fresh)
      reports.debounce.note(key(place), signal, Why::appeared, now);
    if (!fresh.empty()) return;
    if (!signs->pending.empty() || signs->odd_count > 0 || document)
      return reports.debounce.note(key(place), backstop ? Urgency::recheck : Urgency::news);
  }
  look_for_unfinished(place, directory, look, reports);
}

/// What asks for a run without any event: leftovers of a killed command, and what another process published.
/// An audit reports it once, since a run may be unable to clear it.
void SessionWatch::look_for_unfinished(WatchedPlace& place, int directory, Look look, Reports& reports) {
  auto const left = scan_leftovers(directory);
  auto const leftovers = left ? signature_of(*left) : 1;
  auto const now = leftovers ^ static_cast<std::uint32_t>(redo_asks_for_a_look(directory));
  auto const known = std::exchange(place.unfinished, now) == now;
  if (now == 0 || (look == Look::audit && known)) return;
  // Our own publication has its second looks already.
  auto const ours_perhaps = look == Look::audit && leftovers == 0;
  reports.debounce.note(key(place), ours_perhaps ? Urgency::recheck : Urgency::news);
}

} // namespace artifactd

#include "state/settle/followed_signal.hpp"

#include "state/session/atomic_file.hpp"
#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/attempts.hpp"
#include "state/settle/document.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/in_flight.hpp"

#include <algorithm>
#include <fcntl.h>
#include <ranges>
#include <sys/stat.h>
#include <vector>

namespace artifactd {

namespace {

constexpr int looks = 3; // a signal may move on between two looks, and may be put back once
constexpr std::size_t most_in_flight = 10'000; // in the work directory, which holds some ten

/// Missing and unsafe both mean: not under this name.
Result<std::optional<UniqueFd>> open_if_file(int directory, std::string const& name) {
  auto file = open_beneath(directory, name, O_PATH | O_NOFOLLOW);
  if (!file && (file.error().fault == Fault::missing || file.error().fault == Fault::unsafe))
    return std::nullopt;
  auto opened = TRY(std::move(file));
  if (!S_ISREG(TRY(stamp_of(opened.get())).mode)) return std::nullopt;
  return opened;
}

Result<std::optional<UniqueFd>> directory_if_there(Session const& session, std::string const& path) {
  auto directory = open_directory(session.directory(), path);
  if (!directory && (directory.error().fault == Fault::missing || directory.error().fault == Fault::unsafe))
    return std::nullopt;
  return TRY(std::move(directory));
}

/// The signal while its removal is going on.
Result<std::optional<UniqueFd>> open_in_flight(Session const& session, SignalName const& signal) {
  auto const work = TRY(directory_if_there(session, layout::work));
  if (!work) return std::nullopt;
  for (auto const& name : TRY(list_directory(work->get(), most_in_flight))) {
    auto const in_flight = parse_in_flight(name);
    if (in_flight && in_flight->verdict == Verdict::accepted && in_flight->signal == signal)
      if (auto file = TRY(open_if_file(work->get(), name))) return file;
  }
  return std::nullopt;
}

/// Whether this file still has one of the names that a pending signal has.
Result<bool> is_pending(Session const& session, Sighting const& seen) {
  auto const name = layout::signal(seen.signal);
  auto const in_place = TRY(unless_missing(stamp_at(session.directory(), name)));
  if (in_place && same_file(*in_place, seen.stamp)) return true;
  auto const work = TRY(directory_if_there(session, layout::work));
  if (!work) return false;
  for (auto const& work_name : TRY(list_directory(work->get(), most_in_flight)))
    if (auto const in_flight = TRY(unless_missing(stamp_at(work->get(), work_name))))
      if (same_file(*in_flight, seen.stamp)) return true;
  return false;
}

/// In the order in which a signal moves.
Result<std::optional<UniqueFd>> open_where_it_is(Session const& session, SignalName const& signal) {
  if (auto file = TRY(open_if_file(session.directory(), layout::signal(signal)))) return file;
  if (auto file = TRY(open_in_flight(session, signal))) return file;
  return open_if_file(session.directory(), layout::refused(signal));
}

/// The lists of published versions, the newest first: of the documents themselves, of versions that are on
/// their way into the history, and of those in it. A version only moves in this direction.
struct PublishedList {
  SettledSignals settled;
  std::optional<std::uint64_t> generation; ///< std::nullopt: not in the history yet
};

Result<std::vector<PublishedList>> published_lists(Session const& session, Kind const& kind) {
  std::vector<PublishedList> lists;
  for (auto const record : kind.traits().records) {
    if (record.empty()) continue;
    std::string const path(record);
    auto listed = settled_by_file(session.directory(), path);
    if (!listed) return fail(unreadable_graph(session, path, std::move(listed).error()));
    lists.push_back({*std::move(listed), std::nullopt});
  }
  if (lists.empty()) return lists;
  if (auto const work = TRY(directory_if_there(session, layout::work)))
    for (auto const& name : TRY(list_directory(work->get(), most_in_flight)))
      lists.push_back({TRY(settled_by_file(work->get(), name)), std::nullopt});
  auto const history = TRY(directory_if_there(session, layout::generations));
  if (!history) return lists;
  auto const generations = TRY(list_generations(session));
  for (auto const& each : generations | std::views::reverse)
    lists.push_back({TRY(settled_by_file(history->get(), each.name)), each.number});
  return lists;
}

} // namespace

Result<FollowedSignal> FollowedSignal::drop(Session const& session, SignalName const& signal) {
  auto const name = layout::signal(signal);
  auto made = TRY(open_beneath(session.directory(), name, O_WRONLY | O_CREAT | O_EXCL, 0600));
  TRY(adopt(made.get(), session, session.file_mode()));
  // Watchers wait for it to be closed. A descriptor without a file description of its own is opened before.
  auto followed = TRY(open_where_it_is(session, signal));
  if (followed && same_file(TRY(stamp_of(followed->get())), TRY(stamp_of(made.get()))))
    return FollowedSignal(signal, *std::move(followed));
  return FollowedSignal(signal, std::move(made)); // it was settled at once
}

Result<FollowedSignal> FollowedSignal::find(Session const& session, SignalName const& signal) {
  for (int i = 0; i < looks; ++i)
    if (auto file = TRY(open_where_it_is(session, signal))) return FollowedSignal(signal, *std::move(file));
  return fail(Fault::missing, "there is no " + layout::signal(signal) + " in " + session.shown());
}

Result<Sighting> FollowedSignal::sighting() const {
  return Sighting{signal_, TRY(stamp_of(file_.get())), Monotonic::now()};
}

Result<Fate> FollowedSignal::look(Session const& session) const {
  auto const seen = TRY(sighting());
  for (int i = 0; i < looks && seen.stamp.links > 0; ++i) { // another name may be a link that somebody made
    auto const error = TRY(unless_missing(stamp_at(session.directory(), layout::refused(signal_))));
    if (error && same_file(*error, seen.stamp)) return Fate::refused;
    if (TRY(is_pending(session, seen))) return Fate::open;
  }
  return TRY(was_accepted(session, seen)) ? Fate::accepted : Fate::removed;
}

namespace {

constexpr std::size_t longest_document = std::size_t{64} << 20;

} // namespace

Result<FollowedDocument> FollowedDocument::write(Claim const& /*claim*/, Session const& session,
                                                 Kind const& document, std::string text) {
  auto const signal = document_signal(document);
  TRY(replace_file(session, layout::signal(signal), text));
  auto const stamp = TRY(stamp_at(session.directory(), layout::signal(signal)));
  return FollowedDocument({signal, stamp, Monotonic::now()}, std::move(text), By::us);
}

Result<FollowedDocument> FollowedDocument::find(Session const& session, Kind const& document) {
  auto const signal = document_signal(document);
  auto const stamp = TRY(stamp_at(session.directory(), layout::signal(signal)));
  auto text = TRY(read_file(session.directory(), layout::signal(signal), longest_document));
  return FollowedDocument({signal, stamp, Monotonic::now()}, std::move(text), By::others);
}

Result<Fate> FollowedDocument::look(Session const& session) const {
  if (TRY(attempt_on_record(session, seen_))) return Fate::refused;
  auto const& steps = *seen_.signal.kind.traits().document;
  if (TRY(steps.is_accepted(session, text_, seen_.stamp))) {
    // When a document is accepted, no refused one is left.
    auto const refused = TRY(unless_missing(stamp_at(session.directory(), layout::refused(seen_.signal))));
    if (!refused) return Fate::accepted;
    if (written_since(seen_.stamp, *refused)) return Fate::open; // the text accepted last, written once more
    return by_ == By::others ? Fate::refused : Fate::accepted; // it was put back in place of the refused one
  }
  auto const now = TRY(unless_missing(stamp_at(session.directory(), layout::signal(seen_.signal))));
  return now && same_file(*now, seen_.stamp) ? Fate::open : Fate::removed;
}

Result<bool> was_accepted(Session const& session, Sighting const& sighting) {
  if (TRY(settled_on_record(session)).hold(sighting)) return true;
  auto const lists = TRY(published_lists(session, sighting.signal.kind));
  return std::ranges::any_of(lists, [&](auto const& each) { return each.settled.hold(sighting); });
}

Result<std::optional<std::uint64_t>> replaced_generation(Session const& session, Sighting const& sighting) {
  auto const lists = TRY(published_lists(session, sighting.signal.kind));
  // Later publications may carry its line along: the oldest list is its own.
  auto const own = std::ranges::find_if(lists | std::views::reverse,
                                        [&](auto const& each) { return each.settled.hold(sighting); });
  if (own == lists.rend()) return std::nullopt;
  for (auto older = own.base(); older != lists.end(); ++older)
    if (older->generation) return older->generation;
  return std::nullopt;
}

Result<std::optional<DropId>> last_accepted(Session const& session, SignalName const& signal) {
  std::optional<DropId> last;
  auto const note = [&](SettledSignals const& settled) {
    for (auto const& drop : settled.drops_of(signal))
      if (!last || drop.birth_ns > last->birth_ns) last = drop;
  };
  note(TRY(settled_on_record(session)));
  for (auto const& each : TRY(published_lists(session, signal.kind)))
    note(each.settled);
  return last;
}

} // namespace artifactd

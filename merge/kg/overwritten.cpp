#include "merge/kg/overwritten.hpp"

#include "merge/kg/last_read.hpp"
#include "merge/kg/log_position.hpp"
#include "merge/kg/publication.hpp"
#include "merge/kg/recovery.hpp"
#include "state/settle/claim.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <limits>
#include <set>
#include <span>

namespace artifactd {

namespace {

// From a rename to the moment its event was read; many times what it takes.
constexpr std::int64_t events_take_ns = 250'000'000;
// File times lag behind the clock by up to a tick.
constexpr std::int64_t tick_ns = 10'000'000;

/// The records since a person last restored a graph, without those whose version was never put in place.
std::vector<Redo const*> counting_records(std::vector<Redo> const& records, Stamp const& standing) {
  std::vector<Redo const*> counting;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].what == Redo::What::restored) counting.clear();
    if (!never_in_place(records, i, standing)) counting.push_back(&records[i]);
  }
  return counting;
}

struct Break {
  std::size_t behind;   ///< index of the record whose version was overwritten
  std::int64_t when_ns; ///< the overwriting
};

/// Finds each record that the next version does not follow, unless that was dealt with.
std::vector<Break> breaks_in(std::span<Redo const* const> records, Stamp const& standing) {
  std::vector<Break> breaks;
  for (std::size_t i = 0; i < records.size(); ++i) {
    auto const last = i + 1 == records.size();
    if (!last && records[i + 1]->what == Redo::What::seen) breaks.clear();
    if (!last && (records[i + 1]->what == Redo::What::seen || !records[i + 1]->base)) continue;
    auto const& next = last ? standing : *records[i + 1]->base;
    if (!same_version(records[i]->version, next)) breaks.push_back({i, next.changed_ns});
  }
  return breaks;
}

/// Whether the program made its version from ours.
bool had_the_mutex(Break const& broken, Redo const& overwritten, MutexHeld const& held) {
  auto since = held ? held(broken.when_ns) : std::nullopt;
  return since && *since + tick_ns >= overwritten.at_ns;
}

/// Whether the writer may have read its version before. A clock that was set back makes a publication look
/// younger than what overwrote it: then the same distance counts.
bool is_recent(Break const& broken, Redo const& published) {
  auto const at_ns = published.at_ns;
  return at_ns >= broken.when_ns - longest_held.count() && at_ns <= broken.when_ns + longest_held.count();
}

/// What a writer that had read its version before may have overwritten.
std::vector<Redo const*> at_risk(std::span<Redo const* const> records, std::span<Break const> breaks,
                                 MutexHeld const& held) {
  std::vector<Redo const*> lost;
  std::size_t first = 0; // a holder of the mutex had read what came before
  for (auto const& each : breaks) {
    if (had_the_mutex(each, *records[each.behind], held)) {
      lost.clear();
      first = each.behind + 1;
      continue;
    }
    for (auto i = first; i <= each.behind; ++i)
      if (is_recent(each, *records[i]) && std::ranges::find(lost, records[i]) == lost.end())
        lost.push_back(records[i]);
  }
  return lost;
}

/// The number of the first publication that the version in place may have been made from, as far as it shows
/// that: not if another one was made on top of it meanwhile.
std::uint64_t shown_from(std::span<Redo const* const> records, std::span<Break const> breaks) {
  auto const last = breaks.back().behind;
  if (last + 1 < records.size()) return std::numeric_limits<std::uint64_t>::max();
  return breaks.size() == 1 ? 0 : records[breaks[breaks.size() - 2].behind + 1]->number;
}

/// The records that these are the heads of.
std::vector<Redo const*> of_heads(std::span<Redo const> records, std::span<Redo const* const> heads) {
  std::set<std::uint64_t> numbers;
  for (auto const* head : heads)
    numbers.insert(head->number);
  std::vector<Redo const*> found;
  for (auto const& record : records)
    if (numbers.contains(record.number)) found.push_back(&record);
  return found;
}

std::string notice_of(Place const& place, PutAgain const& again) {
  std::string text =
      fmt::format("graph.overwritten: another program put an older version of {} in place", place.path);
  if (!again.put.empty()) text += fmt::format("; merged again: {}", fmt::join(again.put, ", "));
  if (!again.left.empty())
    text += fmt::format("; changed by it in other ways, and left as is: {}", fmt::join(again.left, ", "));
  if (!again.gone.empty())
    text += fmt::format("; cannot be merged again, so drop the signals of these agents again: {}",
                        fmt::join(again.gone, ", "));
  return text;
}

std::string restored_notice(Place const& place) {
  return fmt::format(
      "graph.overwritten: another program replaced {} just after it had been restored by hand; if "
      "that was not intended, restore it again",
      place.path);
}

std::string damaged_notice(Place const& place) {
  return fmt::format(
      "graph.overwritten: another program put an older version of {} in place, and the record of what "
      "was published last is damaged; compare the graph with its generations",
      place.path);
}

class SecondMerge {
public:
  SecondMerge(Session const& session, KgPolicy const& policy, BufferPool& pool, StaleWatch& watch)
      : session_(session), policy_(policy), pool_(pool), watch_(watch) {}

  Result<Remerged> run(MutexHeld const& held) {
    auto claim = TRY(Claim::take(session_));
    auto place = TRY(locate_graph(session_, policy_.side));
    auto standing = stamp_at(place.directory.get(), place.name);
    if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
    if (!standing) return Remerged{}; // removed altogether: the next settling reports it
    // The heads are a small part of the file, and nearly always they show that nothing was overwritten.
    auto const heads = TRY(read_redo_heads(session_));
    auto counting = counting_records(heads, *standing);
    auto breaks = breaks_in(counting, *standing);
    if (breaks.empty()) return Remerged{};
    Remerged result;
    result.too_early = held && wall_now_ns() - breaks.back().when_ns < events_take_ns;
    if (result.too_early) return result;
    auto seen = *standing;
    if (auto lost = at_risk(counting, breaks, held); !lost.empty()) {
      auto put = put_in(claim, place, {lost, counting, shown_from(counting, breaks)}, result);
      if (!put) {
        result.trouble = std::move(put).error();
        return result;
      }
      if (*put) seen = **put;
    }
    // Dealt with: reported once, and what is put there on purpose from now on stays.
    TRY(append_redo(session_, {.what = Redo::What::seen, .version = seen, .base = seen, .changes = {}}));
    return result;
  }

private:
  /// The heads of publications.
  struct Loss {
    std::vector<Redo const*> const& lost; ///< perhaps
    std::vector<Redo const*> const& all;
    std::uint64_t shown_from;
  };

  /// The version that was published, if one was. The changes are read here, from the first lost one on.
  Result<std::optional<Stamp>> put_in(Claim const& claim, Place const& place, Loss const& loss,
                                      Remerged& result) {
    auto const& lost = loss.lost;
    auto const first = std::ranges::min(lost, {}, &Redo::number)->number;
    BudgetShare memory(policy_.graph.memory, &session_, Alone::owner);
    auto records = TRY(read_redo(session_, [&](Redo const& each) { return each.number >= first; }, &memory));
    for (auto& each : records) // a person decides whether it is restored again
      if (each.what == Redo::What::restored) each.changes.clear();
    auto const lost_ones = of_heads(records, lost);
    auto const all_ones = of_heads(records, loss.all);
    if (lost_ones.size() < lost.size()) result.notices.push_back(damaged_notice(place));
    PutAgain again;
    auto lock = TRY(GraphLock::take(claim, session_, watch_, policy_.locking));
    auto rewritten =
        rewrite_graph(lock, {session_, place, policy_.graph, pool_}, [&](GraphDraft& draft) -> Result<void> {
          auto const unread = perhaps_unread(draft, lost_ones, loss.shown_from);
          again = put_again(draft, unread, all_ones, {policy_.graph.bytes, policy_.graph.depth});
          return {};
        });
    result.overwritten = !again.nothing();
    if (result.overwritten) result.notices.push_back(notice_of(place, again));
    if (std::ranges::find(lost, Redo::What::restored, &Redo::what) != lost.end())
      result.notices.push_back(restored_notice(place));
    auto done = TRY(std::move(rewritten));
    std::ranges::move(done.notices, std::back_inserter(result.notices));
    if (result.overwritten) TRY(forget_log_positions(session_));
    if (!done.changed) return std::nullopt;
    result.published = true;
    if (auto kept = keep_history(session_, done.replaced, policy_.history); !kept)
      result.notices.push_back("history: " + kept.error().message); // recovery does it at the next settling
    return done.published;
  }

  Session const& session_;
  KgPolicy const& policy_;
  BufferPool& pool_;
  StaleWatch& watch_;
};

} // namespace

Result<Remerged> remerge_overwritten(Session const& session, KgPolicy const& policy, BufferPool& pool,
                                     StaleWatch& watch, MutexHeld const& held) {
  return SecondMerge(session, policy, pool, watch).run(held);
}

} // namespace artifactd

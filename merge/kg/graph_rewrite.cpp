#include "merge/kg/graph_rewrite.hpp"

#include "merge/kg/append.hpp"
#include "merge/kg/canonical_keys.hpp"
#include "merge/kg/log_position.hpp"
#include "merge/kg/publication.hpp"
#include "merge/kg/restorable.hpp"
#include "merge/kg/scanned_graph.hpp"
#include "merge/kg/unite.hpp"
#include "state/json/walk.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/publish.hpp"
#include "state/settle/redo.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <tuple>

namespace artifactd {

namespace {

// A writer that renames continuously gets this many unions before the session waits.
constexpr int rewrite_tries = 16;

/// Former values of the members this rewrite changed, so that each agent can be rolled back separately.
std::vector<Replaced::Value> former_values(GraphDraft const& draft) {
  std::vector<Replaced::Value> values;
  for (auto const& [key, value] : draft.edits()) {
    auto agent = Name::parse(key);
    if (agent && !is_canonical_key(key))
      values.push_back({*std::move(agent), std::string(draft.base_member(key).value_or(""))});
  }
  return values;
}

class Rewrite {
public:
  Rewrite(GraphSite const& site, RewriteOptions options) : site_(site), options_(std::move(options)) {}

  Result<Rewritten> run(GraphEdit const& edit) {
    in_place_ = TRY(read_in_place(site_.session, site_.place, site_.bounds, site_.pool, options_.known));
    for (int attempt = 1; attempt <= rewrite_tries; ++attempt) {
      auto const& start = united_ ? *united_ : in_place_.text;
      GraphDraft draft(start.view(), start.document);
      TRY(edit(draft));
      auto written = draft.written();
      auto in_place_already = united_ ? equal(written.rope, in_place_.text.view()) : !draft.changed();
      if (in_place_already) return std::move(result_);
      if (TRY(swap(draft, std::move(written)))) return std::move(result_);
    }
    return fail(Fault::busy, "another program replaces " + site_.place.path + " again and again");
  }

private:
  /// True if the version in place is the one that was to be published.
  Result<bool> swap(GraphDraft const& draft, GraphDraft::Written written) {
    auto const settled =
        TRY(settled_text(site_.place, options_.settled ? TRY(options_.settled()) : SettledSignals()));
    auto record = [&](Stamp const& version) -> Result<void> {
      TRY(append_redo(site_.session,
                      {.what = options_.origin == Origin::replaced ? Redo::What::chosen : Redo::What::merged,
                       .version = version,
                       .base = in_place_.stamp,
                       .changes = TRY(changes(draft, written.rope))}));
      result_.published = version;
      return {};
    };
    auto swapped = TRY(publish(site_.session, site_.place, in_place_.stamp, written.rope,
                               options_.spare ? options_.spare() : std::optional<Spare>(), settled, record));
    if (swapped.outcome != SwapOutcome::base_moved && result_.replaced.values.empty())
      result_.replaced.values = former_values(draft);
    switch (swapped.outcome) {
    case SwapOutcome::base_moved:
      return take_in_newer();
    case SwapOutcome::clean:
    case SwapOutcome::rewritten:
      result_.changed = true;
      result_.settled = swapped.settled;
      note_old(swapped);
      if (options_.known != nullptr && swapped.intact)
        options_.known->remember(site_.session, swapped.now, std::move(written.document));
      return true;
    case SwapOutcome::foreign:
      result_.changed = true;
      result_.settled = swapped.settled;
      return take_in_foreign(swapped, written.rope);
    }
    return false;
  }

  /// A union changes more than the edits on top of it.
  Result<std::vector<Redo::Change>> changes(GraphDraft const& draft, Rope const& pieces) const {
    if (!united_) return changes_of(draft);
    auto now = TRY(scan_of(flatten(pieces), site_.bounds, site_.place.path));
    return changes_between(in_place_.text.version(), now.version());
  }

  /// Another program replaced the version we had read. A pending union goes on top of its version, which may
  /// have been made from ours while ours was in place without the union.
  Result<bool> take_in_newer() {
    auto former = std::move(in_place_);
    in_place_ = TRY(read_in_place(site_.session, site_.place, site_.bounds, site_.pool, options_.known));
    if (!united_) return false;
    auto base = TRY(base_of(former.text, in_place_.text));
    united_ = TRY(scan_of(unite(base.version(), united_->version(), in_place_.text.version()), site_.bounds,
                          site_.place.path));
    return false;
  }

  /// The base of another writer's version, which may be older than what it replaced.
  Result<ScannedGraph> base_of(ScannedGraph const& known, ScannedGraph const& foreign) const {
    auto const since = wall_now_ns() - longest_held.count();
    BudgetShare memory(site_.bounds.memory, &site_.session, Alone::owner);
    auto const published =
        TRY(read_redo(site_.session, [&](Redo const& each) { return each.at_ns >= since; }, &memory));
    return scan_of(base_as_read(known.version(), foreign.version(), published), site_.bounds,
                   site_.place.path);
  }

  void note_old(Swap const& swapped) {
    if (in_place_.marked)
      result_.notices.push_back(fmt::format(
          "graph.bom: {} began with a byte order mark, which JSON does not allow; the new version has none",
          site_.place.path));
    if (swapped.old_name.empty()) return; // the first version ever
    auto rewritten = swapped.outcome == SwapOutcome::rewritten;
    auto& versions = result_.replaced.versions;
    versions.insert(versions.begin(),
                    {swapped.old_name, rewritten ? Origin::foreign : options_.origin, swapped.old});
    if (rewritten)
      result_.notices.push_back(fmt::format(
          "graph.foreign: another program wrote into {} in place while it was being replaced; its version is "
          "kept as a generation",
          site_.place.path));
  }

  Result<bool> take_in_foreign(Swap const& swapped, Rope const& pieces) {
    // Archived after the union is in place: until then its name in the work directory keeps it safe.
    result_.replaced.versions.push_back({swapped.old_name, Origin::foreign, swapped.old});
    auto work = TRY(site_.session.kept_directory(layout::work));
    auto ours = TRY(scan_of(flatten(pieces), site_.bounds, site_.place.path));
    auto edition = TRY(read_graph_file(work.get(), swapped.old_name, site_.bounds.bytes, site_.pool));
    auto foreign = scan_of(std::move(edition), site_.bounds, site_.place.path);
    if (!foreign) { // not a graph: nothing to unite, ours stays and theirs is kept
      result_.notices.push_back(fmt::format(
          "graph.foreign: another program replaced {} with something that is not a graph ({}); it is "
          "kept as a generation",
          site_.place.path, foreign.error().message));
      return true;
    }
    auto base = TRY(base_of(in_place_.text, *foreign));
    united_ = TRY(
        scan_of(unite(base.version(), ours.version(), foreign->version()), site_.bounds, site_.place.path));
    in_place_ = GraphInPlace{swapped.now, std::move(ours), false, std::move(in_place_.memory)};
    result_.notices.push_back(
        fmt::format("graph.united: another program replaced {} at the same moment; both versions were united",
                    site_.place.path));
    if (!swapped.intact) return take_in_newer(); // the stamp belongs to a version other than `ours`
    return false;
  }

  GraphSite site_;
  RewriteOptions options_;
  GraphInPlace in_place_;
  std::optional<ScannedGraph> united_; ///< the text to edit, if it is not the one in place
  Rewritten result_;
};

/// The base is no longer known, so everything on either side is kept; but a foreign value from before one of
/// `recorded` counts as unchanged by the foreign side.
Result<Rewritten> unite_with(GraphSite const& site, Version const& foreign,
                             std::vector<Redo> const& recorded) {
  auto const& [session, place, bounds, pool] = site;
  auto nothing = TRY(scan_of(std::string(new_graph), bounds, place.path));
  auto base = TRY(scan_of(base_as_read(nothing.version(), foreign, recorded), bounds, place.path));
  auto edit = [&](GraphDraft& draft) -> Result<void> {
    auto current = TRY(scan_of(flatten(draft.pieces()), bounds, place.path));
    auto united = TRY(scan_of(unite(base.version(), current.version(), foreign), bounds, place.path));
    set_members(draft, united.version());
    return {};
  };
  return Rewrite(site, {}).run(edit);
}

} // namespace

Result<Rewritten> rewrite_graph(GraphLock const&, GraphSite const& site, GraphEdit const& edit,
                                RewriteOptions options) {
  return Rewrite(site, std::move(options)).run(edit);
}

/// From what the next restore begins with to `text`: that is the version in place, which becomes a
/// generation, or, if that is not a graph, the newest generation.
Result<std::vector<Redo::Change>> changes_by_restoring(GraphSite const& site, Result<Edition> const& in_place,
                                                       std::string_view text) {
  auto const& [session, place, bounds, pool] = site;
  auto const limits = json::Limits{.depth = bounds.depth};
  auto const now = json::scan(text, limits);
  if (!now) return fail(Fault::invalid, place.path + ": what is to be restored is not a graph");
  if (in_place)
    if (auto const former = json::scan(in_place->bytes.view(), limits);
        former && former->type == json::Type::object)
      return changes_to_replace({in_place->bytes.view(), &*former}, {text, &*now});
  auto const newest = TRY(newest_valid_generation(session, bounds, pool));
  auto const former = TRY(scan_of(newest, bounds, place.path));
  return changes_to_replace(former.version(), {text, &*now});
}

Result<Rewritten> replace_graph(GraphLock const&, GraphSite const& site, std::string_view text) {
  auto const& [session, place, bounds, pool] = site;
  for (int attempt = 1; attempt <= rewrite_tries; ++attempt) {
    auto edition = read_graph_file(place.directory.get(), place.name, bounds.bytes, pool);
    if (!edition && edition.error().fault != Fault::missing) return fail(std::move(edition).error());
    auto stamp = edition ? std::optional(edition->stamp) : std::nullopt;
    if (edition && edition->bytes.view() == text) {
      TRY(forget_log_positions(session)); // it may have been put there by other means
      return Rewritten{};
    }
    Stamp published;
    auto record = [&](Stamp const& version) -> Result<void> {
      published = version;
      TRY(append_redo(session, {.what = Redo::What::restored,
                                .version = version,
                                .base = stamp,
                                .changes = TRY(changes_by_restoring(site, edition, text))}));
      return forget_log_positions(session);
    };
    auto swapped = TRY(publish(session, place, stamp, Rope{text}, {}, TRY(settled_text(place, {})), record));
    if (swapped.outcome == SwapOutcome::base_moved) continue;
    // For the next restore: this one came to its end. Without it, that is found out from what is in place.
    std::ignore = append_redo(session, {.what = Redo::What::seen, .version = published, .base = published});
    Rewritten result;
    result.changed = true;
    if (!swapped.old_name.empty())
      result.replaced.versions.push_back({swapped.old_name, Origin::replaced, swapped.old});
    return result;
  }
  return fail(Fault::busy, "another program replaces " + place.path + " again and again");
}

Result<void> unite_leftovers(GraphLock const&, GraphSite const& site, HistoryBounds const& history,
                             std::vector<std::string> const& names) {
  auto const& [session, place, bounds, pool] = site;
  auto work = TRY(session.kept_directory(layout::work));
  for (auto const& name : names) {
    auto edition = read_graph_file(work.get(), name, bounds.bytes, pool);
    auto no_graph =
        !edition && (edition.error().fault == Fault::unsafe || edition.error().fault == Fault::too_large);
    if (!edition && !no_graph) return fail(std::move(edition).error()); // unreadable is not "no graph"
    auto foreign = edition ? scan_of(*std::move(edition), bounds, place.path)
                           : Result<ScannedGraph>(fail(std::move(edition).error()));
    Replaced replaced;
    if (foreign) replaced = TRY(unite_with(site, foreign->version(), TRY(read_redo(session)))).replaced;
    replaced.versions.push_back({name, Origin::foreign});
    TRY(keep_history(session, replaced, history));
  }
  return {};
}

} // namespace artifactd

#include "merge/kg/restorable.hpp"

#include "merge/graph/canonical.hpp"
#include "merge/graph/graph_draft.hpp"
#include "merge/kg/scanned_graph.hpp"
#include "state/json/scan.hpp"
#include "state/session/renaming.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/generations.hpp"
#include "state/settle/redo.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <ranges>
#include <sys/stat.h>

namespace artifactd {

namespace {

struct Found {
  Generation generation;
  std::string text;
};

/// There was no graph before the first one; what was published since can be put into an empty one.
std::optional<Found> before_the_first(std::vector<Redo> const& recorded) {
  auto from_the_start = [](Redo const& each) { return !each.base; };
  if (std::ranges::none_of(recorded, from_the_start)) return std::nullopt;
  return Found{Generation{}, std::string(new_graph)};
}

Result<Found> choose_generation(Session const& session, std::optional<std::uint64_t> to,
                                std::vector<Redo> const& recorded, GraphBounds const& bounds,
                                BufferPool& pool) {
  if (to == 0U)
    return fail(Fault::missing,
                "before generation 1 there was no graph to go back to; an agent's member can be removed: "
                "artifactctl rollback SESSION AGENT --to 0");
  auto generations = TRY(list_generations(session));
  std::ranges::reverse(generations);
  auto directory = UniqueFd();
  if (!generations.empty()) directory = TRY(session.private_directory(layout::generations));
  for (auto const& generation : generations) {
    if (to && generation.number != *to) continue;
    auto edition = read_graph_file(directory.get(), generation.name, bounds.bytes, pool);
    auto planted =
        !edition && (edition.error().fault == Fault::unsafe || edition.error().fault == Fault::too_large);
    if (planted && !to) continue;
    if (!edition) return fail(std::move(edition).error());
    auto document = json::scan(edition->bytes.view(), {.depth = bounds.depth});
    if (document && document->type == json::Type::object)
      return Found{generation, std::string(edition->bytes.view())};
    if (to) return fail(Fault::invalid, fmt::format("generation {} is not a valid graph", *to));
  }
  if (to) return fail(Fault::missing, fmt::format("generation {} is not kept", *to));
  if (auto first = before_the_first(recorded)) return *std::move(first);
  return fail(Fault::missing, generations.empty() ? "no generation of the graph is kept"
                                                  : "none of the kept generations is a valid graph");
}

/// Whether another program damaged or replaced what was published last.
Result<bool> differs(Place const& place, std::vector<Redo> const& recorded) {
  auto last = std::ranges::find_if(recorded | std::views::reverse,
                                   [](Redo const& each) { return each.what != Redo::What::seen; });
  if (last == recorded.rend()) return false;
  auto standing = stamp_at(place.directory.get(), place.name);
  if (!standing && standing.error().fault != Fault::missing) return fail(std::move(standing).error());
  return !standing || !same_version(*standing, last->version);
}

bool is_version(Generation const& generation, Stamp const& stamp) {
  return stamp.inode == generation.inode && stamp.modified_ns == generation.modified_ns &&
         stamp.size == generation.size;
}

/// Whether a restore got as far as putting its version in place: then what it replaced became a generation.
bool took_place(Redo const& restored, std::vector<Generation> const& generations) {
  return !restored.base || std::ranges::any_of(generations, [&](Generation const& each) {
    return is_version(each, *restored.base);
  });
}

/// What was published after `generation` was replaced; a person's restore takes the place of all before it.
/// If that moment is not known (another program's version), starts somewhat earlier: what the generation
/// already has is not put in.
std::vector<Redo const*> published_behind(Generation const& generation, std::vector<Redo> const& recorded,
                                          std::vector<Generation> const& generations) {
  constexpr std::int64_t before_ns = 60'000'000'000;
  auto first = std::ranges::find_if(
      recorded, [&](Redo const& each) { return each.base && is_version(generation, *each.base); });
  if (first == recorded.end())
    first = std::ranges::find_if(
        recorded, [&](Redo const& each) { return each.at_ns >= generation.modified_ns - before_ns; });
  std::vector<Redo const*> behind;
  for (; first != recorded.end(); ++first) {
    if (first->what == Redo::What::restored) {
      if (!took_place(*first, generations)) continue;
      behind.clear();
    }
    behind.push_back(&*first);
  }
  return behind;
}

/// Whether the graph in place says the same as `text`. Another program may have written it.
bool is_in_place(Place const& place, std::string_view text, GraphBounds const& bounds, BufferPool& pool) {
  auto const edition = read_graph_file(place.directory.get(), place.name, bounds.bytes, pool);
  if (!edition) return false;
  auto const there = json::scan(edition->bytes.view(), {.depth = bounds.depth});
  auto const wanted = json::scan(text, {.depth = bounds.depth});
  return there && wanted && same_as_read(there->root.of(edition->bytes.view()), wanted->root.of(text));
}

/// `chosen` with everything that was published after it.
Result<void> put_in_later_work(Session const& session, Found const& found, std::vector<Redo> const& recorded,
                               GraphBounds const& bounds, Restorable& chosen) {
  auto document = json::scan(chosen.text, {.depth = bounds.depth});
  if (!document) return {};
  GraphDraft draft(chosen.text, *document);
  auto const behind = published_behind(found.generation, recorded, TRY(list_generations(session)));
  chosen.again = put_again(draft, behind, behind, {bounds.bytes, bounds.depth});
  auto text = flatten(draft.pieces());
  if (!json::scan(text, {.depth = bounds.depth}))
    return fail(Fault::invalid, "what was published after the newest valid generation does not form a graph "
                                "with it; name a generation: artifactctl restore SESSION --to GENERATION");
  chosen.text = std::move(text);
  return {};
}

} // namespace

Result<Restorable> restorable_graph(Session const& session, Place const& place,
                                    std::optional<std::uint64_t> to, GraphBounds const& bounds,
                                    BufferPool& pool) {
  auto recorded = TRY(read_redo(session));
  auto const found = TRY(choose_generation(session, to, recorded, bounds, pool));
  Restorable chosen{found.generation.number, found.text, {}};
  if (to) return chosen;
  if (TRY(differs(place, recorded))) {
    TRY(put_in_later_work(session, found, recorded, bounds, chosen));
    if (!is_in_place(place, chosen.text, bounds, pool)) return chosen;
  }
  return Restorable{.number = found.generation.number, .text = found.text, .again = {}, .undoes = true};
}

Result<std::string> newest_valid_generation(Session const& session, GraphBounds const& bounds,
                                            BufferPool& pool) {
  auto found = choose_generation(session, std::nullopt, {}, bounds, pool);
  if (!found && found.error().fault == Fault::missing) return std::string(new_graph);
  if (!found) return fail(std::move(found).error());
  return std::move(found->text);
}

Result<bool> had_a_graph(Session const& session) {
  if (!TRY(list_generations(session)).empty()) return true;
  // The first graph replaces none. What its agents had before is kept once it is in place.
  auto const values = session.existing_directory(layout::values);
  if (!values && values.error().fault == Fault::missing) return false;
  if (!values) return fail(values.error());
  auto const none = list_directory(values->get(), 0);
  if (!none && none.error().fault != Fault::too_large) return fail(none.error());
  return !none;
}

bool is_in_the_way(Place const& place) {
  auto const there = stamp_at(place.directory.get(), place.name);
  return there && !S_ISREG(there->mode);
}

DamageCure cure_of_damage(Session const& session, Place const& place, GraphBounds const& bounds) {
  BufferPool pool(0);
  auto const restorable = restorable_graph(session, place, std::nullopt, bounds, pool).has_value();
  auto const restore = "artifactctl restore " + shell_quoted(session.shown());
  if (restorable && !is_in_the_way(place)) return {"To go back to the newest good version", restore};
  if (!stamp_at(place.directory.get(), place.name)) return {"No good version of it is kept", ""};
  auto const to = unused_path(session.directory(), place.path + ".damaged");
  auto const aside = rename_command(session.shown() + "/" + place.path, session.shown() + "/" + to);
  if (restorable)
    return {"To move it away, and go back to the newest good version", aside + " && " + restore};
  return {"No good version of it is kept; to begin a new one", aside};
}

std::string to_sentence(DamageCure const& cure) {
  return cure.command.empty() ? cure.what : cure.what + ": " + cure.command;
}

} // namespace artifactd

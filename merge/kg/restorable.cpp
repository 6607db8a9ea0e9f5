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
  auto from_the_start = [](Redo const& each) { return !each.base && each.what == Redo::What::merged; };
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

bool is_graph_in_place(Place const& place, GraphBounds const& bounds, BufferPool& pool) {
  auto const edition = read_graph_file(place.directory.get(), place.name, bounds.bytes, pool);
  if (!edition) return false;
  auto const document = json::scan(edition->bytes.view(), {.depth = bounds.depth});
  return document && document->type == json::Type::object;
}

/// What is known of the publications.
struct Published {
  std::vector<Redo> const& recorded;
  std::vector<Generation> const& generations;
  std::optional<Stamp> const& standing;
};

/// Whether a restore put its version in place: it is there, or was there when the next record was made, or,
/// after a kill just then, what it replaced became a generation.
bool took_place(Published const& known, std::size_t i) {
  auto const& restored = known.recorded[i];
  auto const is_its = [&](std::optional<Stamp> const& stamp) {
    return stamp && same_version(*stamp, restored.version);
  };
  if (is_its(known.standing) || (i + 1 < known.recorded.size() && is_its(known.recorded[i + 1].base)))
    return true;
  return restored.base && std::ranges::any_of(known.generations, [&](Generation const& each) {
           return is_version(each, *restored.base);
         });
}

/// What was published after `generation` was replaced; a person's restore takes the place of all before it.
/// If that moment is not known (another program's version), starts somewhat earlier: what the generation
/// already has is not put in.
std::vector<Redo const*> published_behind(Generation const& generation, Published const& known) {
  constexpr std::int64_t before_ns = 60'000'000'000;
  auto const& recorded = known.recorded;
  auto first = std::ranges::find_if(
      recorded, [&](Redo const& each) { return each.base && is_version(generation, *each.base); });
  if (first == recorded.end())
    first = std::ranges::find_if(
        recorded, [&](Redo const& each) { return each.at_ns >= generation.modified_ns - before_ns; });
  std::vector<Redo const*> behind;
  for (auto i = static_cast<std::size_t>(first - recorded.begin()); i < recorded.size(); ++i) {
    auto const restored = recorded[i].what == Redo::What::restored;
    if (never_in_place(recorded, i, known.standing) || (restored && !took_place(known, i))) continue;
    if (restored) behind.clear();
    behind.push_back(&recorded[i]);
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

bool is_too_large(Redo const* record) {
  return record->what == Redo::What::restored &&
         std::ranges::find(record->changes, Redo::Change::How::large, &Redo::Change::how) !=
             record->changes.end();
}

/// `chosen` with everything that was published after it.
Result<void> put_in_later_work(Session const& session, Place const& place, std::vector<Redo> const& recorded,
                               GraphBounds const& bounds, Found const& found, Restorable& chosen) {
  auto document = json::scan(chosen.text, {.depth = bounds.depth});
  if (!document) return {};
  GraphDraft draft(chosen.text, *document);
  auto const there = stamp_at(place.directory.get(), place.name);
  auto const standing = there ? std::optional(*there) : std::nullopt;
  auto const generations = TRY(list_generations(session));
  auto const behind = published_behind(found.generation, {recorded, generations, standing});
  if (std::ranges::any_of(behind, is_too_large))
    return fail(Fault::invalid,
                "the graph that was restored last is not kept, and too much changed with it to be "
                "recorded; name a generation: artifactctl restore SESSION --to GENERATION");
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
    TRY(put_in_later_work(session, place, recorded, bounds, found, chosen));
    if (!is_in_place(place, chosen.text, bounds, pool)) return chosen;
  } else if (!is_graph_in_place(place, bounds, pool)) {
    return chosen;
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
  auto restore = "artifactctl restore " + shell_quoted(session.shown());
  auto restorable = restorable_graph(session, place, std::nullopt, bounds, pool).has_value();
  if (auto const kept = choose_generation(session, std::nullopt, {}, bounds, pool); !restorable && kept) {
    restore += fmt::format(" --to {}", kept->generation.number);
    restorable = true;
  }
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

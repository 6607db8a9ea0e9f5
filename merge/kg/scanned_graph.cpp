#include "merge/kg/scanned_graph.hpp"

#include "merge/kg/restorable.hpp"
#include "state/json/diagnose.hpp"
#include "state/session/session_access.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// `what` begins with the place.
Error damaged(Session const& session, Place const& place, GraphBounds const& bounds, std::string_view what) {
  return Error{Fault::invalid, fmt::format("graph.damaged: {}. {}", what,
                                           to_sentence(cure_of_damage(session, place, bounds)))};
}

Result<json::Document> scan_graph(std::string_view text, GraphBounds const& bounds, std::string const& path) {
  json::Limits limits{.depth = bounds.depth};
  auto document = json::scan(text, limits);
  if (!document)
    return fail(Fault::invalid, place_and_message(json::describe(path, text, document.error(), limits)));
  if (document->type != json::Type::object)
    return fail(Fault::invalid, path + ": the document is not an object");
  return *std::move(document);
}

} // namespace

Result<ScannedGraph> scan_of(Edition edition, GraphBounds const& bounds, std::string const& path) {
  auto document = TRY(scan_graph(edition.bytes.view(), bounds, path));
  return ScannedGraph{std::move(edition.bytes), "", std::move(document)};
}

Result<ScannedGraph> scan_of(std::string owned, GraphBounds const& bounds, std::string const& path) {
  ScannedGraph text{{}, std::move(owned), {}};
  text.document = TRY(scan_graph(text.owned, bounds, path));
  return text;
}

Result<GraphInPlace> read_in_place(Session const& session, Place const& place, GraphBounds const& bounds,
                                   BufferPool& pool, KnownGraphs const* known) {
  GraphInPlace found{{}, {}, false, BudgetShare(bounds.memory, &session, Alone::owner)};
  auto edition = read_graph_file(place.directory.get(), place.name, bounds.bytes, pool, &found.memory);
  if (!edition && edition.error().fault == Fault::missing) {
    if (bounds.must_exist)
      return fail(Fault::missing,
                  "graph.missing: " + place.path + " does not exist, and the configuration asks for it");
    if (TRY(had_a_graph(session)))
      return fail(damaged(session, place, bounds, fmt::format("{} {}", place.path, gone_graph)));
    found.text = TRY(scan_of(std::string(new_graph), bounds, place.path));
    return found;
  }
  if (!edition && is_in_the_way(place)) {
    auto error = damaged(session, place, bounds, fmt::format("{} {}", place.path, no_graph_file));
    error.fault = Fault::unsafe;
    return fail(std::move(error));
  }
  if (!edition) return fail(unreadable_graph(session, place.path, std::move(edition).error()));
  found.stamp = edition->stamp;
  found.marked = edition->bytes.view().size() < edition->stamp.size;
  auto const document =
      known == nullptr ? nullptr : known->find(session, edition->stamp, edition->bytes.view());
  auto text = document ? Result<ScannedGraph>(ScannedGraph{std::move(edition->bytes), "", *document})
                       : scan_of(*std::move(edition), bounds, place.path);
  if (!text) return fail(damaged(session, place, bounds, text.error().message + ". It is left untouched"));
  found.text = *std::move(text);
  return found;
}

} // namespace artifactd

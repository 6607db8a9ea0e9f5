#include "merge/kg/graph_place.hpp"

#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "state/session/steady_read.hpp"

#include <cstring>
#include <string_view>
#include <sys/stat.h>

namespace artifactd {

namespace {

Result<bool> is_there(int directory, std::string const& name) {
  auto stamp = stamp_at(directory, name);
  if (stamp) return true;
  if (stamp.error().fault == Fault::missing) return false;
  return fail(std::move(stamp).error());
}

Place at_root(Session const& session) {
  return Place{HeldFd(session.directory()), layout::graph, layout::graph, std::string(layout::graph_tag)};
}

Place under_knowledge(UniqueFd directory) {
  return Place{std::move(directory), layout::graph, layout::knowledge + "/" + layout::graph,
               std::string(layout::graph_tag)};
}

} // namespace

Result<Place> locate_graph(Session const& session, GraphSide side) {
  if (side == GraphSide::root) return at_root(session);
  if (side == GraphSide::knowledge)
    return under_knowledge(TRY(open_directory(session.directory(), layout::knowledge)));
  auto knowledge = open_directory(session.directory(), layout::knowledge);
  if (!knowledge && knowledge.error().fault == Fault::missing) return at_root(session);
  auto root_has = TRY(is_there(session.directory(), layout::graph));
  if (!knowledge && root_has && knowledge.error().fault == Fault::unsafe) return at_root(session);
  if (!knowledge) return fail(std::move(knowledge).error());
  auto knowledge_has = TRY(is_there(knowledge->get(), layout::graph));
  if (root_has && knowledge_has)
    return fail(Fault::invalid, "graph.ambiguous: both " + layout::graph + " and " + layout::knowledge + "/" +
                                    layout::graph +
                                    " exist; remove one, or set place under [graph] in the configuration");
  if (root_has) return at_root(session);
  return under_knowledge(*std::move(knowledge));
}

Result<Place> prepare_graph_place(Session const& session, GraphSide side) {
  if (side == GraphSide::knowledge) TRY(session.private_directory(layout::knowledge));
  return locate_graph(session, side);
}

Result<std::string> settled_text(Place const& place, SettledSignals own) {
  if (own.empty() || place.path != place.name)
    own.carry_along(TRY(settled_by_file(place.directory.get(), place.name)));
  return own.to_attribute();
}

Result<Edition> read_graph_file(int directory, std::string const& name, std::uint64_t limit, BufferPool& pool,
                                BudgetShare* memory) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  auto edition = TRY(read_edition(directory, name, limit, pool, memory));
  auto const text = edition.bytes.view();
  if (!text.starts_with(mark)) return edition;
  auto const length = text.size() - mark.size();
  std::memmove(edition.bytes.data(), edition.bytes.data() + mark.size(), length);
  edition.bytes.set_length(length);
  return edition;
}

Result<Edition> read_graph(Session const& session, GraphSide side, std::uint64_t limit, BufferPool& pool) {
  return read_until_steady([&]() -> Result<Edition> {
    auto const place = TRY(locate_graph(session, side));
    auto edition = read_graph_file(place.directory.get(), place.name, limit, pool);
    if (!edition) return fail(unreadable_graph(session, place.path, std::move(edition).error()));
    return edition;
  });
}

} // namespace artifactd

#include "daemon/queries/checkup.hpp"
#include "daemon/queries/graph_state.hpp"
#include "daemon/queries/odd_file.hpp"
#include "daemon/queries/told_refusal.hpp"
#include "merge/kg/restorable.hpp"
#include "state/platform/buffer_pool.hpp"
#include "state/session/entered_session.hpp"
#include "state/session/session_access.hpp"
#include "state/session/session_layout.hpp"
#include "state/settle/claim.hpp"
#include "watchers/scan.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

using Weight = Diagnosed::Weight;

void problem(Checkup& checkup, Session const& session, std::string text, std::string cure) {
  checkup.push_back({Weight::problem, session.shown(), std::move(text), std::move(cure)});
}

void check_graph(Session const& session, Config const& config, Checkup& checkup) {
  auto place = locate_graph(session, config.kg.side);
  if (!place) return problem(checkup, session, place.error().message, "");
  BufferPool pool(0);
  auto graph = read_graph_file(place->directory.get(), place->name, config.kg.graph.bytes, pool);
  if (!graph && graph.error().fault == Fault::missing) return;
  if (!graph && graph.error().fault == Fault::changed) return; // another process is writing it
  if (!graph && !is_in_the_way(*place))
    return problem(checkup, session, unreadable_graph(session, place->path, graph.error()).message, "");
  auto const damage = graph ? damage_of(place->path, graph->bytes.view(), config.kg.graph.depth)
                            : fmt::format("{} {}", place->path, no_graph_file);
  if (damage.empty()) return;
  auto const cure = cure_of_damage(session, *place, config.kg.graph);
  problem(checkup, session, fmt::format("{}. {}:", damage, cure.what), cure.command);
}

/// Unfinished work looks like a leftover; only the holder of the claim can tell them apart.
void check_leftovers(Session const& session, Checkup& checkup) {
  auto left = scan_leftovers(session.directory());
  if (!left || !left->any() || !Claim::take(session)) return;
  left = scan_leftovers(session.directory());
  if (left && left->work)
    problem(checkup, session, fmt::format("{} holds unfinished work of a killed artifactd", layout::work),
            "artifactctl merge " + shell_quoted(session.shown()));
  if (left && left->mutex)
    checkup.push_back(
        {Weight::note, session.shown(),
         fmt::format("{} exists: a shell tool is merging, or one died; a dead one's lock is removed "
                     "in time",
                     layout::mutex)});
}

void check_signals(Session const& session, Kinds const& kinds, Checkup& checkup) {
  auto misplaced = misplaced_signals(session.directory(), kinds);
  for (auto const& file : misplaced ? *misplaced : std::vector<std::string>())
    problem(checkup, session, file + ": signals are looked for in the session's own directory only",
            command_for_misplaced(file, session.directory(), session.shown()));
  auto signs = scan_session(session.directory(), kinds);
  if (!signs) return problem(checkup, session, signs.error().message, "");
  for (auto const& refused : signs->refused)
    if (auto const why = told_refusal(session.directory(), refused.name).unasked; !why.empty())
      problem(checkup, session,
              fmt::format("{}: the editor could not ask a model: {}", layout::refused(refused.name),
                          printable(why)),
              "artifactctl model list");
  for (auto const& odd : signs->odd) {
    auto advice = advice_on(odd, session.directory(), session.shown(), kinds);
    checkup.push_back(
        {odd.why == Oddity::unknown_kind ? Weight::note : Weight::problem, session.shown(),
         fmt::format("{} is named like a signal, but is ignored: {}", printable(odd.file), advice.reason),
         std::move(advice.command)});
  }
  if (signs->odd_count > signs->odd.size())
    problem(checkup, session, fmt::format("{} more of that kind", signs->odd_count - signs->odd.size()), "");
}

void check_former_homes(Session const& session, Checkup& checkup) {
  auto former = former_homes(session);
  for (auto const& name : former ? *former : std::vector<std::string>())
    checkup.push_back({Weight::note, session.shown(),
                       name +
                           " dates from when artifactd ran as root: former values and attempts that are no "
                           "longer used",
                       "rm -r -- " + shell_quoted(session.shown() + "/" + name)});
}

} // namespace

void check_session(Session const& session, Config const& config, Checkup& checkup) {
  check_owner(session, config, checkup);
  check_signals(session, config.served.kinds, checkup);
  check_leftovers(session, checkup);
  check_former_homes(session, checkup);
  check_graph(session, config, checkup);
}

} // namespace artifactd

#include "daemon/queries/graph_state.hpp"

#include "daemon/settling/policies.hpp"
#include "merge/kg/restorable.hpp"
#include "state/journal/journal.hpp"
#include "state/json/diagnose.hpp"
#include "state/json/scan.hpp"
#include "state/settle/redo.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace artifactd {

namespace {

constexpr std::string_view of_damage = "graph.damaged:";
constexpr std::size_t most_notices = 20;
constexpr std::int64_t lately_ns = std::int64_t{3600} * 1'000'000'000;

/// Empty if the session has no graph yet, or the graph is being written; settling reports other errors.
std::string damage_in_place(Session const& session, Place const& place, Result<Edition> const& graph,
                            unsigned depth) {
  if (graph) return damage_of("", graph->bytes.view(), depth);
  if (is_in_the_way(place)) return fmt::format("it {}", no_graph_file);
  auto const gone = graph.error().fault == Fault::missing && had_a_graph(session).value_or(false);
  return gone ? fmt::format("it {}", gone_graph) : "";
}

} // namespace

Result<std::string> graph_text(Config const& config, Session const& session) {
  auto const policy = kg_policy(config);
  BufferPool pool(0);
  auto const graph = TRY(read_graph(session, policy.side, policy.graph.bytes, pool));
  return std::string(graph.bytes.view());
}

std::string damage_of(std::string const& name, std::string_view text, unsigned depth) {
  json::Limits const limits{.depth = depth};
  auto const document = json::scan(text, limits);
  if (!document) return place_and_message(json::describe(name, text, document.error(), limits));
  if (document->type == json::Type::object) return "";
  return (name.empty() ? "it" : name) + " is not a JSON object";
}

std::optional<StuckRow> damaged_graph(Config const& config, SessionKey const& key) {
  auto entered = enter_session(key, config.served.kinds);
  if (!entered) return std::nullopt;
  auto const* session = &entered->session;
  if (redo_standing(session->directory()) == RedoStanding::ours) return std::nullopt;
  auto const policy = kg_policy(config);
  auto place = locate_graph(*session, policy.side);
  if (!place) return std::nullopt;
  BufferPool pool(0);
  auto graph = read_graph_file(place->directory.get(), place->name, policy.graph.bytes, pool);
  auto const damage = damage_in_place(*session, *place, graph, policy.graph.depth);
  if (damage.empty()) return std::nullopt;
  auto const there = stamp_at(place->directory.get(), place->name);
  auto const cure = cure_of_damage(*session, *place, policy.graph);
  return StuckRow{.state = StuckRow::State::trouble,
                  .session = session->shown(),
                  .file = place->path,
                  .reason = std::string(of_damage) + " " + damage,
                  .todo = cure.what,
                  .next = cure.command,
                  .since_ns = there ? there->changed_ns : session->stamp().changed_ns};
}

std::vector<GraphNotice> recent_notices(Config const& config, std::optional<std::string> const& session) {
  std::vector<GraphNotice> notices;
  auto journal = JournalReader::open(config.journal_path());
  if (!journal) return notices;
  std::ignore = journal->each_notice(wall_now_ns() - lately_ns, session, [&](Event const& event) {
    auto detail = nlohmann::json::parse(event.detail, nullptr, false);
    if (!detail.is_object() || !detail["text"].is_string()) return;
    auto text = detail["text"].get<std::string>();
    if (text.starts_with(of_damage)) return; // damaged_graph() says so as long as it is true
    std::erase_if(
        notices, [&](GraphNotice const& each) { return each.session == event.session && each.text == text; });
    if (notices.size() == most_notices) notices.erase(notices.begin());
    notices.push_back({event.wall_ns, event.session, std::move(text)});
  });
  return notices;
}

} // namespace artifactd

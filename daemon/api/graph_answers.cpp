// A session's graph: its versions, how they differ, and whose work its values are.
#include "daemon/api/acting_case.hpp"
#include "daemon/api/page.hpp"
#include "daemon/queries/graph_text.hpp"
#include "daemon/queries/graph_versions.hpp"
#include "state/platform/clock.hpp"

#include <algorithm>

namespace artifactd {

namespace {

constexpr std::size_t largest_graph = std::size_t{16} << 20; ///< what a program still reads at once
constexpr std::size_t longest_value = 4096;                  ///< of a change: more is not shown
constexpr Duration origin_patience = std::chrono::seconds(5);

/// Valid JSON has line breaks only between tokens: in strings they are escaped.
std::string on_one_line(std::string json) {
  std::ranges::replace_if(json, [](char each) { return each == '\n' || each == '\r'; }, ' ');
  return json;
}

/// `head` with the graph as it is written.
WebAnswer with_graph(Json const& head, std::string graph) {
  auto text = compact(head);
  text.pop_back();
  return {.document = text + ",\"graph\":" + on_one_line(std::move(graph)) + "}"};
}

Json change_json(GraphChange const& change, std::string_view before, std::string_view after) {
  auto json = to_json(change.after != nullptr ? *change.after : *change.before);
  json["change"] = change.before == nullptr ? "added" : change.after == nullptr ? "removed" : "changed";
  auto const show = [&](char const* name, GraphEntry const* entry, std::string_view graph) {
    if (entry == nullptr) return;
    auto const text = entry->text(graph);
    json[name] = text.size() > longest_value ? Json() : Json(on_one_line(std::string(text)));
  };
  show("before", change.before, before);
  show("after", change.after, after);
  return json;
}

} // namespace

Result<WebAnswer> answer_graph(WebContext const& context, WebQuestion const& question) {
  auto const named = TRY(session_of(context, question));
  auto graph = TRY(graph_text(*context.config, named.session, largest_graph));
  Json const head{
      {"version", 1}, {"session", named.session.shown()}, {"path", graph.path}, {"digest", graph.digest}};
  auto answer = with_graph(head, std::move(graph.bytes));
  answer.headers["ETag"] = etag_of(graph.stamp);
  if (question.header("if-none-match") == answer.headers["ETag"])
    return WebAnswer{.status = 304, .headers = {{"ETag", answer.headers["ETag"]}}};
  return answer;
}

Result<WebAnswer> answer_generation(WebContext const& context, WebQuestion const& question) {
  auto const number = TRY(whole_number(segment(question, 5)));
  auto const named = TRY(session_of(context, question));
  auto version = TRY(graph_version(*context.config, named.session, number, largest_graph));
  Json const head{{"version", 1},
                  {"session", named.session.shown()},
                  {"generation", number},
                  {"origin", origin_word(version.generation->origin)},
                  {"modified", iso8601(version.generation->modified_ns)}};
  return with_graph(head, std::move(version.text));
}

Result<WebAnswer> answer_difference(WebContext const& context, WebQuestion const& question) {
  auto const from = TRY(whole_number(segment(question, 5)));
  std::optional<std::uint64_t> to;
  if (!question.parameter("to").empty())
    to = static_cast<std::uint64_t>(TRY(question.number("to", 0, 0, INT64_MAX)));
  auto const page = TRY(page_of(question));
  auto const named = TRY(session_of(context, question));
  auto const before = TRY(graph_version(*context.config, named.session, from, largest_graph));
  auto const after = TRY(graph_version(*context.config, named.session, to, largest_graph));
  auto const had = entries_of(before.text);
  auto const has = entries_of(after.text);
  auto const changes = changes_between(had, has);
  Json json{{"version", 1},
            {"session", named.session.shown()},
            {"from", from},
            {"to", to ? Json(*to) : Json()},
            {"complete", had.complete && has.complete},
            {"changes", Json::array()}};
  for (auto i = page.begin(changes.size()); i < page.end(changes.size()); ++i)
    json["changes"].push_back(change_json(changes[i], before.text, after.text));
  page.close(json, changes.size());
  return document(json);
}

Result<WebAnswer> answer_provenance(WebContext const& context, WebQuestion const& question) {
  auto const page = TRY(page_of(question));
  auto const id = question.parameter("id");
  auto const named = TRY(session_of(context, question));
  auto const origins = TRY(context.checks->one(question.by->name, [&] {
    return graph_origins(*context.config, named.session, *context.known, origin_patience);
  }));
  Json json{{"version", 1},
            {"session", named.session.shown()},
            {"complete", origins.complete},
            {"values", Json::array()}};
  std::size_t total = 0;
  for (auto const& each : origins.rows) {
    if (!id.empty() && each.entry.name != id) continue;
    if (total >= page.after && total - page.after < page.limit) json["values"].push_back(to_json(each));
    ++total;
  }
  page.close(json, total);
  return document(json);
}

} // namespace artifactd

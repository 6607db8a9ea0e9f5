#include "tests/merge/kg/settled_session.hpp"

#include "state/settle/settle_work.hpp"

namespace artifactd::test {

using nlohmann::json;

Sighting SettledSession::submit(std::string_view agent, std::string_view text, std::string_view file) const {
  write("artifacts/" + std::string(agent) + "/" + std::string(file), text);
  return drop(agent);
}

SettleReport SettledSession::settle(std::vector<Sighting> const& sightings) {
  return settle_work(session(), sightings, kg_work({policy, pool, watch, known}), refusal, round);
}

SignalEnd SettledSession::merge(std::string_view agent, std::string_view text, End expected) {
  auto report = settle({submit(agent, text)});
  auto end = std::move(report.signals.at(0));
  if (end.end != expected)
    throw std::runtime_error(std::string(end_word(end.end)) + (end.reason ? ": " + end.reason->message : ""));
  return end;
}

void SettledSession::make_history() {
  write("knowledge-graph.json", R"({"x": 1.10})");
  merge("a", R"({"n": 1})");
  merge("a", R"({"n": 2})");
  merge("b", R"({"n": 9})");
  merge("a", R"({"n": 3})");
}

json SettledSession::graph() const {
  return json::parse(read(graph_file));
}

json SettledSession::instructions(std::string_view agent) const {
  return json::parse(read(std::string(agent) + ".retry-instructions.json"));
}

bool SettledSession::is_tidy() const {
  return !exists(".kg-merge.lock") && names(".artifactd/work").empty();
}

std::vector<std::string> codes(std::vector<Finding> const& findings) {
  std::vector<std::string> found;
  for (auto const& each : findings)
    found.push_back(each.code);
  return found;
}

} // namespace artifactd::test

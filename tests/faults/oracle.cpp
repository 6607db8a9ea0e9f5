#include "tests/faults/oracle.hpp"

#include "tests/faults/graph_values.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

std::string const graph_name = "knowledge-graph.json";

std::set<std::string> names_in(fs::path const& directory) {
  std::set<std::string> names;
  std::error_code missing;
  for (fs::directory_iterator at(directory, missing), end; at != end; at.increment(missing))
    names.insert(at->path().filename().string());
  return names;
}

std::string lock_of(GoodAgent const& agent) {
  return agent.name + ".kg.lock";
}

std::string lock_of(GoodRule const& rule) {
  return rule.name + ".rule.lock";
}

std::string lock_of(BadAgent const& agent) {
  if (agent.kind == "state") return "state.json";
  return agent.name + "." + agent.kind + ".lock";
}

std::string log_of(BadAgent const& agent) {
  return agent.name + "." + agent.kind + ".json";
}

std::string result_of(GoodRule const& rule) {
  return rule.name + ".result.json";
}

std::string instructions_of(BadAgent const& agent) {
  return agent.name + (agent.kind != "rule" ? "" : "." + agent.kind) + ".retry-instructions.json";
}

bool among(std::vector<Json> const& values, Json const& value) {
  return std::ranges::find(values, value) != values.end();
}

void check_instructions(Stage const& stage, BadAgent const& agent, Violations& found) {
  auto text = parse(stage.read(instructions_of(agent)));
  if (!text.is_object()) return found.push_back(agent.name + " is refused without parseable instructions");
  for (auto const* field :
       {"version", "agent", "error", "timestamp", "instructions", "artifact_location", "lock_file_renamed_to",
        "attempt", "budget", "findings", "history", "affected_files", "next"})
    if (!text.contains(field)) found.push_back(agent.name + "'s instructions lack " + field);
  auto findings = text.value("findings", Json::array());
  auto code = findings.empty() ? "none" : findings[0].value("code", "none");
  if (code != agent.code) found.push_back(agent.name + " is refused for another reason: " + code);
  if (text.value("attempt", 0) != agent.attempts)
    found.push_back(agent.name + "'s instructions speak of attempt " + text.value("attempt", Json()).dump());
}

bool is_published(Stage const& stage, GoodRule const& rule) {
  auto result = parse(stage.read("rules/" + result_of(rule)));
  auto pointer = Json::json_pointer("/preview/0/extracted");
  return result.is_object() && result.contains(pointer) && result[pointer] == parse(rule.extracted);
}

/// A good work's signal exists until the work is committed, and is never refused.
void check_good(Stage const& stage, std::string const& lock, bool committed, Violations& found) {
  auto stands = stage.has(lock);
  if (!stands && stage.has(lock + ".error"))
    found.push_back("good work is refused: " + lock);
  else if (!stands && !committed)
    found.push_back(lock + " is gone and its work is not committed");
}

/// Each signal matches the state of its work: no request is forgotten.
void check_signals(Stage const& stage, Expectation const& expected, Json const& graph, Violations& found) {
  for (auto const& agent : expected.good)
    check_good(stage, lock_of(agent), holds(graph, agent, stage.meddled), found);
  for (auto const& rule : expected.rules)
    check_good(stage, lock_of(rule), is_published(stage, rule), found);
  for (auto const& agent : expected.bad) {
    auto lock = lock_of(agent);
    auto refused = stage.has(lock + ".error");
    if (expected.state) refused = stage.read(lock + ".error") == expected.state->aside; // not an earlier one
    if (refused) check_instructions(stage, agent, found);
    if (!refused && !stage.has(lock)) found.push_back("bad agent " + agent.name + "'s signal is gone");
  }
}

void check_ending(Stage const& stage, Expectation const& expected, Interruption how, Ending const& ending,
                  Violations& found) {
  if (ending.how == Ending::How::killed && how == Interruption::killed) return;
  static std::set<int> const documented = {0, 1, 2, 3, 4, 5, 6, 7, 74};
  if (ending.how != Ending::How::exited || !documented.contains(ending.code))
    return found.push_back("the program ended by: " + ending.text());
  if (ending.code != 0 || expected.state) return;
  auto unsettled = [&](auto const& work) { return stage.has(lock_of(work)); };
  if (std::ranges::any_of(expected.good, unsettled) || std::ranges::any_of(expected.bad, unsettled) ||
      std::ranges::any_of(expected.rules, unsettled))
    found.push_back("the program says all is well while a signal is pending");
}

/// Only the names that belong to a session at rest.
void check_names(Stage const& stage, Expectation const& expected, Violations& found) {
  std::set<std::string> names = {".artifactd"};
  std::set<std::string> rules;
  std::set<std::string> attempts;
  if (expected.base || !expected.good.empty()) names.insert(graph_name);
  if (expected.state) names.insert("state.json");
  for (auto const& agent : expected.bad) {
    names.insert({lock_of(agent) + ".error", instructions_of(agent)});
    attempts.insert(log_of(agent));
  }
  for (auto const& [name, text] : stage.inputs()) {
    auto slash = name.find('/');
    names.insert(name.substr(0, slash));
    if (name.starts_with("rules/")) rules.insert(name.substr(slash + 1));
  }
  for (auto const& rule : expected.rules)
    rules.insert(result_of(rule));
  auto compare = [&](std::string const& where, std::set<std::string> const& wanted) {
    auto there = names_in(stage.session() / where);
    for (auto const& name : there)
      if (!wanted.contains(name)) found.push_back("left behind: " + where + name);
    for (auto const& name : wanted)
      if (!there.contains(name)) found.push_back("missing: " + where + name);
  };
  compare("", names);
  compare("rules/", rules);
  compare(".artifactd/work/", {});
  compare(".artifactd/attempts/", attempts);
  for (auto const& name : names_in(stage.session() / ".artifactd"))
    if (!std::set<std::string>{"work", "mutex", "generations", "values", "attempts", "states", "settled",
                               "redo"}
             .contains(name))
      found.push_back("left behind: .artifactd/" + name);
}

void check_attempts(Stage const& stage, BadAgent const& agent, Violations& found) {
  auto log = parse(stage.read(".artifactd/attempts/" + log_of(agent)));
  auto attempts = log.is_object() ? log.value("attempts", Json::array()) : Json::array();
  std::vector<int> numbers;
  for (auto const& each : attempts)
    numbers.push_back(each.value("attempt", 0));
  std::vector<int> wanted;
  for (int number = 1; number <= agent.attempts; ++number)
    wanted.push_back(number);
  if (numbers != wanted) found.push_back(agent.name + "'s attempts are counted as " + Json(numbers).dump());
}

/// Every replaced graph is kept, once, and every kept graph was published as a whole. Generations recycled
/// for overwriting do not count.
void check_generations(Stage const& stage, Expectation const& expected, Violations& found) {
  auto allowed = allowed_graphs(expected, Interruption::error);
  std::vector<std::string> texts;
  for (auto const& name : names_in(stage.session() / ".artifactd/generations")) {
    if (name == "recycled") continue;
    texts.push_back(stage.read(".artifactd/generations/" + name));
    if (!among(allowed, parse(texts.back()))) found.push_back("generation " + name + " was never published");
  }
  auto replaced = stage.meddled && expected.foreign ? expected.foreign : expected.base;
  if (replaced && !expected.good.empty() && std::ranges::find(texts, *replaced) == texts.end())
    found.push_back("the graph that was replaced is not kept");
  std::ranges::sort(texts);
  if (std::ranges::adjacent_find(texts) != texts.end()) found.push_back("one graph is kept twice");
}

} // namespace

Violations check_interrupted(Stage const& stage, Expectation const& expected, Interruption how,
                             Ending const& ending) {
  Violations found;
  if (expected.change) return check_change_interrupted(stage, *expected.change);
  if (expected.fix) return check_fix_interrupted(stage, *expected.fix);
  if (expected.run) return check_run_interrupted(stage, *expected.run);
  if (expected.edit) return check_edit_interrupted(stage, *expected.edit);
  if (expected.turn) return check_turn_interrupted(stage, *expected.turn, ending);
  check_ending(stage, expected, how, ending, found);
  auto there = stage.has(graph_name);
  auto graph = there ? parse(stage.read(graph_name)) : Json::object();
  if (!there && expected.base) found.push_back("the graph is gone");
  if (graph.is_discarded())
    found.push_back("the graph does not parse");
  else if (!among(allowed_graphs(expected, how), graph))
    found.push_back("the graph is no generation that was written: " + graph.dump());
  check_signals(stage, expected, graph, found);
  if (expected.state)
    std::ranges::move(check_state_interrupted(stage, *expected.state), std::back_inserter(found));
  for (auto const& [name, text] : stage.inputs())
    if (stage.read(name) != text) found.push_back(name + " was changed");
  return found;
}

Violations check_settled(Stage const& stage, Expectation const& expected, Ending const& ending) {
  if (expected.change) return check_change_settled(stage, *expected.change, ending);
  if (expected.fix) return check_fix_settled(stage, *expected.fix, ending);
  if (expected.run) return check_run_settled(stage, *expected.run, ending);
  if (expected.edit) return check_edit_settled(stage, *expected.edit, ending);
  if (expected.turn) return check_turn_settled(stage, *expected.turn, ending);
  Violations found;
  if (ending.how != Ending::How::exited || ending.code > 1)
    found.push_back("the run after the fault ended by: " + ending.text());
  check_names(stage, expected, found);
  auto text = stage.read(graph_name);
  auto graph = text.empty() ? Json::object() : parse(text);
  if (graph != merged_graph(expected, stage.meddled)) found.push_back("the graph ends as " + graph.dump());
  for (auto const& bytes : expected.untouched)
    if (text.find(bytes) == std::string::npos) found.push_back("the graph lost the bytes " + bytes);
  check_signals(stage, expected, graph, found);
  for (auto const& agent : expected.bad)
    check_attempts(stage, agent, found);
  check_generations(stage, expected, found);
  if (expected.state)
    std::ranges::move(check_state_settled(stage, *expected.state), std::back_inserter(found));
  return found;
}

} // namespace artifactd::faults

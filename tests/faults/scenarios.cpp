#include "tests/faults/given.hpp"

#include <cstdio>
#include <stdexcept>
#include <sys/syscall.h>

namespace artifactd::faults {

namespace {

void settle(Stage& stage) {
  stage.let_settle();
  auto ending = run(stage.merge());
  if (ending.how != Ending::How::exited || ending.code > 1)
    throw std::runtime_error("preparing: merge ended by: " + ending.text());
}

Scenario first_graph() {
  return {"first_graph",
          "",
          [](Stage& stage) {
            given::alpha(stage);
            given::beta(stage);
          },
          {.base = {},
           .foreign = {},
           .good = {given::merged_alpha(), given::merged_beta()},
           .bad = {},
           .untouched = {}}};
}

Scenario refusal() {
  return {"refusal",
          "",
          [](Stage& stage) {
            stage.write("knowledge-graph.json", given::graph);
            given::gamma(stage);
          },
          {.base = given::graph,
           .foreign = {},
           .good = {},
           .bad = {given::refused_gamma()},
           .untouched = {given::graph}}};
}

/// Refused, nothing repaired, resubmitted: the second attempt.
Scenario refused_again() {
  auto scenario = refusal();
  scenario.name = "refused_again";
  scenario.prepare = [first = scenario.prepare](Stage& stage) {
    first(stage);
    settle(stage);
    stage.move("gamma.kg.lock.error", "gamma.kg.lock");
  };
  scenario.expected.bad = {given::refused_gamma(2)};
  return scenario;
}

/// Refused, repaired, resubmitted: no trace of the refusal may remain.
Scenario repaired() {
  auto scenario = refusal();
  scenario.name = "repaired";
  scenario.prepare = [first = scenario.prepare](Stage& stage) {
    first(stage);
    settle(stage);
    stage.write("artifacts/gamma/bad.json", R"({"a": 1})");
    stage.move("gamma.kg.lock.error", "gamma.kg.lock");
  };
  scenario.expected.bad = {};
  scenario.expected.good = {{"gamma", R"({"gamma": {"a": 1, "b": 2}})"}};
  scenario.expected.untouched = given::settled_session().untouched;
  return scenario;
}

Scenario append() {
  return {"append",
          "[[agent]]\nmatch = \"alpha\"\nstrategy = \"append\"\n",
          [](Stage& stage) {
            stage.write("knowledge-graph.json", given::graph);
            stage.write("artifacts/alpha/a.json", R"({"entities": [{"id": "e3"}, {"anonymous": 1}]})");
            stage.write("artifacts/alpha/b.json", R"({"entities": [{"id": "e4"}], "note": "n"})");
            stage.drop("alpha");
          },
          {.base = given::graph,
           .foreign = {},
           .good = {{"alpha", R"({"entities": [{"id": "e1", "name": "naïve"}, {"id": "e2"}, {"id": "e3"},
                                  {"anonymous": 1}, {"id": "e4"}],
                                  "stats": {"total_entities": 5}, "alpha": {"note": "n"}})"}},
           .bad = {},
           .untouched = {"[1.50e+01, -0, 123456789012345678901234567890]"}}};
}

Scenario foreign_writer() {
  Scenario scenario{"foreign_writer", "", given::session, given::settled_session()};
  scenario.expected.foreign = given::foreign_graph;
  scenario.meddle = replace_graph_at_exchange;
  return scenario;
}

/// Alpha writes and drops again while its first drop is being merged: the second drop is merged too.
Scenario dropped_anew() {
  Scenario scenario{"dropped_anew", "", given::session, given::settled_session()};
  scenario.expected.good[0].members_anew =
      R"({"alpha": {"findings": {"one": 1, "two": 2}, "level": "third"}})";
  scenario.meddle = [](Stage& stage, Call const& call) {
    if (stage.meddled || call.number != SYS_renameat2 || call.arguments[4] != RENAME_EXCHANGE) return;
    stage.meddled = true;
    stage.write("artifacts/alpha/c.json", R"({"level": "third"})");
    stage.replace("alpha.kg.lock", "");
  };
  return scenario;
}

/// The maximum number of generations is kept: the new version overwrites one that left the history.
Scenario full_history() {
  return {"full_history", "[history]\ngenerations = 2\n",
          [](Stage& stage) {
            given::session(stage);
            stage.write(".artifactd/generations/000001-own-1-1-1.json", given::graph + " ");
            stage.write(".artifactd/generations/000002-own-2-2-2.json", given::graph + "  ");
            stage.write(".artifactd/generations/recycled", "as long as a killed artifactd had come");
          },
          given::settled_session()};
}

/// One rule that is accepted and one that is refused, without a graph.
Scenario rules() {
  constexpr auto sample = R"({"paths": ["/archive/client_ABC/2024/x.csv"]})";
  Scenario scenario{"rules",
                    "",
                    [](Stage& stage) {
                      stage.write("rules/right.yaml", given::rule("segment(-3)"));
                      stage.write("rules/right.samples.json", sample);
                      stage.drop("right", "rule");
                      stage.write("rules/wrong.yaml", given::rule("folder(-3)"));
                      stage.write("rules/wrong.samples.json", sample);
                      stage.drop("wrong", "rule");
                    },
                    {.base = {},
                     .foreign = {},
                     .good = {},
                     .bad = {{"wrong", "SCHEMA_VIOLATION", 1, "rule"}},
                     .untouched = {},
                     .rules = {{"right", R"({"client": "ABC"})"}}}};
  scenario.runner = Runner::artifactd_once;
  return scenario;
}

Scenario once() {
  Scenario scenario{"once", "", given::session, given::settled_session()};
  scenario.runner = Runner::artifactd_once;
  return scenario;
}

} // namespace

void replace_graph_at_exchange(Stage& stage, Call const& call) {
  if (stage.meddled || call.number != SYS_renameat2 || call.arguments[4] != RENAME_EXCHANGE) return;
  stage.meddled = true;
  stage.replace("knowledge-graph.json", given::foreign_graph);
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all{{"merge", "", given::session, given::settled_session()},
                            first_graph(),
                            refusal(),
                            refused_again(),
                            repaired(),
                            append(),
                            foreign_writer(),
                            dropped_anew(),
                            once(),
                            rules(),
                            full_history()};
  for (auto& scenario : run_scenarios())
    all.push_back(std::move(scenario));
  for (auto& scenario : state_scenarios())
    all.push_back(std::move(scenario));
  for (auto& scenario : edit_scenarios())
    all.push_back(std::move(scenario));
  for (auto& scenario : turn_scenarios())
    all.push_back(std::move(scenario));
  for (auto& scenario : play_scenarios())
    all.push_back(std::move(scenario));
  for (auto& recovery : recoveries())
    all.push_back(std::move(recovery));
  return all;
}

} // namespace artifactd::faults

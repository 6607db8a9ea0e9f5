#include "tests/faults/given.hpp"

namespace artifactd::faults::given {

std::string const graph = R"({
  "schema_version": "1.0",
  "entities": [ {"id": "e1", "name": "na\u00efve"},   {"id": "e2"} ],
  "odd":   [1.50e+01, -0, 123456789012345678901234567890],
  "alpha": {"old": true},
  "stats": {"total_entities": 2}
}
)";

std::string const foreign_graph = R"({
  "schema_version": "1.0",
  "entities": [ {"id": "e1", "name": "na\u00efve"},   {"id": "e2"} ],
  "odd":   [1.50e+01, -0, 123456789012345678901234567890],
  "alpha": {"old": true},
  "stats": {"total_entities": 2},
  "shell": {"wrote": [ "this" ]}
}
)";

void alpha(Stage& stage) {
  stage.write("artifacts/alpha/a.json", R"({"findings": {"one": 1}, "level": "draft"})");
  stage.write("artifacts/alpha/b.json", R"({"findings": {"two": 2}, "level": "final"})");
  stage.drop("alpha");
}

void beta(Stage& stage) {
  stage.write("artifacts/beta/completion.json", R"({"summary": "done"})");
  stage.drop("beta");
}

void gamma(Stage& stage) {
  stage.write("artifacts/gamma/bad.json", R"({"a": 1,})");
  stage.write("artifacts/gamma/good.json", R"({"b": 2})");
  stage.drop("gamma");
}

GoodAgent merged_alpha() {
  return {"alpha", R"({"alpha": {"findings": {"one": 1, "two": 2}, "level": "final"}})"};
}

GoodAgent merged_beta() {
  return {"beta", R"({"beta": {"summary": "done"}})"};
}

BadAgent refused_gamma(int attempts) {
  return {"gamma", "json.unexpected", attempts};
}

std::string rule(std::string const& source) {
  return "name: clients\nglob: \"**/client_*/*/*.csv\"\nextract:\n  client: {from: " + source +
         ", pattern: \"client_(.*)\"}\n";
}

void session(Stage& stage) {
  stage.write("knowledge-graph.json", graph);
  alpha(stage);
  beta(stage);
  gamma(stage);
}

Expectation settled_session() {
  return {.base = graph,
          .foreign = {},
          .good = {merged_alpha(), merged_beta()},
          .bad = {refused_gamma()},
          .untouched = {R"([ {"id": "e1", "name": "na\u00efve"},   {"id": "e2"} ])",
                        "[1.50e+01, -0, 123456789012345678901234567890]"}};
}

} // namespace artifactd::faults::given

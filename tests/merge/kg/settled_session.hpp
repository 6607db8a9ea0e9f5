// A session in which kg signals are settled: agents write and drop, settle() does what the daemon does with
// them, and a test checks the result.
#pragma once

#include "merge/kg/kg_work.hpp"
#include "tests/support/session_dir.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::test {

class SettledSession : public SessionDir {
public:
  /// Writes `artifacts/<agent>/<file>` and drops the agent's signal.
  Sighting submit(std::string_view agent, std::string_view text, std::string_view file = "1.json") const;

  /// Settles these drops together.
  SettleReport settle(std::vector<Sighting> const& sightings);
  /// Writes, drops and settles; throws unless the result is `expected`.
  SignalEnd merge(std::string_view agent, std::string_view text, End expected = End::merged);

  /// Generation 1 has no `a`, 2 has n: 1, 3 has n: 2 and b; the graph has n: 3.
  void make_history();

  [[nodiscard]] nlohmann::json graph() const;
  [[nodiscard]] nlohmann::json instructions(std::string_view agent) const;
  /// The mutex is free and nothing is in flight.
  [[nodiscard]] bool is_tidy() const;

  KgPolicy policy;
  BufferPool pool;
  StaleWatch watch;
  RefusalPolicy refusal;
  KnownGraphs known;
  Round round = Round::more_may_come;
  std::string graph_file = "knowledge-graph.json";
};

[[nodiscard]] std::vector<std::string> codes(std::vector<Finding> const& findings);

} // namespace artifactd::test

#include "tests/faults/given.hpp"

#include <cstdio>
#include <stdexcept>
#include <sys/syscall.h>

namespace artifactd::faults {

namespace {

using Matches = std::function<bool(Call const&)>;

bool renames(Call const& call, std::string const& from, std::string const& to) {
  if (call.number != SYS_renameat2 && call.number != SYS_renameat) return false;
  return call.text(1).starts_with(from) && call.text(3).starts_with(to);
}

bool exchanges(Call const& call) {
  return call.number == SYS_renameat2 && call.arguments[4] == RENAME_EXCHANGE;
}

enum class When : std::uint8_t { before, after };

/// Runs the settling and kills it before a call, or after that call has been made.
void killed(Stage& stage, When when, Matches const& call_in_question,
            std::function<void(Stage&, Call const&)> const& meddle) {
  stage.let_settle();
  bool met = false;
  auto ending = run_traced(stage.merge(), Stage::landmark(), [&](Call const& call) -> Act {
    if (met) return Kill{};
    meddle(stage, call);
    met = call_in_question(call);
    if (met && when == When::before) return Kill{};
    return Pass{};
  });
  if (ending.how != Ending::How::killed)
    throw std::runtime_error("preparing: the call to be killed at was never made: " + ending.text());
}

Scenario after_kill(std::string name, When when, Matches call_in_question) {
  Scenario scenario{"killed_" + std::move(name), "", {}, given::settled_session()};
  scenario.prepare = [when, call_in_question = std::move(call_in_question)](Stage& stage) {
    given::session(stage);
    killed(stage, when, call_in_question, [](Stage&, Call const&) {});
  };
  return scenario;
}

Scenario foreign_swapped_out() {
  Scenario scenario{"killed_foreign_swapped_out", "", {}, given::settled_session()};
  scenario.expected.foreign = given::foreign_graph;
  scenario.prepare = [](Stage& stage) {
    given::session(stage);
    killed(stage, When::after, exchanges, replace_graph_at_exchange);
  };
  return scenario;
}

/// A file system without O_TMPFILE leaves half-written versions under a provisional name, and anybody may
/// leave any file.
Scenario strange_work() {
  Scenario scenario{"strange_work", "", {}, given::settled_session()};
  scenario.prepare = [](Stage& stage) {
    given::session(stage);
    stage.write(".artifactd/work/graph.new.77.1", R"({"half": )");
    stage.write(".artifactd/work/write.77.1", "{");
    stage.write(".artifactd/work/accepted.nonsense", "");
    stage.write(".artifactd/work/accepted.beta.kg.lock.1.2.3", ""); // another drop of beta, moved by mistake
    stage.write(".artifactd/work/refused.gamma.kg.lock.1.2.3", "");
  };
  return scenario;
}

} // namespace

std::vector<Scenario> recoveries() {
  auto const accepts = [](Call const& call) { return renames(call, "alpha.kg.lock", "accepted.alpha"); };
  auto const refuses = [](Call const& call) { return renames(call, "gamma.kg.lock", "gamma.kg.lock.error"); };
  return {
      after_kill("unpublished", When::before, exchanges),
      after_kill("published", When::after, exchanges),
      after_kill("archived", When::after,
                 [](Call const& call) { return renames(call, "graph.", "000001-"); }),
      after_kill("mutex_held", When::after,
                 [](Call const& call) { return renames(call, "", ".kg-merge.lock"); }),
      after_kill("retiring_good", When::after, accepts),
      after_kill("noting_bad", When::before, refuses),
      after_kill("retiring_bad", When::after, refuses),
      after_kill("writing_attempts", When::before,
                 [](Call const& call) { return renames(call, "write.", "gamma.kg.json"); }),
      after_kill("writing_instructions", When::after,
                 [](Call const& call) { return renames(call, "write.", "gamma.retry-"); }),
      foreign_swapped_out(),
      strange_work(),
  };
}

} // namespace artifactd::faults

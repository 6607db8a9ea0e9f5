#include "tests/e2e/command_rows.hpp"

#include "tests/support/source_dir.hpp"

#include <functional>

namespace artifactd::test {

namespace {

/// `in`: a place below the site.
using Below = std::function<std::string(char const*)>;

std::vector<CommandRow> settling_rows(Below const& in) {
  return {
      {"config check", {}},
      {"config show", {}},
      {"completion", {"bash"}},
      {"doctor", {}, 1},
      {"doctor", {"--fsck"}},
      {"backup", {"--to", in("backup.tar.zst")}},
      {"backup verify", {in("backup.tar.zst")}},
      {"backup restore", {in("backup.tar.zst"), "--to", in("restored")}},
      {"validate", {"g"}, 1},
      {"merge", {"g", "b"}},
      {"submit", {"g", "new", "--no-wait"}},
      {"wait", {"g", "bad"}, 1},
      {"init", {"--prompt"}},
      {"mcp", {"--session", "g", "--agent", "a"}},
      {"web token add", {"t"}},
      {"web token list", {}},
      {"web token revoke", {"t"}},
      {"status", {}, 6},
      {"inbox", {}, 6},
      {"explain", {"g", "bad"}},
      {"log", {}},
      {"stats", {}},
      {"metrics", {}},
      {"watch", {"g", "--timeout", "10ms"}},
      {"hint", {"g", "bad.kg", "close it"}},
      {"retry", {"g", "bad", "--dry-run"}},
      {"cancel", {"g", "bad"}, 7},
      {"abandon", {"g", "bad"}},
      {"fix", {"g", "bad"}, 3},
      {"history", {"g", "a"}},
      {"rollback", {"g", "a", "--to", "0", "--dry-run"}},
      {"restore", {"g", "--dry-run"}},
  };
}

std::vector<CommandRow> rule_and_state_rows(Below const& in) {
  return {
      {"rule draft", {in("root/g/data/m_1/a.csv")}},
      {"rule explain", {in("root/g/data/m_1/a.csv"), "--rules", in("root/g/rules")}},
      {"rule coverage", {in("root/g/data"), "--rules", in("root/g/rules")}},
      {"rule test", {in("root/g/rules/r.yaml"), "--samples", in("samples.json")}},
      {"rule preview", {in("root/g/rules/r.yaml"), "--samples", in("samples.json")}},
      {"rule winner", {in("root/g/rules/r.yaml"), "--samples", in("samples.json")}},
      {"state schema", {}},
      {"state init", {}},
      {"state check", {"t"}},
      {"state next", {"t"}},
      {"state score", {"t"}},
      {"state update", {"t", "--set", "max_errors=4"}},
      {"state fix-counts", {"t"}},
      {"state drop", {"t", "FIX-1"}, 4},
      {"state log", {"t"}},
      {"state show", {"t", "1"}},
      {"state diff", {"t", "1", "1"}},
      {"state restore", {"t", "1", "--dry-run"}},
      {"state apply", {"t"}, 5},
      {"state verify", {"t"}, 5},
      {"state rollback", {"t", "FIX-1"}, 5},
      {"state run", {"t", "--dry-run"}},
      {"state report", {"t"}},
  };
}

std::vector<CommandRow> play_rows(Below const& in) {
  return {
      {"game check", {in("root/g/game")}},
      {"game repair", {in("root/g/game")}},
      {"game simulate", {in("root/g/game"), "--plays", "2"}},
      {"game play", {in("root/g/game"), "--seat", "none", "--bots", "first", "--record", in("record")}},
      {"game replay", {in("root/p/play/p1")}, 1},
      {"game eval", {R"({"==": [1, 1]})"}},
      {"game apply", {R"([{"op": "set", "path": "game.a", "value": 1}])"}},
      {"play check", {in("root/p/play/p1")}, 1},
      {"play list", {"p"}},
      {"play show", {"p", "p1"}, 1},
      {"play adopt", {"p", "p1"}},
      {"play dismiss", {"p", "p1"}},
      {"report ask", {"p", "I am at the start again", "--player", "ada"}},
      {"report list", {"p"}},
      {"report show", {"p", "@report"}},
      {"report run", {"p", "@report"}},
      {"report wishes", {"p"}},
      {"report reject", {"p", "none"}, 3},
      {"report confirm", {"p", "none"}, 3},
      {"report undo", {"p", "none"}, 3},
      {"edit run", {"g", "bad", "--plan-only"}, 1},
      {"edit show", {"g"}},
      {"edit replay", {"g", "none"}, 3},
      {"model list", {}},
      {"model test", {"scripted"}},
  };
}

std::vector<CommandRow> turn_rows(Below const& in) {
  auto const documents = source_dir() + "/examples/turns/last-stop";
  return {
      {"turn check", {documents}},
      {"turn import", {documents}},
      {"turn generate", {"--ruleset", "last-stop", "--out", in("made"), "A letter"}},
      {"turn begin", {"s", "--scenario", "twelve-minutes-to-harrow-quay", "--seed", "abc"}},
      {"turn say", {"s", "I say hello."}},
      {"turn retry", {"s"}},
      {"turn undo", {"s"}},
      {"turn redo", {"s"}},
      {"turn log", {"s"}},
      {"turn scene", {"s"}},
      {"turn observations", {"s"}},
      {"turn relations", {"s"}},
      {"turn why", {"s"}},
      {"turn export", {"s"}},
      {"turn replay", {"s"}},
      {"turn cost", {"s"}},
      {"turn models", {"s", "--small", "scripted"}},
      {"turn rebase", {"s", "--to", "last-stop", "--dry-run"}},
      {"turn branch", {"s", "other"}},
      {"turn attach", {"s", "@story"}},
      {"turn play", {"s"}, 2},
      {"turn list", {"scenarios"}},
      {"turn show", {"scenario", "twelve-minutes-to-harrow-quay"}},
      {"turn remove", {"scenario", "twelve-minutes-to-harrow-quay"}, 4},
      {"turn card", {"ada-persona"}},
      {"turn migrate status", {}},
      {"turn migrate mirror", {"on"}},
      {"turn migrate parity", {}},
      {"turn migrate read", {"tables"}},
      {"turn migrate backfill", {in("state/mirror")}},
      {"turn end", {"s"}},
      {"turn reveal", {"s"}},
      {"turn forget", {"s"}},
      {"turn roll", {"2d6"}},
  };
}

} // namespace

std::vector<CommandRow> command_rows(std::string const& place) {
  auto const in = [&](char const* below) { return place + "/" + below; };
  auto all = settling_rows(in);
  for (auto const& more : {rule_and_state_rows(in), play_rows(in), turn_rows(in)})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

} // namespace artifactd::test

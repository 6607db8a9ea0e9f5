#include "tests/faults/power/round.hpp"
#include "tests/faults/scenario.hpp"
#include "tests/support/tuning_run.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

std::string without_stamp(std::string const& text) {
  static std::regex const stamp(R"re(("updated_at": )("[^"]*"|null))re");
  return std::regex_replace(text, stamp, "$1*");
}

bool is_kept(Stage const& stage, std::string const& text) {
  std::error_code none;
  return std::ranges::any_of(
      fs::directory_iterator(stage.session() / ".artifactd/states", none), [&](auto const& entry) {
        return stage.read(".artifactd/states/" + entry.path().filename().string()) == text;
      });
}

void run_to_end(Stage const& stage, Violations& found) {
  stage.let_settle();
  auto const ending = run(stage.once());
  if (ending.how != Ending::How::exited || ending.code > 1)
    found.push_back("the round after it ended by: " + ending.text());
}

/// A document needs no signal: the file under its name is the submission.
Moment look_at(Stage const& stage, std::string const& submitted) {
  auto const there = stage.read("state.json") == submitted;
  return {stage.has("state.json.error") ? Receipt::refused : Receipt::waiting, there, there};
}

Violations next_state(Stage& stage) {
  Violations found;
  auto const text = test::snapshot(6);
  stage.replace("state.json", text);
  run_to_end(stage, found);
  if (stage.read("state.json") != text || !is_kept(stage, text))
    found.push_back("the round after it: the next state is not accepted");
  return found;
}

Round state_round(std::string name, std::string second) {
  Round round;
  round.name = std::move(name);
  round.configuration = "[state]\npatience = \"20ms\"\n";
  round.before = [](Stage& stage) {
    stage.write("state.json", test::snapshot(4));
    Violations found;
    run_to_end(stage, found);
    if (!found.empty() || !is_kept(stage, test::snapshot(4))) throw std::runtime_error("preparing: no state");
  };
  round.submit = [second](Stage& stage) { stage.replace("state.json", second); };
  round.look = [second](Stage const& stage) { return look_at(stage, second); };
  round.go_on = [](Stage&, Receipt) {};
  round.next_round = next_state;
  return round;
}

Round state_accepted() {
  auto const second = test::snapshot(5);
  auto round = state_round("state_accepted", second);
  round.check = [second](Stage const& stage, Moment const&, Moment const& left) {
    Violations found;
    auto const text = stage.read("state.json");
    if (text != second && text != test::snapshot(4)) found.push_back("state.json ends as " + text);
    if (!is_kept(stage, test::snapshot(4))) found.push_back("the state before it is not kept any more");
    if (left.intact && (text != second || !is_kept(stage, second)))
      found.push_back("the state that stands is not accepted");
    if (left.intact && stage.has("state.json.error")) found.push_back("a good state is refused");
    return found;
  };
  return round;
}

Round state_restored() {
  auto const torn = test::snapshot(5).substr(0, 700);
  auto round = state_round("state_restored", torn);
  round.check = [torn](Stage const& stage, Moment const& seen, Moment const&) {
    Violations found;
    if (stage.read("state.json") != test::snapshot(4))
      found.push_back("state.json ends as " + stage.read("state.json"));
    if (!is_kept(stage, test::snapshot(4))) found.push_back("the accepted state is not kept any more");
    if (seen.receipt == Receipt::refused && !stage.has("state.json.error"))
      found.push_back("the refusal that was seen is gone");
    return found;
  };
  return round;
}

std::string described(std::string text) {
  std::string const empty = R"("user_issue_description": "")";
  return text.replace(text.find(empty), empty.size(), R"("user_issue_description": "slow")");
}

/// A command that has reported success.
Round state_updated() {
  auto round = state_round("state_updated", "");
  round.before = [](Stage& stage) { stage.write("state.json", test::snapshot(0)); };
  round.submit = [](Stage&) {};
  round.program = [](Stage const& stage) { return stage.update(); };
  round.check = [](Stage const& stage, Moment const& seen, Moment const&) {
    Violations found;
    auto const text = without_stamp(stage.read("state.json"));
    auto const done = text == without_stamp(described(test::snapshot(0)));
    if (seen.ended && !done) found.push_back("the command ended well, and its change is gone: " + text);
    if (!done && text != without_stamp(test::snapshot(0))) found.push_back("state.json ends as " + text);
    return found;
  };
  round.next_round = [](Stage&) { return Violations(); };
  return round;
}

using Texts = std::map<std::string, std::string>;

Texts artifacts_of(Stage const& stage, ExpectedEdit const& edit) {
  Texts texts;
  for (auto const& [file, before] : edit.before)
    texts[file] = stage.read("artifacts/" + edit.agent + "/" + file);
  return texts;
}

/// A repair that was seen before the cut stays; any other file is whole, either old or repaired.
Violations check_edit(Stage const& stage, ExpectedEdit const& edit, Texts const& last_seen,
                      Moment const& seen, Moment const& left) {
  Violations found;
  auto const acknowledged = seen.receipt != Receipt::waiting;
  for (auto const& [file, text] : artifacts_of(stage, edit)) {
    auto const old = text == edit.before.at(file);
    if (acknowledged && text != last_seen.at(file))
      found.push_back(file + " is not as it was published: " + text);
    if (!old && (!edit.repaired.contains(file) || parse(text).is_discarded()))
      found.push_back(file + " is neither old nor repaired: " + text);
    if (old && edit.repaired.contains(file) && (acknowledged || left.submitted))
      found.push_back(file + " is not repaired");
  }
  if (!acknowledged && !left.submitted) return found;
  for (auto const* gone : {"please.edit.lock", "please.edit.lock.error", ".artifactd-change", "ferry.kg.lock",
                           "ferry.kg.lock.error"})
    if (stage.has(gone)) found.push_back(std::string(gone) + " is left behind");
  auto const graph = parse(stage.read("knowledge-graph.json"));
  if (!graph.is_object() || !graph.contains(edit.agent)) found.push_back("the graph lacks the repaired work");
  return found;
}

/// A request to repair artifacts that are already durable.
Round edit_published() {
  auto const scenario = edit_scenarios().front();
  auto const edit = *scenario.expected.edit;
  auto const last_seen = std::make_shared<Texts>();
  std::string const lock = "please.edit.lock";
  Round round;
  round.name = "edit_published";
  round.configuration = scenario.agent_rules;
  round.before = [scenario, lock](Stage& stage) {
    scenario.prepare(stage);
    fs::remove(stage.session() / lock);
  };
  round.submit = [](Stage& stage) { stage.drop("please", "edit"); };
  round.look = [lock](Stage const& stage) {
    return Moment{read_receipt(stage, lock), stage.has(lock), true};
  };
  round.remember = [edit, last_seen](Stage const& stage) { *last_seen = artifacts_of(stage, edit); };
  round.go_on = [](Stage&, Receipt) {}; // the artifacts are about to be merged: nobody may write them
  round.check = [edit, last_seen](Stage const& stage, Moment const& seen, Moment const& left) {
    return check_edit(stage, edit, *last_seen, seen, left);
  };
  round.next_round = [](Stage&) { return Violations(); };
  return round;
}

} // namespace

std::vector<Round> document_rounds() {
  return {state_accepted(), state_restored(), state_updated(), edit_published()};
}

} // namespace artifactd::faults

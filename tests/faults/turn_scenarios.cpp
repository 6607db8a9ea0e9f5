#include "tests/faults/scenario.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <sys/syscall.h>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

constexpr auto signal_name = "one";

/// A program that notes the digest of its request in the stage's home and puts it into its reply. A turn
/// makes five calls: for a check, for its outcome, two concurrent ones for characters, and for the narration.
constexpr auto counting_model = R"([turn]
small = "mine"
large = "mine"
[models.mine]
kind = "command"
free = true
command = ["/bin/sh", "-c", '''
cd @home@
asked=$(cat)
digest=$(printf %s "$asked" | sha256sum)
digest=${digest%% *}
echo $digest >> calls
rest='"new_observations": [], "state_ops": []}'
check='"dice_request": [{"character_id": "ada-persona", "stat": "nerve", "reason": "#'$digest'"}]'
case $asked in
*'You resolve actions'*) echo '{"resolved_outcome": null, '"$check, $rest";;
*'You tell what a roll means'*) echo '{"resolved_outcome": "#'$digest'", '"$rest";;
*'You are one character'*) echo '{"action_text": "#'$digest'"}';;
*) echo '{"narration_text": "#'$digest'", '"$rest";;
esac''']
)";

void play(Stage const& stage, std::vector<std::string> const& words) {
  auto const ending = run(stage.turn(words));
  if (ending.how != Ending::How::exited || ending.code != 0)
    throw std::runtime_error("preparing: turn " + words.front() + " ended by: " + ending.text());
}

/// A story that has begun, and the signal for its first turn. The documents are imported once for all stages.
void prepare_story(Stage& stage, std::string& imported) {
  auto const database = stage.home() / "state/turns.db";
  if (imported.empty()) {
    play(stage, {"import", test::source_dir() + "/examples/turns/last-stop"});
    std::ifstream in(database, std::ios::binary);
    imported.assign(std::istreambuf_iterator<char>(in), {});
  } else {
    fs::create_directories(database.parent_path());
    fs::permissions(database.parent_path(), fs::perms::owner_all);
    std::ofstream(database, std::ios::binary) << imported;
    fs::permissions(database, fs::perms::owner_read | fs::perms::owner_write);
  }
  play(stage,
       {"begin", stage.session(), "--scenario", "nine-minutes-and-a-form", "--seed", "abc", "--id", "b"});
  fs::permissions(stage.home(), fs::perms::all); // if the tests run as root, the model runs as nobody
  stage.write("turns/" + std::string(signal_name) + ".json",
              R"({"user_action_id": "a1", "do": "say", "text": "I ask for the form."})");
  stage.drop(signal_name, "turn");
}

fs::path calls_file(Stage const& stage) {
  return stage.home() / "calls";
}

/// The next fault is then the second one.
void kill_when(Stage& stage, std::function<bool(Call const&)> const& it_is_time) {
  auto const ending = run_traced(stage.turn_play(), Stage::landmark(), [&](Call const& call) -> Act {
    if (it_is_time(call)) return Kill{};
    return Pass{};
  });
  if (ending.how != Ending::How::killed)
    throw std::runtime_error("preparing: the turn was not killed: " + ending.text());
  stage.faults = 1;
}

/// The narrator has been asked, so all replies but the last are recorded.
bool narrates(Stage const& stage) {
  constexpr std::ptrdiff_t with_narration = 5;
  std::ifstream calls(calls_file(stage));
  return std::count(std::istreambuf_iterator<char>(calls), {}, '\n') == with_narration;
}

/// The turn is written, but its result is not.
bool publishes(Call const& call) {
  return (call.number == SYS_renameat || call.number == SYS_renameat2) &&
         call.text(3) == std::string(signal_name) + ".result.json";
}

/// Undoes the last turn while the model is asked for the next one.
void take_back_meanwhile(Stage& stage, Call const&) {
  if (stage.meddled || !fs::exists(calls_file(stage))) return;
  stage.meddled = true;
  stage.write("turns/back.json", R"({"user_action_id": "u1", "do": "undo"})");
  stage.drop("back", "turn");
  auto const ending = run(stage.merge("back"));
  if (ending.how != Ending::How::exited || ending.code != 0)
    throw std::runtime_error("meddling: the undo ended by: " + ending.text());
  for (auto const* file : {"turns/back.json", "turns/back.result.json"})
    fs::remove(stage.session() / file);
}

} // namespace

std::vector<Scenario> turn_scenarios() {
  auto const imported = std::make_shared<std::string>();
  Scenario first{.name = "turn",
                 .agent_rules = counting_model,
                 .prepare = [imported](Stage& stage) { prepare_story(stage, *imported); },
                 .expected = {},
                 .runner = Runner::turn_play};
  first.expected.turn = {signal_name};

  auto resumed = first;
  resumed.name = "turn_resumed";
  resumed.prepare = [imported](Stage& stage) {
    prepare_story(stage, *imported);
    kill_when(stage, [&](Call const&) { return narrates(stage); });
  };

  auto written = first;
  written.name = "turn_written";
  written.prepare = [imported](Stage& stage) {
    prepare_story(stage, *imported);
    kill_when(stage, publishes);
  };

  auto among_others = first;
  among_others.name = "turn_among_others";
  among_others.prepare = [imported](Stage& stage) {
    prepare_story(stage, *imported);
    play(stage, {"say", stage.session(), "I say hello.", "--id", "a0"});
    fs::remove(calls_file(stage));
  };
  among_others.meddle = take_back_meanwhile;
  among_others.expected.turn->before = 1;
  return {first, resumed, written, among_others};
}

} // namespace artifactd::faults

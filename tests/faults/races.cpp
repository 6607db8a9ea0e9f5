#include "tests/faults/races.hpp"

#include "tests/faults/graph_values.hpp"
#include "tests/faults/reader.hpp"

#include <algorithm>
#include <chrono>
#include <fmt/core.h>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <sys/syscall.h>
#include <unistd.h>

namespace artifactd::faults {

namespace fs = std::filesystem;

namespace {

std::string const signal_file = "alpha.kg.lock";
std::string const error_file = "alpha.kg.lock.error";
std::string const instructions_file = "alpha.retry-instructions.json";
std::string const artifact_file = "artifacts/alpha/a.json";
std::string const attempts_file = ".artifactd/attempts/alpha.kg.json";
std::string const half_of_work = R"({"half": )";

/// Enough calls after a deed for everything that depends on what the program saw before it.
constexpr std::size_t calls_after = 16;

std::string work(int version, bool good) {
  return R"({"v": )" + std::to_string(version) + (good ? "}" : ",}");
}

void settle(Stage const& stage, Violations& found) {
  stage.let_settle();
  auto const ending = run(stage.merge());
  if (ending.how != Ending::How::exited || ending.code > 1)
    found.push_back("the run after it ended by: " + ending.text());
}

void prepare(Stage& stage, Race const& race) {
  stage.write("knowledge-graph.json", R"({"bystander": {"stays": true}})");
  if (race.refused_before) {
    stage.write(artifact_file, work(0, false));
    stage.drop("alpha");
    Violations found;
    settle(stage, found);
    if (!found.empty() || !stage.has(error_file)) throw std::runtime_error("preparing: not refused");
  }
  stage.write(artifact_file, work(1, race.good));
  stage.drop("alpha");
  stage.let_settle();
}

/// False if the deed makes no sense now.
bool do_it(Stage& stage, Deed deed) {
  switch (deed) {
  case Deed::drop_good:
  case Deed::drop_bad:
    stage.write(artifact_file, work(2, deed == Deed::drop_good));
    stage.replace(signal_file, "");
    return true;
  case Deed::rewrite:
    if (!stage.has(signal_file)) return false;
    stage.write(artifact_file, work(2, true));
    return true;
  case Deed::withdraw:
    if (::unlink((stage.session() / signal_file).c_str()) < 0) return false;
    stage.write(artifact_file, half_of_work);
    return true;
  case Deed::hand_back:
    if (!stage.has(error_file) || stage.has(signal_file)) return false;
    stage.write(artifact_file, work(2, true));
    stage.move(error_file, signal_file);
    return true;
  case Deed::delete_error:
    if (stage.has(signal_file) || ::unlink((stage.session() / error_file).c_str()) < 0) return false;
    stage.write(artifact_file, half_of_work);
    return true;
  }
  return false;
}

Violations check_receipt(Stage const& stage, Race const& race) {
  Expectation expected;
  if (race.good)
    expected.good = {{"alpha", R"({"alpha": {"v": 1}})"}};
  else
    expected.bad = {{"alpha", "json.unexpected"}};
  return check_receipts(stage, expected);
}

std::size_t count_attempts(Stage const& stage) {
  auto const log = parse(stage.read(attempts_file));
  return log.is_object() ? log.value("attempts", Json::array()).size() : 0;
}

/// The progress of the settling when the deed was done.
enum class Before : std::uint8_t { pending, settled };

class Ended {
public:
  Ended(Stage const& stage, Race const& race, Before before, bool killed, Violations& found)
      : stage_(stage), race_(race), before_(before), killed_(killed), found_(found) {}

  void check() {
    check_rest();
    switch (race_.deed) {
    case Deed::drop_good:
    case Deed::hand_back:
      return check_accepted();
    case Deed::drop_bad:
      return check_refused();
    case Deed::rewrite:
      if (race_.good) return expect_value({1, 2});
      return expect_value({Json(), 2});
    case Deed::withdraw:
      return check_withdrawn();
    case Deed::delete_error:
      if (stage_.has(error_file)) found_.push_back("what a person deleted is back: " + error_file);
      check_not_judged();
      return expect_value({Json()});
    }
  }

private:
  void check_rest() {
    if (stage_.has(signal_file)) found_.push_back("the signal is still pending");
    std::error_code none; // withdrawn before anything began
    for (auto const& entry : fs::directory_iterator(stage_.session() / ".artifactd/work", none))
      found_.push_back("left behind: " + entry.path().filename().string());
    if (graph().value("/bystander/stays"_json_pointer, Json()) != true)
      found_.push_back("the graph lost what others have in it");
    std::ranges::move(check_inputs(stage_), std::back_inserter(found_));
  }

  void check_accepted() {
    for (auto const& name : {error_file, instructions_file, attempts_file})
      if (stage_.has(name)) found_.push_back("accepted, and there is " + name);
    expect_value({2});
  }

  void check_refused() {
    auto const text = parse(stage_.read(instructions_file));
    auto const counted = count_attempts(stage_);
    if (!stage_.has(error_file) || !text.is_object())
      return found_.push_back("the second drop is not refused");
    std::size_t const before = race_.refused_before ? 1 : 0;
    // If the first work was accepted, the agent's count starts again; if it was bad too, it counts if it got
    // that far.
    std::size_t const least = race_.good && before_ == Before::settled ? 1 : before + 1;
    auto const most = race_.good ? least : before + 2;
    if (counted < least || counted > most) found_.push_back(fmt::format("{} attempts are counted", counted));
    if (text.value("attempt", std::size_t{0}) != counted)
      found_.push_back("the instructions are of another attempt");
    expect_value(race_.good ? std::vector<Json>{Json(), 1} : std::vector<Json>{Json()});
  }

  /// Withdrawn work leaves nothing that would make the agent act. An earlier refusal stays as it was, or is
  /// removed with it.
  void check_withdrawn() {
    if (!race_.refused_before && stage_.has(error_file)) found_.push_back("withdrawn work is refused");
    if (!stage_.has(error_file) && stage_.has(instructions_file))
      found_.push_back("instructions about withdrawn work");
    if (race_.good && !race_.refused_before && count_attempts(stage_) != 0)
      found_.push_back("an attempt is counted for good work");
    check_not_judged();
    expect_value(race_.good ? std::vector<Json>{Json(), 1} : std::vector<Json>{Json()});
  }

  /// What the agent has only begun to write is not judged.
  void check_not_judged() {
    for (auto const& name : {instructions_file, attempts_file})
      if (stage_.read(name).find("half") != std::string::npos)
        found_.push_back(name + " is about work that nobody submitted");
  }

  void expect_value(std::vector<Json> const& allowed) {
    auto const now = graph().value("/alpha/v"_json_pointer, Json());
    if (std::ranges::find(allowed, now) == allowed.end()) found_.push_back("the graph has " + now.dump());
  }

  [[nodiscard]] Json graph() const {
    auto const graph = parse(stage_.read("knowledge-graph.json"));
    return graph.is_object() ? graph : Json::object();
  }

  Stage const& stage_;
  Race const& race_;
  Before before_;
  bool killed_;
  Violations& found_;
};

struct Outcome {
  std::string where;   ///< the call at which the deed was done; empty if there were fewer calls
  bool done = false;   ///< the deed made sense
  bool killed = false; ///< there was a call left to be killed at
  Violations found;
};

Outcome run_race(Race const& race, Binaries const& binaries, std::size_t at,
                 std::optional<std::size_t> kill) {
  Stage stage(binaries);
  prepare(stage, race);
  Outcome outcome;
  Ghost ghost(signal_file);
  auto before = Before::pending;
  std::size_t calls = 0;
  auto ending = run_traced(stage.merge(), Stage::landmark(), [&](Call const& call) -> Act {
    if (++calls <= at && outcome.found.empty()) outcome.found = check_receipt(stage, race);
    if (race.deed == Deed::rewrite) ghost.look(stage, outcome.found);
    if (calls == at) {
      before = stage.has(signal_file) ? Before::pending : Before::settled;
      outcome.where = std::to_string(at) + " " + call.name();
      outcome.done = do_it(stage, race.deed);
      if (!outcome.done) return Kill{}; // this run proves nothing
    }
    if (!kill || calls < at + *kill) return Pass{};
    outcome.killed = true;
    return Kill{};
  });
  if (!outcome.done) return outcome;
  auto const settles_alone = ending.how == Ending::How::exited && race.deed == Deed::withdraw;
  if (settles_alone && !race.refused_before && stage.has(instructions_file))
    outcome.found.push_back("instructions about withdrawn work are left until the next recovery");
  if (ending.how != Ending::How::killed && (ending.how != Ending::How::exited || ending.code > 2))
    outcome.found.push_back("it ended by: " + ending.text());
  settle(stage, outcome.found);
  Ended(stage, race, before, outcome.killed, outcome.found).check();
  return outcome;
}

} // namespace

std::vector<Race> races() {
  std::vector<Race> all;
  struct Named {
    std::string_view name;
    Deed deed;
  };
  for (bool good : {true, false})
    for (bool before : {false, true})
      for (auto const& [name, deed] :
           {Named{"drop_good", Deed::drop_good}, Named{"drop_bad", Deed::drop_bad},
            Named{"rewrite", Deed::rewrite}, Named{"withdraw", Deed::withdraw},
            Named{"hand_back", Deed::hand_back}, Named{"delete_error", Deed::delete_error}}) {
        auto const needs_refusal = deed == Deed::hand_back || deed == Deed::delete_error;
        if (needs_refusal && good) continue; // good work leaves no `.error` once its `.lock` is gone
        all.push_back({fmt::format("{}{}_{}", good ? "good" : "bad", before ? "_refused_before" : "", name),
                       good, before, deed});
      }
  return all;
}

Raced sweep_race(Race const& race, RaceOptions const& options) {
  auto const start = std::chrono::steady_clock::now();
  Raced raced;
  auto enough = [&] { return options.stop_at_first && !raced.violations.empty(); };
  auto take = [&](Outcome const& outcome, std::string const& how) {
    ++raced.runs;
    for (auto const& each : outcome.found)
      raced.violations.push_back(outcome.where + how + ": " + each);
  };
  for (std::size_t at = options.step; !enough(); at += options.step) {
    auto const alone = run_race(race, options.binaries, at, std::nullopt);
    take(alone, "");
    if (alone.where.empty()) break;
    if (!alone.done) continue;
    for (std::size_t kill = at % options.kill_step; kill < calls_after && !enough();
         kill += options.kill_step) {
      auto const both = run_race(race, options.binaries, at, kill);
      if (!both.killed) break;
      take(both, fmt::format(", killed {} calls later", kill));
    }
  }
  raced.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return raced;
}

} // namespace artifactd::faults

#include "tests/faults/given.hpp"
#include "tests/faults/power/round.hpp"

#include <algorithm>
#include <iterator>
#include <linux/magic.h>
#include <memory>
#include <stdexcept>
#include <sys/vfs.h>

namespace artifactd::faults {

namespace {

using Files = std::map<std::string, std::string>;

/// One piece of work in three rounds: settled and durable, cut, and after the cut.
struct Work {
  std::string name;
  std::string kind;
  Files first, second, third;
  /// What is published after each round; for bad work in the second round: what was published before.
  Json first_value, second_value, third_value;
  bool good = true;
  std::size_t refusals = 1;   ///< counted once bad work is refused in the second round
  bool first_refused = false; ///< refused in the first round and renamed back for the second
  bool renaming = false;      ///< the agent writes temporary files and renames them over its files

  [[nodiscard]] std::string lock() const { return name + "." + kind + ".lock"; }
  [[nodiscard]] std::string instructions() const {
    return (kind == "kg" ? name : name + "." + kind) + ".retry-instructions.json";
  }
  [[nodiscard]] std::string attempts() const { return ".artifactd/attempts/" + name + "." + kind + ".json"; }

  [[nodiscard]] Json published(Stage const& stage) const {
    auto const document =
        parse(stage.read(kind == "kg" ? "knowledge-graph.json" : "rules/" + name + ".result.json"));
    auto const member = Json::json_pointer(kind == "kg" ? "/" + name : "/preview/0/extracted");
    return document.is_object() && document.contains(member) ? document[member] : Json();
  }
};

void write(Stage& stage, Work const& work, Files const& files) {
  for (auto const& [name, text] : files)
    work.renaming ? stage.replace(name, text) : stage.write(name, text);
}

void submit(Stage& stage, Work const& work) {
  if (stage.has(work.lock() + ".error"))
    stage.move(work.lock() + ".error", work.lock());
  else
    stage.drop(work.name, work.kind);
}

void settle_durably(Stage& stage) {
  stage.let_settle();
  auto const ending = run(stage.once());
  if (ending.how != Ending::How::exited || ending.code > 1)
    throw std::runtime_error("preparing: artifactd ended by: " + ending.text());
}

bool intact(Stage const& stage, Work const& work) {
  return std::ranges::all_of(work.second,
                             [&](auto const& file) { return stage.read(file.first) == file.second; });
}

std::size_t attempts_of(Stage const& stage, Work const& work) {
  auto const log = parse(stage.read(work.attempts()));
  return log.is_object() ? log.value("attempts", Json::array()).size() : 0;
}

/// When its log restores a signal, btrfs gives it a new change time, so that it looks as if it was dropped
/// again and is judged and counted once more. The README says so.
bool restamps_signals(Stage const& stage) {
  struct statfs file_system{};
  return ::statfs(stage.session().c_str(), &file_system) == 0 && file_system.f_type == BTRFS_SUPER_MAGIC;
}

Violations check_accepted(Stage const& stage, Work const& work, Json const& value) {
  Violations found;
  if (read_receipt(stage, work.lock()) != Receipt::accepted)
    found.push_back(work.lock() + " is not accepted");
  if (work.published(stage) != value)
    found.push_back("published is " + work.published(stage).dump() + " instead of " + value.dump());
  for (auto const& left : {work.instructions(), work.attempts()})
    if (stage.has(left)) found.push_back("accepted, and there is " + left);
  return found;
}

Violations check_refused(Stage const& stage, Work const& work) {
  Violations found;
  if (read_receipt(stage, work.lock()) != Receipt::refused) found.push_back(work.lock() + " is not refused");
  if (!parse(stage.read(work.instructions())).is_object()) found.push_back("refused without instructions");
  auto const attempts = attempts_of(stage, work);
  if (attempts != work.refusals && !(restamps_signals(stage) && attempts == work.refusals + 1))
    found.push_back("attempts are counted as " + std::to_string(attempts));
  if (work.published(stage) != work.first_value)
    found.push_back("refused, and published is " + work.published(stage).dump());
  return found;
}

/// Not acknowledged before the cut: judged as it is now, or forgotten with its signal. Earlier published work
/// stays.
Violations check_forgotten(Stage const& stage, Work const& work, Moment const& left) {
  Violations found;
  auto const receipt = read_receipt(stage, work.lock());
  if (receipt == Receipt::waiting) found.push_back(work.lock() + " is still pending");
  if (receipt == Receipt::refused && !left.submitted && !work.first_refused)
    found.push_back("refused, and nothing was submitted");
  auto const value = work.published(stage);
  if (value != work.first_value && value != work.second_value)
    found.push_back("published is " + value.dump());
  return found;
}

Violations check_left_alone(Stage const& stage) {
  Violations found;
  auto const graph = parse(stage.read("knowledge-graph.json"));
  if (!graph.is_object() || graph.value("schema_version", "") != "1.0" || !graph.contains("odd") ||
      !graph.contains("bystander"))
    found.push_back("the graph lost what others have in it: " + stage.read("knowledge-graph.json"));
  for (auto const& entry : std::filesystem::directory_iterator(stage.session() / ".artifactd/work"))
    found.push_back("left behind: " + entry.path().filename().string());
  return found;
}

Violations check(Stage const& stage, Work const& work, Moment const& seen, Moment const& left) {
  auto found = check_left_alone(stage);
  auto add = [&](Violations more) { std::ranges::move(more, std::back_inserter(found)); };
  if (seen.receipt == Receipt::accepted)
    add(check_accepted(stage, work, work.second_value));
  else if (seen.receipt == Receipt::refused || (left.submitted && left.intact && !work.good))
    add(check_refused(stage, work));
  else if (left.submitted && left.intact)
    add(check_accepted(stage, work, work.second_value));
  else
    add(check_forgotten(stage, work, left));
  return found;
}

/// Writes half of the next round, or half of a repair.
void go_on(Stage& stage, Work const& work, Receipt seen) {
  if (seen == Receipt::waiting) return;
  for (auto const& [name, text] : work.second)
    stage.write(name, work.kind == "rule" && name.ends_with(".yaml") ? "name: [" : R"({"half": )");
}

Violations next_round(Stage& stage, Work const& work) {
  write(stage, work, work.third);
  submit(stage, work);
  settle_durably(stage);
  Violations found;
  for (auto const& each : check_accepted(stage, work, work.third_value))
    found.push_back("the round after it: " + each);
  return found;
}

Round round_of(std::string name, Work described) {
  auto const work = std::make_shared<Work const>(std::move(described));
  Round round;
  round.name = std::move(name);
  round.before = [work](Stage& stage) {
    auto graph = Json::parse(given::graph);
    graph["bystander"] = {{"stays", true}};
    stage.write("knowledge-graph.json", graph.dump(1));
    write(stage, *work, work->first);
    stage.drop(work->name, work->kind);
    settle_durably(stage);
  };
  round.submit = [work](Stage& stage) {
    write(stage, *work, work->second);
    submit(stage, *work);
  };
  round.look = [work](Stage const& stage) {
    return Moment{read_receipt(stage, work->lock()), stage.has(work->lock()), intact(stage, *work)};
  };
  round.go_on = [work](Stage& stage, Receipt seen) { go_on(stage, *work, seen); };
  round.check = [work](Stage const& stage, Moment const& seen, Moment const& left) {
    return check(stage, *work, seen, left);
  };
  round.next_round = [work](Stage& stage) { return next_round(stage, *work); };
  return round;
}

Work agent(Files first, Json first_value, Files second, Json second_value) {
  return {.name = "alpha",
          .kind = "kg",
          .first = std::move(first),
          .second = std::move(second),
          .third = {{"artifacts/alpha/a.json", R"({"v": 3})"}, {"artifacts/alpha/b.json", R"({"w": 3})"}},
          .first_value = std::move(first_value),
          .second_value = std::move(second_value),
          .third_value = {{"v", 3}, {"w", 3}}};
}

/// An agent that rewrites its file in place.
Work merged() {
  return agent({{"artifacts/alpha/a.json", R"({"v": 1})"}}, {{"v", 1}},
               {{"artifacts/alpha/a.json", R"({"v": 2})"}, {"artifacts/alpha/b.json", R"({"w": 2})"}},
               {{"v", 2}, {"w", 2}});
}

/// An agent that adds a file and leaves the others unchanged.
Work added() {
  auto work = merged();
  work.second.erase("artifacts/alpha/a.json");
  work.second_value = {{"v", 1}, {"w", 2}};
  return work;
}

Work renamed() {
  auto work = merged();
  work.renaming = true;
  return work;
}

/// The same work submitted again: nothing is published.
Work unchanged() {
  Files const files = {{"artifacts/alpha/a.json", R"({"v": 1})"}};
  return agent(files, {{"v", 1}}, files, {{"v", 1}});
}

Work refused() {
  auto work = agent({{"artifacts/alpha/a.json", R"({"v": 1})"}}, {{"v", 1}},
                    {{"artifacts/alpha/a.json", R"({"v": 2,})"}}, {{"v", 1}});
  work.good = false;
  return work;
}

/// Refused before, repaired in place and renamed back: the signal is the same file that was refused.
Work repaired() {
  auto work = agent({{"artifacts/alpha/a.json", R"({"v": 1,})"}}, {{"old", true}},
                    {{"artifacts/alpha/a.json", R"({"v": 2})"}}, {{"v", 2}});
  work.first_refused = true;
  return work;
}

Work refused_again() {
  auto work = repaired();
  work.second = {{"artifacts/alpha/a.json", R"({"v": [2,]})"}};
  work.second_value = work.first_value;
  work.good = false;
  work.refusals = 2;
  return work;
}

/// A growing log: after the cut it may be as short as before.
Work appended() {
  std::string const line = R"({"c1": 1})";
  auto work =
      agent({{"artifacts/alpha/l.ndjson", line + "\n"}}, {{"c1", 1}},
            {{"artifacts/alpha/l.ndjson", line + "\n" + R"({"c2": 2})" + "\n"}}, {{"c1", 1}, {"c2", 2}});
  work.third = {{"artifacts/alpha/l.ndjson", line + "\n" + R"({"c2": 2})" + "\n" + R"({"c3": 3})" + "\n"}};
  work.third_value = {{"c1", 1}, {"c2", 2}, {"c3", 3}};
  return work;
}

std::string samples(std::string const& client) {
  return R"({"paths": ["/archive/client_)" + client + R"(/2024/x.csv"]})";
}

Work rule(std::string const& second_source) {
  std::string const yaml = "rules/right.yaml";
  std::string const paths = "rules/right.samples.json";
  auto const good = given::rule("segment(-3)");
  return {.name = "right",
          .kind = "rule",
          .first = {{yaml, good}, {paths, samples("ONE")}},
          .second = {{yaml, given::rule(second_source)}, {paths, samples("TWO")}},
          .third = {{yaml, good}, {paths, samples("THREE")}},
          .first_value = {{"client", "ONE"}},
          .second_value = {{"client", "TWO"}},
          .third_value = {{"client", "THREE"}}};
}

Work rule_refused() {
  auto work = rule("folder(-3)");
  work.good = false;
  work.second_value = work.first_value;
  return work;
}

} // namespace

std::vector<Round> signal_rounds() {
  return {round_of("kg_merged", merged()),
          round_of("kg_added", added()),
          round_of("kg_renamed", renamed()),
          round_of("kg_unchanged", unchanged()),
          round_of("kg_refused", refused()),
          round_of("kg_repaired", repaired()),
          round_of("kg_refused_again", refused_again()),
          round_of("kg_appended", appended()),
          round_of("rule_accepted", rule("segment(-3)")),
          round_of("rule_refused", rule_refused())};
}

} // namespace artifactd::faults

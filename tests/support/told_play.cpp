#include "tests/support/told_play.hpp"

#include "merge/play/record/record_walk.hpp"
#include "merge/play/runtime/state_digest.hpp"
#include "tests/support/source_dir.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <sstream>

namespace artifactd::play {

namespace {

using LineKind = RecordLine::Kind;

Value sketch_of(Value const& told) {
  auto const name = told.at("game").get<std::string>();
  auto const document =
      Value::parse(std::ifstream(test::source_dir() + "/tests/merge/play/corpus/" + name + ".json"));
  auto sketch = document.at("sketch");
  if (told.contains("fault")) {
    auto const& faults = document.at("faults");
    auto const found =
        std::ranges::find_if(faults, [&](auto const& each) { return each.at("about") == told["fault"]; });
    if (found == faults.end()) throw std::invalid_argument("no such fault: " + told["fault"].dump());
    sketch.merge_patch(found->at("change"));
  }
  sketch.merge_patch(told.value("change", Value::object()));
  return sketch;
}

/// "ada pick {…}"
Step action_in(std::string const& words) {
  std::istringstream in(words);
  Step step{Step::Kind::action, ""};
  in >> step.player >> step.id;
  std::string input;
  std::getline(in >> std::ws, input);
  if (!input.empty()) step.input = Value::parse(input);
  return step;
}

class Teller {
public:
  Teller(game::Game const& game, std::vector<std::string> const& players, Value const& told)
      : walk_(game, players), model_(told.value("model", Value::object())),
        draws_(told.value("draws", Value::object())) {
    transitions();
  }

  void tell(Value const& item) {
    if (item.is_string()) {
      by_rules(action_in(item.get<std::string>()));
    } else if (item.contains("model")) {
      model_.merge_patch(item["model"]);
      return;
    } else if (item.contains("draws")) {
      draws_.merge_patch(item["draws"]);
      return;
    } else if (item.contains("quiet") || item.contains("alone")) {
      quiet_ = quiet_ || item.contains("quiet");
      alone_ = alone_ || item.contains("alone");
      return;
    } else {
      by_host(item);
    }
    transitions();
  }

  std::vector<RecordLine> lines() { return std::move(lines_); }
  Value state() const { return walk_.state(); }

private:
  void transitions() {
    for (int i = 0; i < 12 && !alone_; ++i) {
      PlayTransition const* due = walk_.runtime().program().beginning();
      if (walk_.begun()) due = walk_.runtime().standing(walk_.row()).transition;
      if (due == nullptr || !due->instruction) return;
      if (!by_rules({Step::Kind::transition, due->declared->id})) return;
    }
  }

  bool by_rules(Step step) {
    for (auto const& [name, value] : model_.items())
      step.model.push_back({name, value});
    for (auto const& [path, value] : draws_.items())
      step.drawn.push_back({path, value});
    auto const next = play::take(walk_.runtime(), walk_.row(), walk_.begun(), step);
    auto line = begun_line(next ? kind_of(step) : LineKind::error);
    line.taken = step;
    if (next) {
      line.ops = walk_.runtime().operations_run();
      line.phase_after = walk_.state_of(*next)["game"]["currentPhase"].get<std::string>();
    } else {
      line.error = next.error().details;
    }
    add(std::move(line));
    return next.has_value();
  }

  LineKind kind_of(Step const& step) const {
    if (!walk_.begun()) return LineKind::init;
    return step.kind == Step::Kind::action ? LineKind::action : LineKind::transition;
  }

  void by_host(Value const& item) {
    auto line = begun_line(LineKind::correction);
    if (item.contains("ops")) line.ops = operations_of(item["ops"]);
    if (item.contains("did")) {
      line.kind = LineKind::action;
      line.taken = action_in(item["did"].get<std::string>());
    } else if (item.contains("fired")) {
      line.kind = LineKind::transition;
      line.taken = {Step::Kind::transition, item["fired"].get<std::string>()};
      line.phase_after = item.at("to").get<std::string>();
    } else if (item.contains("failed")) {
      line.kind = LineKind::error;
      line.taken = action_in(item["failed"].get<std::string>());
      line.error = item.value("error", "");
    } else if (item.contains("restart")) {
      line.kind = LineKind::restart;
      line.more = {{"from", item["restart"]}, {"reason", "told"}};
    } else {
      line.ops = operations_of(item.at("corrected"));
      line.more = {{"proposal", "p1"}, {"confirmedBy", "told"}};
    }
    add(std::move(line));
  }

  RecordLine begun_line(LineKind kind) const {
    RecordLine line;
    line.step = lines_.size() + 1;
    line.at = fmt::format("2026-01-02T03:{:02}:{:02}.000Z", line.step / 60 % 60, line.step % 60);
    line.kind = kind;
    line.phase_before = line.phase_after = walk_.state()["game"]["currentPhase"].get<std::string>();
    line.digest_before = walk_.digest();
    return line;
  }

  void add(RecordLine line) {
    if (line.kind == LineKind::action || line.kind == LineKind::init) ++turn_;
    line.turn = turn_;
    auto const walked = walk_.take(line);
    line.digest_after = walk_.digest();
    if (quiet_) line.taken.model.clear(), line.taken.drawn.clear();
    lines_.push_back(std::move(line));
  }

  RecordWalk walk_;
  Value model_;
  Value draws_;
  bool quiet_ = false;
  bool alone_ = false;
  std::uint64_t turn_ = 0;
  std::vector<RecordLine> lines_;
};

} // namespace

Value told_plays(std::string const& list) {
  return Value::parse(std::ifstream(test::source_dir() + "/tests/merge/play/records/" + list + ".json"));
}

ToldPlay told_play(Value const& told) {
  ToldPlay result{files_of(sketch_of(told)), {}};
  game::Game const game(result.files);
  auto& record = result.record;
  record.meta = {.id = told.value("id", "p1"),
                 .game = told.at("game").get<std::string>(),
                 .players = told.value("players", std::vector<std::string>{"ada", "ben"}),
                 .artifacts = digests_of(result.files),
                 .started = "2026-01-02T03:00:00.000Z",
                 .host = "told"};
  record.artifacts = result.files;
  Teller teller(game, record.meta.players, told);
  for (auto const& item : told.at("script"))
    teller.tell(item);
  record.state = teller.state();
  record.lines = teller.lines();
  for (std::size_t i = told.value("cut", std::size_t{0}); i > 0; --i)
    record.lines.pop_back();
  if (told.contains("cut")) {
    RecordWalk walk(game, record.meta.players);
    for (auto const& line : record.lines)
      walk.take(line);
    record.state = walk.state();
  }
  auto const lines = told.value("lines", Value::object());
  for (auto const& [number, change] : lines.items()) {
    auto& line = record.lines.at(std::stoul(number) - 1);
    auto json = to_json(line);
    auto const ops = change.find("ops");
    json.merge_patch(change);
    if (ops != change.end()) json["ops"] = operations_of(*ops);
    line = record_line_from(json).value();
  }
  record.state.merge_patch(told.value("state", Value::object()));
  return result;
}

void write_record(std::string const& plays, ToldPlay const& play, std::string const& agent) {
  auto const directory = std::filesystem::path(plays) / play.record.meta.id;
  std::filesystem::create_directories(directory / "artifacts");
  for (auto const& file : play.record.artifacts)
    std::ofstream(directory / "artifacts" / file.name) << file.bytes;
  auto artifacts = Value::object();
  for (auto const& [name, digest] : play.record.meta.artifacts)
    artifacts[name] = digest;
  Value meta{{"version", 1},
             {"id", play.record.meta.id},
             {"game", play.record.meta.game},
             {"players", play.record.meta.players},
             {"artifacts", artifacts},
             {"started", play.record.meta.started},
             {"host", play.record.meta.host}};
  if (!agent.empty()) meta["agent"] = agent;
  std::ofstream(directory / "meta.json") << meta.dump(2) << '\n';
  std::ofstream(directory / "state.json") << play.record.state.dump(2) << '\n';
  std::ofstream log(directory / "log.ndjson");
  for (auto const& line : play.record.lines)
    log << to_json(line).dump() << '\n';
}

} // namespace artifactd::play

#include "agents/edit/replay.hpp"

#include "agents/edit/model/repair_by_models.hpp"
#include "agents/edit/model/repair_by_patches.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/text_repair.hpp"
#include "merge/game/artifacts.hpp"
#include "state/json/json_member.hpp"
#include "state/session/atomic_file.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

constexpr std::size_t most_replayed_files = 10'000;
constexpr std::size_t most_replayed_plans = 100;
constexpr std::size_t longest_replayed_file = std::size_t{64} << 20;

Result<EditOrder> order_of(Session const& session, std::string const& id) {
  auto const json = TRY(read_run_json(session, id, "order.json"));
  auto agent = Name::parse(text_member(json, "agent"));
  auto const engine = parse_engine(text_member(json, "engine"));
  if (!agent || !engine) return fail(Fault::invalid, fmt::format("the order of run {} is damaged", id));
  auto const models = json.value("models", nlohmann::ordered_json());
  return EditOrder{.agent = *std::move(agent),
                   .engine = *engine,
                   .reported = texts_of(json, "reported"),
                   .asked_by = text_member(json, "asked_by"),
                   .request = text_member(json, "request"),
                   .models = {text_member(models, "coordinator"), text_member(models, "fragments"),
                              text_member(models, "complex_fragments")},
                   .repairs = json.contains("repairs") && json["repairs"] == true,
                   .plays = json.contains("plays") && json["plays"] == true};
}

Result<std::vector<game::GameFile>> inputs_of_run(Session const& session, std::string const& id) {
  auto const directory = TRY(open_directory(session.directory(), layout::runs + "/" + id + "/inputs"));
  std::vector<game::GameFile> files;
  for (auto const& name : TRY(list_directory(directory.get(), most_replayed_files)))
    files.push_back({name, printable(name), TRY(read_file(directory.get(), name, longest_replayed_file))});
  std::ranges::sort(files, {}, &game::GameFile::name);
  return files;
}

/// The artifacts as the run read them, and the number of plans it made.
struct Recorded {
  ArtifactSet set;
  std::string specification;
  std::size_t plans = 0;
};

Recorded recorded(Session const& session, std::string const& id, Replay const& replay) {
  Recorded then;
  auto const place = layout::artifacts_of(replay.order.agent) + "/";
  for (auto const& file : replay.inputs)
    if (file.name == layout::specification)
      then.specification = file.bytes;
    else
      then.set.files.push_back({file.name, place + file.name, file.bytes});
  while (then.plans < most_replayed_plans && read_run_file(session, id, plan_file(then.plans)))
    ++then.plans;
  return then;
}

play::Simulation simulation_of(EditOrder const& order) {
  return order.plays ? play::Simulation::certain : play::Simulation::off;
}

/// From the recorded replies; no model is asked.
Result<Repair> repaired_by_models(Session const& session, std::string const& id, EditOrder const& order,
                                  Recorded const& then, unsigned attempts) {
  auto const judgements = TRY(read_judgements(session, id));
  auto const replies =
      TRY(open_directory(session.directory(), fmt::format("{}/{}/{}", layout::runs, id, layout::replies)));
  EditModels const models;
  ModelDesk desk(models, order.models, {session.shown(), id}, replies.get(), ModelDesk::Calls::recorded);
  if (judgements)
    return repair_by_patches(then.set, order.reported, recorded_judge(*judgements), desk, attempts);
  return repair_by_models(standing_of(game::game_of(then.set), order.reported, simulation_of(order)), desk,
                          then.specification, attempts);
}

Result<Repair> repaired_again(Session const& session, std::string const& id, EditOrder const& order,
                              Recorded then) {
  auto const attempts = std::max(most_attempts, static_cast<unsigned>(then.plans));
  RepairedTexts texts;
  if (order.repairs) texts = repair_texts(then.set, ArtifactLimits().depth);
  auto repaired = order.engine == Engine::model
                      ? TRY(repaired_by_models(session, id, order, then, attempts))
                      : repair(standing_of(game::game_of(then.set), order.reported, simulation_of(order)),
                               plan_by_rules, {}, attempts);
  repaired.changed = with_valid_texts(std::move(repaired.changed), texts.files);
  return repaired;
}

} // namespace

Result<Replay> replay_run(Session const& session, std::string const& id) {
  Replay replay{.run = id, .order = TRY(order_of(session, id))};
  replay.inputs = TRY(inputs_of_run(session, id));
  auto then = recorded(session, id, replay);
  auto const plans = then.plans;
  auto repaired = repaired_again(session, id, replay.order, std::move(then));
  if (!repaired && repaired.error().fault != Fault::changed) return fail(std::move(repaired).error());
  if (repaired) replay.repair = *std::move(repaired);
  replay.comparable = plans > 0 || read_run_json(session, id, "verdict.json");
  if (!replay.comparable) return replay;
  auto compare = [&](std::string const& file, std::string const& now) {
    if (read_run_file(session, id, file).value_or("") != now) replay.differences.push_back(file);
  };
  for (std::size_t i = 0; i < replay.repair.attempts.size(); ++i)
    compare(plan_file(i), plan_text(replay.repair.attempts[i].plan));
  for (auto i = replay.repair.attempts.size(); i < plans; ++i) // the replay did not get that far
    replay.differences.push_back(plan_file(i));
  for (auto const& file : replay.repair.changed)
    compare("outputs/" + file.name, file.bytes);
  return replay;
}

nlohmann::ordered_json to_json(Replay const& replay) {
  auto json = to_json(replay.repair, replay.inputs);
  json["run"] = replay.run;
  json["comparable"] = replay.comparable;
  json["differences"] = replay.differences;
  return json;
}

} // namespace artifactd::editor

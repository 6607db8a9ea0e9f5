#include "agents/editor/replay.hpp"

#include "agents/editor/model/repair_by_models.hpp"
#include "state/atomic_file.hpp"
#include "state/json_member.hpp"
#include "state/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

constexpr std::size_t most_replayed_files = 10'000;
constexpr std::size_t longest_replayed_file = std::size_t{64} << 20;

Result<EditOrder> order_of(Session const& session, std::string const& id) {
  auto const json = TRY(read_run_json(session, id, "order.json"));
  auto agent = Name::parse(text_member(json, "agent"));
  auto const engine = parse_engine(text_member(json, "engine"));
  if (!agent || !engine) return fail(Fault::invalid, fmt::format("the order of run {} is damaged", id));
  auto const models = json.value("models", nlohmann::ordered_json());
  return EditOrder{*std::move(agent),
                   *engine,
                   texts_of(json, "reported"),
                   text_member(json, "asked_by"),
                   text_member(json, "request"),
                   {text_member(models, "coordinator"), text_member(models, "fragments"),
                    text_member(models, "complex_fragments")}};
}

Result<std::vector<game::GameFile>> inputs_of_run(Session const& session, std::string const& id) {
  auto const directory = TRY(open_directory(session.directory(), layout::runs + "/" + id + "/inputs"));
  std::vector<game::GameFile> files;
  for (auto const& name : TRY(list_directory(directory.get(), most_replayed_files)))
    files.push_back({name, printable(name), TRY(read_file(directory.get(), name, longest_replayed_file))});
  std::ranges::sort(files, {}, &game::GameFile::name);
  return files;
}

/// The replies as they were given; nobody is asked.
Result<Repair> repaired_by_models(Session const& session, std::string const& id, Replay const& replay) {
  std::string specification;
  for (auto const& file : replay.inputs)
    if (file.name == layout::specification) specification = file.bytes;
  auto const replies =
      TRY(open_directory(session.directory(), fmt::format("{}/{}/{}", layout::runs, id, layout::replies)));
  EditModels const models;
  ModelDesk desk(models, replay.order.models, {session.shown(), id}, replies.get(),
                 ModelDesk::Calls::recorded);
  return repair_by_models(game::Game(replay.inputs), replay.order.reported, desk, specification);
}

} // namespace

Result<Replay> replay_run(Session const& session, std::string const& id) {
  Replay replay{TRY(order_of(session, id)), {}, {}, {}};
  replay.inputs = TRY(inputs_of_run(session, id));
  RulesCoordinator rules;
  if (replay.order.engine == Engine::model)
    replay.repair = TRY(repaired_by_models(session, id, replay));
  else
    replay.repair = repair(game::Game(replay.inputs), replay.order.reported, rules);
  auto compare = [&](std::string const& file, std::string const& now) {
    if (read_run_file(session, id, file).value_or("") != now) replay.differences.push_back(file);
  };
  for (std::size_t i = 0; i < replay.repair.attempts.size(); ++i)
    compare(plan_file(i), plan_text(replay.repair.attempts[i].plan));
  for (auto const& file : replay.repair.changed)
    compare("outputs/" + file.name, file.bytes);
  return replay;
}

} // namespace artifactd::editor

#include "agents/turn/generation.hpp"
#include "agents/turn/limits.hpp"
#include "agents/turn/prompts/spent.hpp"
#include "agents/turn/store/rows/content_rows.hpp"
#include "agents/turn/turn_request.hpp"
#include "daemon/commands/new_file.hpp"
#include "daemon/commands/turn/turn_options.hpp"
#include "daemon/commands/turn/turn_order.hpp"
#include "daemon/model/model_source.hpp"
#include "daemon/queries/named_story.hpp"
#include "daemon/settling/policies.hpp"
#include "state/dice/draws.hpp"

#include <algorithm>
#include <filesystem>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

namespace artifactd {

namespace {

namespace fs = std::filesystem;
using turn::DocumentKind;
using turn::TurnFailure;

Result<void> check_cast(turn::GenerationGround const& ground) {
  if (ground.cast.size() > turn::most_characters)
    return fail(Fault::invalid, fmt::format("a story has at most {} characters", turn::most_characters));
  for (auto const& each : ground.cast) {
    if (each.ruleset_id != ground.ruleset.id)
      return fail(Fault::invalid, fmt::format("{} belongs to the ruleset \"{}\", not to \"{}\"", each.id,
                                              printable(each.ruleset_id), ground.ruleset.id));
    if (each.stat_block.is_null())
      return fail(Fault::invalid, each.id + " has no stat block, so no story can use it");
    if (std::ranges::count(ground.cast, each.id, &turn::Character::id) > 1)
      return fail(Fault::invalid, each.id + " is named twice in --cast");
  }
  return {};
}

/// If the database is unreadable the id counts as free: import would report that.
turn::TakenId taken_in(turn::Store const& store) {
  return [&store](DocumentKind kind, std::string_view id) {
    auto const found = turn::content(store, kind, std::string(id));
    return found && *found;
  };
}

Result<turn::GenerationGround> ground_of(turn::Store const& store, TurnGenerateOptions const& options) {
  turn::GenerationGround ground{.ruleset = std::get<turn::Ruleset>(
                                    TRY(turn::needed_content(store, DocumentKind::ruleset, options.ruleset))),
                                .world_lore = {},
                                .cast = {},
                                .taken = taken_in(store)};
  if (!options.lore.empty())
    ground.world_lore =
        std::get<turn::WorldLore>(TRY(turn::needed_content(store, DocumentKind::world_lore, options.lore)));
  for (auto const& id : options.cast)
    ground.cast.push_back(
        std::get<turn::Character>(TRY(turn::needed_content(store, DocumentKind::character, id))));
  TRY(check_cast(ground));
  return ground;
}

/// What prevents asking the model.
std::optional<TurnFailure> obstacle(turn::TurnPolicy const& policy, std::string const& key,
                                    std::string const& idea) {
  if (auto fault = turn::text_fault(idea); !fault.empty())
    return TurnFailure{"turn.text", "", std::move(fault)};
  if (key.empty())
    return TurnFailure{"turn.model_missing", "", "no model is named: --model, or [turn] large"};
  if (policy.allows(key)) return std::nullopt;
  return TurnFailure{"turn.model_missing", "",
                     fmt::format("stories may not choose the model \"{}\"; they may choose {}",
                                 printable(key), fmt::join(policy.keys(), ", "))};
}

std::expected<turn::Generation, TurnFailure> asked(turn::TurnPolicy const& policy,
                                                   turn::GenerationGround const& ground,
                                                   std::string const& idea, std::string const& key) {
  turn::ReplyBook replies({}, [](std::span<turn::RecordedReply const>) -> Result<void> { return {}; });
  model::Spender const spender{"artifactctl", "artifactctl turn generate " + dice::fresh_seed()};
  turn::Stage const stage{.open = [&](std::string const& each) { return policy.open(each, spender); },
                          .replies = replies,
                          .deadline = Monotonic::now() + policy.timeout,
                          .longest_prompt = policy.prompt_bytes};
  return turn::generate(ground, idea, key, stage);
}

Exit tell_failure(Cli const& cli, TurnFailure const& failure) {
  if (cli.output == Output::json) print_json(to_json(failure));
  tell(cli, fmt::format("{}: {}", failure.code, printable(failure.message)));
  for (auto const& fault : failure.faults)
    tell(cli, "  " + printable(fault));
  tell(cli, "Nothing was written.");
  return exit_of_turn(failure.code);
}

/// The directory for the files. A named one is created before a model is paid, and has to be empty.
class Destination {
public:
  static Result<Destination> named(std::string const& path) {
    Destination destination;
    if (path.empty()) return destination;
    std::error_code failed;
    if (fs::is_directory(path, failed) && fs::is_empty(path, failed))
      destination.path_ = path;
    else
      TRY(destination.make(path));
    return destination;
  }
  Destination(Destination&& other) noexcept
      : path_(std::move(other.path_)), made_(std::exchange(other.made_, false)) {}
  Destination& operator=(Destination&&) = delete;
  ~Destination() {
    if (made_) ::rmdir(path_.c_str()); // fails once something is in it
  }

  Result<std::string> path_for(std::string const& title) {
    if (path_.empty())
      TRY(make(turn::slug(title, [](std::string_view name) {
        std::error_code ignored;
        return fs::symlink_status(name, ignored).type() != fs::file_type::not_found;
      })));
    return path_;
  }

private:
  Destination() = default;
  Result<void> make(std::string const& path) {
    if (::mkdir(path.c_str(), 0777) != 0)
      return errno == EEXIST
                 ? fail(Fault::exists, printable(path) + " already exists and is not an empty directory")
                 : fail(errno_error("make", path));
    path_ = path;
    made_ = true;
    return {};
  }

  std::string path_;
  bool made_ = false;
};

/// A scenario, and the files in which it was written.
struct WrittenScenario {
  turn::Generation generation;
  std::string directory;
  std::vector<std::string> files = {};

  Result<void> write(char const* name, Json const& document) {
    files.push_back(directory + "/" + name);
    return write_new_file(files.back(), pretty(document) + "\n");
  }
};

Json to_json(WrittenScenario const& written) {
  auto const& [scenario, characters] = written.generation.generated;
  auto ids = Json::array();
  for (auto const& each : characters)
    ids.push_back(each.id);
  return {{"version", 1},
          {"scenario_id", scenario.id},
          {"character_ids", std::move(ids)},
          {"directory", written.directory},
          {"files", written.files},
          {"spent", turn::spent(written.generation.events)}};
}

Result<void> write_all_of(WrittenScenario& written) {
  auto const& [scenario, characters] = written.generation.generated;
  TRY(written.write("scenario.json", turn::to_json(scenario)));
  if (characters.empty()) return {};
  Json bundle = {{"characters", Json::array()}};
  for (auto const& each : characters)
    bundle["characters"].push_back(turn::to_json(each));
  return written.write("characters.json", bundle);
}

void show(Cli const& cli, WrittenScenario const& written) {
  if (cli.output == Output::json) return print_json(to_json(written));
  for (auto const& file : written.files)
    fmt::print("{}\n", printable(file));
  tell(cli,
       fmt::format("\"{}\". Read it, and change what you like; then: artifactctl turn import {}",
                   printable(written.generation.generated.scenario.title), printable(written.directory)));
}

Result<Exit> generate_scenario(Cli const& cli, Config const& config, TurnGenerateOptions const& options) {
  auto const store = TRY(open_stories(config));
  auto policy = turn_policy(config);
  auto const key = options.model.empty() ? policy.large : options.model;
  if (auto const failure = obstacle(policy, key, options.idea)) return tell_failure(cli, *failure);
  auto const ground = TRY(ground_of(store, options));
  auto destination = TRY(Destination::named(options.out));
  auto const access = TRY(ModelAccess::open(config, cli.source));
  policy.open = model_source(config.models, access->socket());
  auto generation = asked(policy, ground, options.idea, key);
  if (!generation) return tell_failure(cli, generation.error());
  auto const directory = TRY(destination.path_for(generation->generated.scenario.title));
  WrittenScenario written{*std::move(generation), directory};
  TRY(write_all_of(written));
  show(cli, written);
  return Exit::ok;
}

} // namespace

Exit turn_generate_command(Cli const& cli, TurnGenerateOptions const& options) {
  return run_configured(cli, configuration(cli), options, generate_scenario);
}

} // namespace artifactd

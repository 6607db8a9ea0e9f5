#include "daemon/commands/inbox/bulk.hpp"

#include "agents/model/price.hpp"
#include "state/json/json_text.hpp"
#include "state/platform/clock.hpp"
#include "state/session/session_layout.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <fnmatch.h>
#include <iostream>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr std::size_t most_listed = 20; // the rest is counted

bool fits_glob(std::string pattern, std::string const& text) {
  while (pattern.ends_with('/'))
    pattern.pop_back();
  return pattern.empty() || ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

/// A session is described by its path, or by what follows its root.
bool fits(Waiting const& waiting, BulkOptions const& options) {
  auto const old_enough =
      !options.older_than || wall_now_ns() - waiting.since_ns >= options.older_than->count();
  return (options.code.empty() || options.code == last_code(waiting)) &&
         fits_glob(options.agent, waiting.signal.name.str()) &&
         (fits_glob(options.in_session, waiting.session) ||
          fits_glob(options.in_session, waiting.key.path)) &&
         old_enough;
}

/// What became of one of them.
struct Treated {
  Waiting const* waiting;
  std::optional<Error> error = {};
};

Json to_json(Treated const& treated) {
  Json json{{"session", treated.waiting->session}, {"signal", layout::signal(treated.waiting->signal)}};
  if (treated.error) json["error"] = treated.error->message;
  return json;
}

std::string named(Waiting const& waiting) {
  return fmt::format("{}/{}", printable(waiting.session), layout::refused(waiting.signal));
}

/// Whether settling it may ask models: its kind does, or the editor if it is refused again.
bool may_ask_models(Config const& config, Waiting const& waiting) {
  if (waiting.signal.kind.traits().pace == Pace::waiting) return true;
  auto const* rule = config.rule_for(waiting.signal.name, waiting.signal.kind);
  return rule != nullptr && rule->editor == editor::Engine::model;
}

/// How much money that may take, as far as it is limited; empty: none.
std::string costs(Config const& config, std::vector<Waiting> const& chosen) {
  auto const asking = static_cast<std::uint64_t>(
      std::ranges::count_if(chosen, [&](Waiting const& each) { return may_ask_models(config, each); }));
  auto const cost_nothing = [](auto const& each) { return each.second.free; };
  if (asking == 0 || std::ranges::all_of(config.models, cost_nothing)) return "";
  auto const& [call, run, session, day] = config.model.budget;
  auto text = fmt::format("models may be asked for {} of them", asking);
  if (run.money)
    text += fmt::format(", for at most {} ({} each)", model::dollars(*run.money * asking),
                        model::dollars(*run.money));
  if (day.money) text += fmt::format("; the limit of a day is {}", model::dollars(*day.money));
  return run.money || day.money ? text : text + ", and nothing limits what that costs";
}

void list(Cli const& cli, Config const& config, std::vector<Waiting> const& chosen,
          BulkAction const& action) {
  for (auto const& each : std::span(chosen).first(std::min(chosen.size(), most_listed)))
    tell(cli, fmt::format("{}: {}", named(each), last_failure(each)));
  if (chosen.size() > most_listed) tell(cli, fmt::format("and {} more", chosen.size() - most_listed));
  if (auto const money = costs(config, chosen); action.settles && !money.empty()) tell(cli, money);
}

std::string question(std::vector<Waiting> const& chosen, BulkAction const& action) {
  auto const with_command =
      std::ranges::count_if(chosen, [](Waiting const& each) { return each.circumstances.agent; });
  auto runs = action.starts_runs && with_command > 0
                  ? fmt::format("; the commands of {} agents are run", with_command)
                  : std::string();
  return fmt::format("{} {}{}? [y/N] ", action.verb, how_many(chosen.size(), "signal"), runs);
}

/// std::nullopt: yes.
std::optional<Exit> refused_by_person(Cli const& cli, std::vector<Waiting> const& chosen,
                                      BulkAction const& action) {
  if (::isatty(STDIN_FILENO) != 1) {
    tell(cli, "nobody can be asked here: add --yes, or --dry-run to see the list only");
    return Exit::usage;
  }
  fmt::print(stderr, "{}", question(chosen, action));
  std::string answer;
  std::getline(std::cin, answer);
  if (answer == "y" || answer == "yes") return std::nullopt;
  tell(cli, "nothing was changed");
  return Exit::ok;
}

std::optional<Error> treat(Config const& config, Waiting const& waiting, BulkAction const& action) {
  auto named = session_argument(config, waiting.session);
  if (!named) return named.error();
  auto const done = action.act(Case{config, *std::move(named), waiting.signal});
  return done ? std::nullopt : std::optional(done.error());
}

Exit print_treated(Cli const& cli, std::vector<Treated> const& treated, DryRun dry_run,
                   BulkAction const& action) {
  auto const failed = static_cast<std::size_t>(
      std::ranges::count_if(treated, [](Treated const& each) { return each.error.has_value(); }));
  if (cli.output == Output::json) {
    print_json({{"version", 1}, {"dry_run", dry_run == DryRun::yes}, {"signals", json_list(treated)}});
  } else {
    auto const done = how_many(treated.size() - failed, "signal");
    fmt::print("{} {}\n", done, dry_run == DryRun::yes ? action.would : action.done);
  }
  for (auto const& each : treated)
    if (each.error) tell(cli, fmt::format("{}: {}", named(*each.waiting), printable(each.error->message)));
  return failed == 0 ? Exit::ok : Exit::conflict;
}

} // namespace

std::optional<Exit> misused_bulk(Cli const& cli, BulkOptions const& options, bool named) {
  if (named && options.any())
    tell(cli, "name a signal, or describe several with --code, --agent, --session or --older-than, not both");
  else if (!named && !options.any())
    tell(cli,
         std::string(which_signal) + "; or describe several with --code, --agent, --session or --older-than");
  else
    return std::nullopt;
  return Exit::usage;
}

Exit act_on_all(Cli const& cli, BulkOptions const& options, DryRun dry_run, BulkAction const& action) {
  auto const found = configuration_to_look(cli);
  if (!found) return found.error();
  auto const act = [&](Config const& config) -> Result<Exit> {
    auto inbox = TRY(look_at_inbox(config, std::nullopt));
    auto& chosen = inbox.waiting;
    std::erase_if(chosen, [&](Waiting const& each) { return !fits(each, options); });
    if (chosen.empty()) return fail(Fault::missing, "no refused work fits this description");
    if (cli.output == Output::text) list(cli, config, chosen, action);
    if (dry_run == DryRun::no && !options.yes)
      if (auto const exit = refused_by_person(cli, chosen, action)) return *exit;
    std::vector<Treated> treated;
    for (auto const& each : chosen)
      treated.push_back({&each, dry_run == DryRun::yes ? std::nullopt : treat(config, each, action)});
    return print_treated(cli, treated, dry_run, action);
  };
  return ended(cli, act(*found));
}

} // namespace artifactd

#include "daemon/commandline/cli_mistake.hpp"

#include "state/vocabulary/names.hpp"
#include "state/vocabulary/nearest.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

CLI::App const& innermost(CLI::App const& app) {
  auto const named = app.get_subcommands();
  return named.empty() ? app : innermost(*named.front());
}

std::vector<std::string> commands_of(CLI::App const& app) {
  std::vector<std::string> names;
  for (auto const* command : app.get_subcommands([](CLI::App const*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

std::string unknown(CLI::App const& app, CLI::App const& at, std::string const& word) {
  auto const group = &at == &app ? std::string() : at.get_name() + " ";
  auto text = fmt::format("there is no {} \"{}{}\". ", word.starts_with('-') ? "option" : "command", group,
                          printable(word));
  if (auto const meant = nearest(word, commands_of(at)); !meant.empty())
    text += fmt::format("Did you mean {}{}? ", group, meant);
  return text + fmt::format("`artifactctl {}--help` lists them", group);
}

} // namespace

UsageAnswer answer_to(CLI::App const& app, CLI::RequiredError const& error) {
  auto const& at = innermost(app);
  auto const left = app.remaining(true);
  if (at.get_require_subcommand_min() == 0) return {error.what(), ""};
  auto const help = at.help(&at == &app ? "" : "artifactctl");
  if (left.empty()) return {"a command is missing", help};
  if (left.front() == "help") return {"", help};
  return {unknown(app, at, left.front()), ""};
}

} // namespace artifactd

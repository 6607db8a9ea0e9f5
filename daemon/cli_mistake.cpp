#include "daemon/cli_mistake.hpp"

#include "state/names.hpp"
#include "state/nearest.hpp"

#include <fmt/core.h>

namespace artifactd {

namespace {

/// The innermost command that was named.
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

} // namespace

std::optional<std::string> unknown_command(CLI::App const& app) {
  auto const& at = innermost(app);
  auto const left = app.remaining(true);
  if (at.get_require_subcommand_min() == 0 || left.empty() || left.front().starts_with('-'))
    return std::nullopt;
  auto const group = &at == &app ? std::string() : at.get_name() + " ";
  auto const meant = nearest(left.front(), commands_of(at));
  return fmt::format("there is no command \"{}{}\"{}; `artifactctl {}--help` lists them", group,
                     printable(left.front()),
                     meant.empty() ? "" : fmt::format(", did you mean {}{}?", group, meant), group);
}

bool names_no_command(CLI::App const& app) {
  return app.get_subcommands().empty() && app.remaining(true).empty();
}

} // namespace artifactd

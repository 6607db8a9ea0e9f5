#include "daemon/commandline/option_value.hpp"

namespace artifactd {

OptionValue value_of(CLI::Option const& option) {
  if (option.get_items_expected_max() == 0) return {};
  auto const text = option.get_type_name(); // "TYPE:what its check describes"
  auto const colon = text.find(':');
  if (colon == text.npos) return {.type = text};
  OptionValue value{.type = text.substr(0, colon)};
  auto const check = text.substr(colon + 1);
  if (check.starts_with('{') && check.ends_with('}'))
    value.choices = CLI::detail::split(check.substr(1, check.size() - 2), ',');
  else
    value.range = check;
  return value;
}

std::vector<CLI::Option const*> arguments_of(CLI::App const& command) {
  return command.get_options([](CLI::Option const* option) { return option->get_positional(); });
}

std::vector<CLI::Option const*> options_of(CLI::App const& command) {
  return command.get_options(
      [](CLI::Option const* option) { return option->nonpositional() && !option->get_group().empty(); });
}

std::vector<CLI::App const*> subcommands_of(CLI::App const& command) {
  return command.get_subcommands([](CLI::App const* each) { return !each->get_group().empty(); });
}

std::vector<std::string> names_of(CLI::Option const& option) {
  std::vector<std::string> names;
  for (auto const& name : option.get_lnames())
    names.push_back("--" + name);
  for (auto const& name : option.get_snames())
    names.push_back("-" + name);
  return names;
}

} // namespace artifactd

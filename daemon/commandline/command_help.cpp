#include "daemon/commandline/command_help.hpp"

#include "daemon/commandline/option_value.hpp"

#include <array>
#include <fmt/core.h>

namespace artifactd {

namespace {

struct CommandGroup {
  char const* heading;
  std::string_view commands; ///< their names, separated by spaces
};

constexpr std::array groups{
    CommandGroup{"For agents and their authors", " init submit wait validate mcp "},
    CommandGroup{"For operators",
                 " status inbox explain retry hint fix abandon cancel merge history rollback restore "
                 "log watch stats metrics doctor backup web config completion "},
    CommandGroup{"Kinds of work, and what they need", " rule state game play report edit turn model "},
};

std::string words_below(CLI::App const& command) {
  auto const* parent = command.get_parent();
  return parent == nullptr ? "" : words_below(*parent) + command.get_name() + " ";
}

std::string examples_text(CLI::App const& command) {
  std::string text = "Examples:\n";
  for (auto const& example : examples_of(command))
    text += fmt::format("  artifactctl {}\n      {}\n", example.line, example.says);
  return text;
}

void add_examples(CLI::App& command) {
  for (auto* each : command.get_subcommands({})) {
    if (each->get_require_subcommand_min() == 0) each->footer([each] { return examples_text(*each); });
    add_examples(*each);
  }
}

} // namespace

void add_help(CLI::App& artifactctl) {
  for (auto* command : artifactctl.get_subcommands({}))
    for (auto const& [heading, commands] : groups)
      if (commands.find(" " + command->get_name() + " ") != commands.npos) command->group(heading);
  add_examples(artifactctl);
}

std::vector<CommandExample> examples_of(CLI::App const& command) {
  auto const words = words_below(command);
  std::vector<CommandExample> found;
  for (auto const all : {general_examples(), kind_examples()})
    for (auto const& example : all)
      if (std::string(example.line).append(" ").starts_with(words)) found.push_back(example);
  return found;
}

} // namespace artifactd

#include "daemon/manual/command_roff.hpp"

#include "daemon/commandline/command_help.hpp"
#include "daemon/commandline/option_value.hpp"
#include "daemon/manual/roff.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace artifactd {

namespace {

/// "artifactctl rule draft"
std::string words_of(CLI::App const& command) {
  auto const* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : words_of(*parent) + " " + command.get_name();
}

/// "artifactctl-rule"
std::string title_of(CLI::App const& command) {
  auto const* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : title_of(*parent) + "-" + command.get_name();
}

bool has_own_page(CLI::App const& command) {
  auto const* parent = command.get_parent();
  return parent != nullptr && parent->get_parent() == nullptr && !subcommands_of(command).empty();
}

std::string value_roff(CLI::Option const& option) {
  auto const value = value_of(option);
  if (value.choices.empty()) return italic(value.type);
  std::string words;
  for (auto const& choice : value.choices)
    words += (words.empty() ? "" : "|") + bold(choice);
  return words;
}

bool is_list(CLI::Option const& option) {
  return option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
}

std::string usage(CLI::App const& command) {
  auto text = bold(words_of(command)) + " [" + italic("OPTIONS") + "]";
  for (auto const* argument : arguments_of(command)) {
    auto word = value_roff(*argument);
    if (is_list(*argument)) word += " ...";
    text += argument->get_required() ? " " + word : " [" + word + "]";
  }
  auto const subcommands = subcommands_of(command);
  if (!subcommands.empty())
    text +=
        command.get_require_subcommand_min() > 0 ? " " + italic("COMMAND") : " [" + italic("COMMAND") + "]";
  return text;
}

std::string heading_of(CLI::Option const& option) {
  if (option.get_positional()) return value_roff(option);
  std::string names;
  for (auto const& name : names_of(option))
    names += (names.empty() ? "" : ", ") + bold(name);
  return value_of(option).type.empty() ? names : names + " " + value_roff(option);
}

std::string plain_name(CLI::Option const& option) {
  return option.get_positional() ? value_of(option).type : names_of(option).front();
}

/// What --help says besides the description.
std::string conditions_of(CLI::Option const& option) {
  std::vector<std::string> all;
  if (option.get_required() && !option.get_positional()) all.emplace_back("required");
  if (is_list(option)) all.emplace_back("may be repeated");
  if (auto const range = value_of(option).range; !range.empty()) all.push_back(range);
  if (auto const variable = option.get_envname(); !variable.empty())
    all.push_back("environment variable: " + variable);
  for (auto const* other : option.get_needs())
    all.push_back("only with " + plain_name(*other));
  for (auto const* other : option.get_excludes())
    all.push_back("not with " + plain_name(*other));
  return all.empty() ? "" : fmt::format("({})", fmt::join(all, "; "));
}

std::string examples_roff(CLI::App const& command) {
  std::string list;
  for (auto const& [line, says] : examples_of(command))
    list += fmt::format(".TP\n{}\n{}", bold("artifactctl " + std::string(line)), roff_lines(says));
  return list.empty() ? "" : ".PP\nExamples:\n" + list;
}

/// A noun that is a command too, without any of its subcommands.
bool works_alone(CLI::App const& command) {
  return command.get_parent() != nullptr && !subcommands_of(command).empty() &&
         command.get_require_subcommand_min() == 0;
}

std::string section_of(CLI::App const& command) {
  auto text = fmt::format(".SS {}\n{}", usage(command), roff_lines(command.get_description()));
  if (has_own_page(command)) return text + fmt::format("See\n.BR {} (1).\n", roff(title_of(command)));
  text += option_list(command);
  return text + (subcommands_of(command).empty() ? examples_roff(command) : command_sections(command));
}

} // namespace

std::string name_line(CLI::App const& command) {
  auto what = std::string(trimmed(command.get_description()));
  if (what.ends_with('.')) what.pop_back();
  if (!what.empty() && what.front() >= 'A' && what.front() <= 'Z')
    what.front() = static_cast<char>(what.front() - 'A' + 'a');
  return roff_lines(title_of(command) + " - " + what);
}

std::string synopsis(CLI::App const& command) {
  if (command.get_parent() == nullptr || subcommands_of(command).empty()) return usage(command) + "\n";
  auto lines = works_alone(command) ? usage(command) + "\n" : std::string();
  for (auto const* each : subcommands_of(command))
    lines += (lines.empty() ? "" : ".br\n") + usage(*each) + "\n";
  return lines;
}

std::string option_list(CLI::App const& command) {
  auto all = arguments_of(command);
  for (auto const* option : options_of(command))
    if (!option->check_lname("help") || command.get_parent() == nullptr) all.push_back(option);
  std::string list;
  for (auto const* each : all) {
    auto text = each->get_description();
    auto const conditions = conditions_of(*each);
    if (!conditions.empty()) text += text.empty() ? conditions : " " + conditions;
    list += fmt::format(".TP\n{}\n{}", heading_of(*each), text.empty() ? "\\&\n" : roff_lines(text));
  }
  return list;
}

std::string command_sections(CLI::App const& command) {
  std::string text;
  if (works_alone(command)) text += fmt::format(".SS {}\n{}", usage(command), option_list(command));
  for (auto const* each : subcommands_of(command))
    text += section_of(*each);
  return text;
}

std::string exit_codes(CLI::App const& command) {
  auto footer = command.get_footer();
  footer.erase(0, footer.find(':') + 1);
  std::string list;
  for (std::string_view rest = footer; !rest.empty();) {
    constexpr std::string_view separator = "·";
    auto const end = std::min(rest.find(separator), rest.size());
    auto const each = trimmed(rest.substr(0, end));
    auto const space = std::min(each.find(' '), each.size());
    list += fmt::format(".TP\n{}\n{}", bold(each.substr(0, space)), roff_lines(trimmed(each.substr(space))));
    rest.remove_prefix(std::min(end + separator.size(), rest.size()));
  }
  return list;
}

} // namespace artifactd

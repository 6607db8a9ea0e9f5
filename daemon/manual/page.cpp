#include "daemon/manual/page.hpp"

#include "daemon/commandline/option_value.hpp"
#include "daemon/manual/command_roff.hpp"
#include "daemon/manual/roff.hpp"
#include "daemon/manual/setting_roff.hpp"
#include "daemon/process/version.hpp"
#include "state/vocabulary/kind_inputs.hpp"
#include "state/vocabulary/names.hpp"

#include <fmt/core.h>
#include <stdexcept>

namespace artifactd {

namespace {

/// The command that a page is about; other pages take nothing from it.
CLI::App const& command_of(std::string_view page, PageSources const& sources) {
  auto const title = page.substr(0, page.rfind('.'));
  constexpr std::string_view prefix = "artifactctl-";
  if (title.starts_with(prefix))
    return *sources.artifactctl.get_subcommand(std::string(title.substr(prefix.size())));
  return title == "artifactctl" ? sources.artifactctl : sources.artifactd;
}

/// Where an agent writes the input of a signal before it drops it.
std::string input_of(Kind const& kind) {
  auto const form = inputs_form(kind);
  if (form == InputsForm::none) return "It has no input of its own.";
  auto place = fmt::format(fmt::runtime(kind.traits().inputs), "NAME");
  if (form == InputsForm::one_file) return place;
  auto const file = form == InputsForm::own_directory ? "*" : "NAME";
  std::string files;
  for (auto const ending : input_endings(kind))
    files += fmt::format("{}{}{}{}", files.empty() ? "" : ", ", place, file, ending);
  return files;
}

std::string kind_list_roff(Kinds const& kinds) {
  std::string list;
  for (auto const& kind : kinds)
    if (!kind.is_document())
      list += fmt::format(".TP\n{}{}\n{}", italic("NAME"), bold(fmt::format(".{}.lock", kind.word())),
                          roff_lines(input_of(kind)));
  return list;
}

std::string filled_line(std::string_view page, std::string_view line, PageSources const& sources) {
  auto const& command = command_of(page, sources);
  if (line == "@name@") return name_line(command);
  if (line == "@synopsis@") return synopsis(command);
  if (line == "@options@") return option_list(command);
  if (line == "@commands@") return command_sections(command);
  if (line == "@exit codes@") return exit_codes(command);
  if (line == "@kinds@") return kind_list_roff(sources.kinds);
  if (line == "@settings@") return setting_sections(sources.settings);
  throw std::invalid_argument(fmt::format("{}: unknown placeholder {}", page, line));
}

} // namespace

std::string filled_page(std::string_view name, std::string_view prose, PageSources const& sources) {
  constexpr std::string_view version = "@version@";
  std::string text;
  for (auto rest = prose; !rest.empty();) {
    auto const end = std::min(rest.find('\n'), rest.size());
    std::string line(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.starts_with('@'))
      text += filled_line(name, line, sources);
    else {
      if (auto const at = line.find(version); at != line.npos) line.replace(at, version.size(), version_text);
      text += line + '\n';
    }
  }
  return text;
}

std::vector<std::string> command_pages(PageSources const& sources) {
  std::vector<std::string> pages{"artifactd.8", "artifactctl.1"};
  for (auto const* command : subcommands_of(sources.artifactctl))
    if (!subcommands_of(*command).empty()) pages.push_back("artifactctl-" + command->get_name() + ".1");
  return pages;
}

} // namespace artifactd

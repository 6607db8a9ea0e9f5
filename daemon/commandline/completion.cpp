#include "daemon/commandline/completion.hpp"

#include "daemon/commandline/option_value.hpp"
#include "daemon/commandline/partial_line.hpp"
#include "daemon/queries/known_names.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fmt/core.h>
#include <unistd.h>

namespace artifactd {

namespace {

constexpr unsigned longest_seconds = 2;

char const* const files = ":files";
char const* const directories = ":directories";

/// The candidates that continue what was typed.
class Continuations {
public:
  explicit Continuations(PartialLine const& line) : line_(line) {}

  void add(std::string_view word, std::string_view says) {
    if (!word.starts_with(line_.last) || lines_.size() == most_candidates) return;
    auto text = line_.prefix + std::string(word);
    if (!says.empty()) text += fmt::format("\t{}", says);
    lines_.push_back(std::move(text));
  }
  void add(std::vector<KnownName> const& names) {
    for (auto const& each : names)
      add(each.name, each.says);
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(lines_); }

private:
  PartialLine const& line_;
  std::vector<std::string> lines_;
};

Config config_of(PartialLine const& line, KindList const& kinds) {
  auto source = line.source;
  source.served = kinds;
  if (auto const* named = std::getenv("ARTIFACTD_CONFIG"); !source.file && named != nullptr)
    source.file = named;
  return load_config_loosely(source);
}

std::vector<std::string> sessions(PartialLine const& line, KindList const& kinds) {
  Continuations found(line);
  if (!line.last.contains('/')) found.add(known_sessions(config_of(line, kinds)));
  auto lines = found.take();
  return lines.empty() ? std::vector<std::string>{directories} : lines;
}

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> types) {
  return std::ranges::find(types, type) != types.end();
}

std::vector<std::string> values(PartialLine const& line, KindList const& kinds) {
  auto const value = value_of(*line.expected);
  auto const in_session = !line.session.empty();
  if (value.type == "SESSION") return sessions(line, kinds);
  if (is_one_of(value.type, {"FILE", "FILE|DIR", "PATH", "OLD"})) return {files};
  if (value.type == "DIR" || (value.type == "PLAY" && !in_session)) return {directories};
  Continuations found(line);
  for (auto const& choice : value.choices)
    found.add(choice, "");
  if (value.type == "AGENT" && in_session) found.add(known_agents(config_of(line, kinds), line.session));
  if (value.type == "NAME[.KIND]" && in_session)
    found.add(known_signals(config_of(line, kinds), line.session));
  if (value.type == "PLAY") found.add(known_plays(config_of(line, kinds), line.session));
  if (value.type == "KEY")
    for (auto const& [key, model] : config_of(line, kinds).models)
      found.add(key, "model");
  return found.take();
}

/// Those of the command and of the commands around it, by their long names; of one name, the innermost.
std::vector<std::string> options(PartialLine const& line) {
  Continuations found(line);
  for (auto const* at = line.command; at != nullptr; at = at->get_parent())
    for (auto const* option : options_of(*at))
      if (auto const name = names_of(*option).front();
          at == line.command || line.command->get_option_no_throw(name) == nullptr)
        found.add(name, option->get_description());
  return found.take();
}

} // namespace

std::vector<std::string> candidates(CLI::App const& app, KindList const& kinds,
                                    std::span<std::string const> words) {
  auto const line = read_partial_line(app, words);
  if (line.lost) return {};
  auto const takes_value =
      line.expected != nullptr && (!line.expected->get_positional() || line.options_ended);
  if (!takes_value && line.last.starts_with('-') && !line.options_ended) return options(line);
  if (line.expected != nullptr) return values(line, kinds);
  if (!line.prefix.empty() || line.options_ended) return {};
  auto const commands = subcommands_of(*line.command);
  if (commands.empty()) return line.last.empty() ? options(line) : std::vector<std::string>();
  Continuations found(line);
  for (auto const* command : commands)
    found.add(command->get_name(), command->get_description());
  return found.take();
}

void complete(CLI::App const& app, KindList const& kinds, std::span<char const* const> words) {
  // A shell waits for this: if a disk blocks, it waits no longer.
  std::signal(SIGALRM, [](int) { ::_exit(0); });
  ::alarm(longest_seconds);
  std::vector<std::string> const typed(words.begin(), words.end());
  std::string text;
  for (auto const& line : candidates(app, kinds, typed))
    text += line + '\n';
  fmt::print("{}", text);
  std::fflush(stdout);
  ::alarm(0);
}

} // namespace artifactd

#include "daemon/commands/play/game_plays.hpp"

#include "daemon/commands/play/game_files.hpp"
#include "daemon/queries/game_answers.hpp"
#include "merge/play/runtime/program.hpp"
#include "state/vocabulary/names.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <ranges>

namespace artifactd {

namespace {

Result<std::vector<std::string>> names_in(std::string const& list) {
  std::vector<std::string> names;
  for (auto const part : std::views::split(list, ',')) {
    std::string name(part.begin(), part.end());
    auto const is_plain = std::ranges::all_of(name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '-';
    });
    if (name.empty() || !is_plain)
      return fail(Fault::invalid,
                  fmt::format("--players {}: a name has letters, digits, '-' and '_' only", printable(list)));
    if (std::ranges::find(names, name) != names.end())
      return fail(Fault::invalid, fmt::format("--players {}: '{}' appears twice", printable(list), name));
    names.push_back(std::move(name));
  }
  return names;
}

Result<std::vector<std::string>> given_participants(GameOptions const& options) {
  auto const& given = options.participants;
  std::size_t count = 0;
  auto const [end, error] = std::from_chars(given.data(), given.data() + given.size(), count);
  auto const is_number = error == std::errc() && end == given.data() + given.size();
  auto const is_one_name = given.find(',') == given.npos;
  if (is_one_name && !is_number && !given.empty() &&
      (given[0] == '-' || (given[0] >= '0' && given[0] <= '9')))
    return fail(Fault::invalid, fmt::format("--players {}: expected 1 to {} players, or their names",
                                            printable(given), play::most_players));
  auto names = is_number && count <= play::most_players ? play::usual_players(count) : TRY(names_in(given));
  if (names.empty() || names.size() > play::most_players || (is_number && count > play::most_players))
    return fail(Fault::invalid,
                fmt::format("--players {}: expected 1 to {} players", printable(given), play::most_players));
  return names;
}

} // namespace

Result<game::Game> sound_game(Cli const& cli, std::string const& directory) {
  game::Game game(TRY(game_files_in(directory)));
  auto const findings = game_findings(game);
  if (first_error(findings) == nullptr) return game;
  for (auto const& finding : findings)
    if (finding.severity == Severity::error) tell(cli, to_terminal(finding, cli.colour));
  return fail(Fault::invalid,
              fmt::format("{}: the game has errors, so it cannot be played; artifactctl game check "
                          "{} shows all of them",
                          printable(directory), printable(directory)));
}

Result<std::vector<std::string>> participants(GameOptions const& options, game::Game const& game) {
  return options.participants.empty() ? play::usual_players(game) : given_participants(options);
}

Result<void> check_participants(GameOptions const& options) {
  if (!options.participants.empty()) TRY(given_participants(options));
  TRY(bot_of(options));
  return {};
}

Result<play::Bot> bot_of(GameOptions const& options) {
  if (auto const bot = play::bot_from(options.bots)) return *bot;
  return fail(Fault::invalid,
              fmt::format("--bots {}: expected one of {}", printable(options.bots), play::bot_words()));
}

} // namespace artifactd

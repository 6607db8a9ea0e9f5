#include "merge/play/runtime/program.hpp"

#include "merge/game/logic/templates.hpp"
#include "merge/play/runtime/program_reader.hpp"
#include "state/json/json_text.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>

namespace artifactd::play {

namespace {

/// The largest N of "player<N>" in the text, in brackets, paths and templates.
std::size_t highest_player(std::string_view text) {
  constexpr std::string_view word = "player";
  std::size_t highest = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    std::size_t number = 0;
    auto const* digits = text.data() + at + word.size();
    auto const [end, error] = std::from_chars(digits, text.data() + text.size(), number);
    if (error == std::errc() && number <= most_players) highest = std::max(highest, number);
  }
  return highest;
}

Layout layout_of(game::Game const& game, std::vector<std::string> players) {
  auto names = field_names(game);
  return {std::move(names.game), std::move(names.player), std::move(players)};
}

} // namespace

Program::Program(game::Game const& game, std::vector<std::string> players, ValuePool& pool)
    : layout_(layout_of(game, players)), mapping_{std::move(players)} {
  ProgramReader(*this, game, pool).read();
}

PlayPhase const* Program::phase(std::string_view name) const {
  auto const found = phases_by_name_.find(name);
  return found == phases_by_name_.end() ? nullptr : &phases_[found->second];
}

std::optional<std::size_t> players_named(game::Game const& game) {
  std::size_t count = 0;
  for (auto const* operation : all_operations(game))
    count = std::max(count, highest_player(game::with_positional_templates(operation->part.node->text())));
  for (auto const& logic : all_logic(game)) {
    count = std::max(count, highest_player(compact(logic)));
    auto const use = use_of_logic(logic);
    if (auto const compared = use.constants.find("playersCount"); compared != use.constants.end())
      for (auto const& value : compared->second)
        if (value.is_number() && value.get<double>() >= 1 && value.get<double>() <= most_players &&
            logic.is_object() && logic.size() == 1 && logic.begin().key().starts_with("=="))
          count = std::max(count, static_cast<std::size_t>(value.get<double>()));
  }
  return count == 0 ? std::nullopt : std::optional(count);
}

std::vector<std::string> usual_players(game::Game const& game) {
  constexpr std::size_t fewest = 2;
  return usual_players(std::max(fewest, players_named(game).value_or(fewest)));
}

std::vector<std::string> usual_players(std::size_t count) {
  std::vector<std::string> players;
  for (std::size_t i = 1; i <= count; ++i)
    players.push_back(fmt::format("player{}", i));
  return players;
}

} // namespace artifactd::play

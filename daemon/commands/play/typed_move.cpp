#include "daemon/commands/play/typed_move.hpp"

#include "merge/game/text.hpp"
#include "merge/play/runtime/step.hpp"
#include "state/json/scan.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <optional>
#include <ranges>

namespace artifactd {

namespace {

/// Deeper than a record may be is no JSON: copying and printing recurse.
bool is_json(std::string const& text) {
  return json::scan(text, {.depth = game::deepest}) && game::Value::accept(text);
}

std::optional<play::Step> typed_step(std::string const& line, std::string const& phase,
                                     std::string const& player) {
  if (line.starts_with("{")) {
    auto json = is_json(line) ? game::Value::parse(line) : game::Value();
    if (json.is_object() && !json.contains("playerId")) json["playerId"] = player;
    auto given = play::step_from(json);
    if (!given || given->kind != play::Step::Kind::action) return std::nullopt;
    return *std::move(given);
  }
  play::Step step{play::Step::Kind::action, "", phase, player};
  for (auto const part : std::views::split(line, ' ')) {
    std::string const word(part.begin(), part.end());
    auto const equals = word.find('=');
    if (step.id.empty())
      step.id = word;
    else if (equals != word.npos)
      step.input[word.substr(0, equals)] = typed_value(word.substr(equals + 1));
  }
  return step;
}

/// The number of one of them.
play::Move const* numbered(std::string const& line, std::vector<play::Move> const& legal) {
  std::size_t number = 0;
  auto const* const end = line.data() + line.size();
  auto const [rest, error] = std::from_chars(line.data(), end, number);
  auto const is_one = error == std::errc() && rest == end && number >= 1 && number <= legal.size();
  return is_one ? &legal[number - 1] : nullptr;
}

} // namespace

game::Value typed_value(std::string const& text) {
  return is_json(text) ? game::Value::parse(text) : game::Value(text);
}

std::expected<TypedMoves::Typed, std::string> TypedMoves::move_in(std::string const& line,
                                                                  play::PlayPhase const& phase,
                                                                  std::uint32_t player,
                                                                  std::vector<play::Move> const& legal) {
  if (auto const* move = numbered(line, legal)) return Typed{*move, true};
  auto const& layout = runtime_.program().layout();
  auto const step = typed_step(line, phase.name, layout.players()[player]);
  if (!step) return std::unexpected("that is not a move: {\"actionId\": \"…\", \"input\": {…}}");
  auto const action = std::ranges::find(phase.actions, step->id, &play::PlayAction::id);
  if (action == phase.actions.end())
    return std::unexpected("there is no such action: type a number, or /state, /undo, /quit");
  auto const chosen = chosen_in(runtime_, action->instruction, &*action, *step);
  auto const who = static_cast<std::uint32_t>(layout.player(step->player).value_or(player));
  play::Move const move{who, static_cast<std::uint32_t>(action - phase.actions.begin()),
                        &inputs_.emplace_back(chosen.inputs)};
  return Typed{move, std::ranges::any_of(legal, [&move](play::Move const& each) {
                 return each.player == move.player && each.action == move.action &&
                        *each.inputs == *move.inputs;
               })};
}

} // namespace artifactd

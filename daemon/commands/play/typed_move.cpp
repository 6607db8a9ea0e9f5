#include "daemon/commands/play/typed_move.hpp"

#include <ranges>

namespace artifactd {

game::Value typed_value(std::string const& text) {
  return game::Value::accept(text) ? game::Value::parse(text) : game::Value(text);
}

std::optional<play::Step> typed_step(std::string const& line, std::string const& phase,
                                     std::string const& player) {
  if (line.starts_with("{")) {
    auto json = game::Value::accept(line) ? game::Value::parse(line) : game::Value();
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

} // namespace artifactd

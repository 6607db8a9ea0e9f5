#include "agents/edit/rules/moves.hpp"
#include "agents/edit/rules/rules.hpp"
#include "agents/edit/rules/words.hpp"
#include "merge/game/checks/written_paths.hpp"
#include "state/json/edit.hpp"

#include <algorithm>
#include <fmt/core.h>

namespace artifactd::editor {

namespace {

using Form = game::FragmentAddress::Form;

constexpr std::string_view of_the_game = "game.";
constexpr std::string_view of_players = "players.";

/// The same name in the other scope.
std::string other_scope(std::string const& path) {
  auto const of_game = path.starts_with(of_the_game);
  return std::string(of_game ? of_players : of_the_game) + path.substr(path.find('.') + 1);
}

/// Whether an operation writes it, or logic reads it.
bool is_used(Evidence const& evidence, std::string const& path) {
  auto const name = path.substr(path.find('.') + 1);
  auto const of_game = path.starts_with(of_the_game);
  game::WrittenFields const written(evidence.game);
  if (written.covers(path) || (!of_game && written.covers("players[*]." + name))) return true;
  return std::ranges::any_of(places(evidence.game), [&](Place const& place) {
    auto const* logic = place.precondition->logic;
    return logic != nullptr && may_name(*logic, of_game ? path : '"' + name + '"');
  });
}

} // namespace

/// For a schema record that declares a field in a scope where nothing uses it.
void find_misscoped_fields(Evidence const& evidence, Causes& causes) {
  if (evidence.fields.form() != game::SchemaForm::records) return;
  auto add = [&](std::string const& path, std::string const& error) {
    auto const other = other_scope(path);
    auto const* field = evidence.fields.find(other);
    if (evidence.fields.find(path) != nullptr || field == nullptr || !field->part) return;
    auto const* record = field->part.node;
    if (is_used(evidence, other) || !is_used(evidence, path) ||
        game::string_at(*record, "name") != path.substr(path.find('.') + 1))
      return;
    auto moved =
        json::with_value(record->text(), {"path"}, path.starts_with(of_the_game) ? "\"game\"" : "\"player\"");
    if (!moved) return;
    causes.push_back({"P6",
                      fmt::format("{} is declared as {}.", path, other),
                      Confidence::high,
                      {error},
                      move_fragment({Form::field, other}, *std::move(moved), {Form::field, path},
                                    fmt::format("Declare {} where it is used", path))});
  };
  for (auto const& match :
       matching(evidence.errors, R"(references unknown field: (game\.[A-Za-z0-9_]+)(?: |$))"))
    add(match.parts[0], match.error);
  for (auto const& match : matching(evidence.errors, R"(players have no field '([A-Za-z0-9_]+)' in the)"))
    add(std::string(of_players) + match.parts[0], match.error);
}

} // namespace artifactd::editor

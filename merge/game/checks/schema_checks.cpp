#include "merge/game/checks/stages.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fmt/ranges.h>
#include <set>

namespace artifactd::game {

namespace {

constexpr auto record_types = std::to_array<std::string_view>(
    {"string", "number", "integer", "boolean", "enum", "array", "object", "record"});
constexpr auto json_types =
    std::to_array<std::string_view>({"string", "number", "integer", "boolean", "array", "object", "null"});

/// Checks the schema as it was written, record by record or member by member. Its faults never stop a game: a
/// wrong declaration is a field that nobody can access, or one of a type its author did not mean.
class SchemaCheck {
public:
  SchemaCheck(Game const& game, SchemaFields const& fields, Report& report)
      : schema_(game.schema()), fields_(fields), report_(report) {}

  void run() {
    if (fields_.form() == SchemaForm::records)
      check_records();
    else
      check_containers();
    for (auto const& field : fields_.all())
      if (field.part) check_type(field);
  }

private:
  [[nodiscard]] Part part(JsonNode const& node) const { return {schema_.text, &node}; }

  void check_records() {
    auto const* list = is(schema_.node, json::Type::array) ? schema_.node : schema_.node->find("fields");
    for (std::size_t i = 0; auto const& record : list->children())
      check_record(record, i++);
    std::set<std::string> seen;
    for (auto const& field : fields_.all())
      if (field.part && !seen.insert(stripped(field.path)).second)
        report_.add("G16", field.part,
                    fmt::format("The schema declares {} twice: the first counts.", field.path));
  }

  void check_record(JsonNode const& record, std::size_t index) {
    auto const name = is(&record, json::Type::object) ? string_at(record, "name").value_or("") : "";
    auto const path = is(&record, json::Type::object) ? string_at(record, "path").value_or("") : "";
    if (name.empty() || path.empty())
      return report_.add(
          "G18", part(record),
          fmt::format("Record {} of the schema has no name or no path: it declares nothing.", index));
    if (path != "game" && path != "player")
      return report_.add(
          "G18", part(record),
          fmt::format("The schema field '{}' has the path '{}': it is neither \"game\" nor \"player\", "
                      "so nothing can reach the field.",
                      name, path));
    auto const of_game = name.starts_with("game.");
    auto const of_players = name.starts_with("players.");
    if ((of_game && path == "player") || (of_players && path == "game"))
      report_.add(
          "G19", part(record),
          fmt::format("The name of the schema field '{}' says that it is the {}, and its path says \"{}\".",
                      name, of_game ? "game's" : "players'", path));
  }

  /// Other members may accompany the game and the players, such as the author's name.
  [[nodiscard]] bool holds_fields(JsonNode const& container) const {
    if (!is(&container, json::Type::object)) return false;
    if (fields_.form() == SchemaForm::json) return is(container.find("properties"), json::Type::object);
    auto const declares = [](JsonNode const& each) {
      return is(&each, json::Type::object) && string_at(each, "type");
    };
    return !container.children().empty() && std::ranges::all_of(container.children(), declares);
  }

  void check_containers() {
    if (!is(schema_.node, json::Type::object)) return;
    auto const* properties =
        fields_.form() == SchemaForm::json ? schema_.node->find("properties") : schema_.node;
    for (auto const& member : properties->children()) {
      auto const known = member.key() == "game" || member.key() == "players" ||
                         (fields_.form() == SchemaForm::plain && member.key() == "player");
      if (!known && holds_fields(member))
        report_.add(
            "G18", part(member),
            fmt::format(
                "The schema has fields under '{}', which is neither the game nor the players: nothing "
                "can reach them.",
                member.key()));
    }
  }

  void check_type(Field const& field) {
    auto const* type = is(field.part.node, json::Type::object) ? field.part.node->find("type") : nullptr;
    if (is(type, json::Type::string)) check_word(field, type->string());
    if (is(type, json::Type::array) && fields_.form() == SchemaForm::json)
      for (auto const& each : type->children())
        if (is(&each, json::Type::string)) check_word(field, each.string());
  }

  void check_word(Field const& field, std::string const& word) {
    std::span<std::string_view const> types = record_types;
    if (fields_.form() == SchemaForm::json) types = json_types;
    if (std::ranges::find(types, word) == types.end())
      report_.add("G17", field.part,
                  fmt::format("The schema field {} has the type '{}', which does not exist. Types: {}",
                              field.path, word, fmt::join(types, ", ")));
  }

  Part const& schema_;
  SchemaFields const& fields_;
  Report& report_;
};

} // namespace

void check_schema(Game const& game, SchemaFields const& fields, Report& report) {
  if (game.schema()) SchemaCheck(game, fields, report).run();
}

} // namespace artifactd::game

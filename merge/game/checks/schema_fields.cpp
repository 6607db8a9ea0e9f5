#include "merge/game/checks/schema_fields.hpp"

#include "merge/game/logic/logic_context.hpp"

#include <algorithm>
#include <array>

namespace artifactd::game {

namespace {

constexpr std::array<BaseField, 11> base_list = {{{"game.currentPhase", "string"},
                                                  {"game.gameEnded", "boolean"},
                                                  {"game.gameError", "object"},
                                                  {"game.publicMessage", "string"},
                                                  {"game.publicMessages", "array"},
                                                  {"game.winningPlayers", "array"},
                                                  {"players.illegalActionCount", "number"},
                                                  {"players.privateMessage", "string"},
                                                  {"players.actionsAllowed", "boolean"},
                                                  {"players.actionRequired", "boolean"},
                                                  {"players.isGameWinner", "boolean"}}};

constexpr std::string_view game_scope = "game.";
constexpr std::string_view players_scope = "players.";

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

std::string_view last_segment(std::string_view reference) {
  return reference.substr(reference.rfind('.') + 1);
}

JsonNode const* object_at(JsonNode const* node, std::string_view key) {
  if (!is(node, json::Type::object)) return nullptr;
  auto const* member = node->find(key);
  return is(member, json::Type::object) ? member : nullptr;
}

} // namespace

bool is_unscoped(std::string_view reference) noexcept {
  return !reference.starts_with(game_scope) && !reference.starts_with(players_scope);
}

std::string stripped(std::string_view reference) {
  constexpr std::string_view length = ".length";
  if (reference.ends_with(length)) reference.remove_suffix(length.size());
  if (reference.find('[') == reference.npos) return std::string(reference);
  std::string result;
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] == '[') {
      auto end = i + 1;
      if (end < reference.size() && reference[end] == '*')
        ++end;
      else
        while (end < reference.size() && is_name_character(reference[end]))
          ++end;
      if (end > i + 1 && end < reference.size() && reference[end] == ']') {
        i = end;
        continue;
      }
    }
    result += reference[i];
  }
  return result;
}

std::span<BaseField const> base_fields() noexcept {
  return base_list;
}

SchemaFields::SchemaFields(Part const& schema) {
  if (!schema) return;
  auto const list = is(schema.node, json::Type::object) ? schema.node->find("fields") : nullptr;
  if (is(schema.node, json::Type::array) || is(list, json::Type::array)) {
    form_ = SchemaForm::records;
    read_records({schema.text, list == nullptr ? schema.node : list});
  } else if (auto const* properties = object_at(schema.node, "properties")) {
    form_ = SchemaForm::json;
    read_json({schema.text, properties}, "");
  } else {
    form_ = SchemaForm::plain; // without fields if it is no schema at all
    read_plain(schema);
  }
}

void SchemaFields::add(std::string path, std::string type, Part const& part) {
  by_name_.try_emplace(stripped(path), fields_.size());
  fields_.push_back({std::move(path), std::move(type), part});
}

void SchemaFields::read_records(Part const& list) {
  for (auto const& field : base_list)
    add(std::string(field.path), std::string(field.type), {});
  for (auto const& record : list.node->children()) {
    auto name = string_at(record, "name").value_or("");
    auto path = string_at(record, "path").value_or("");
    if (name.empty() || path.empty()) continue;
    constexpr std::string_view every_player = "players.*.";
    if (path == "player" && name.starts_with(every_player)) name.erase(0, every_player.size());
    auto scope = path == "game" ? game_scope : path == "player" ? players_scope : std::string_view();
    if (!name.starts_with(scope)) name.insert(0, scope);
    add(std::move(name), string_at(record, "type").value_or(""), {list.text, &record});
  }
}

/// Containers are members too; the content of items and additionalProperties adds no segment.
void SchemaFields::read_json(Part const& properties, std::string const& prefix) {
  for (auto const& member : properties.node->children()) {
    auto path = prefix.empty() ? member.key() : prefix + "." + member.key();
    add(path, is(&member, json::Type::object) ? string_at(member, "type").value_or("") : "",
        {properties.text, &member});
    for (auto const* inner :
         {object_at(&member, "properties"), object_at(object_at(&member, "items"), "properties"),
          object_at(object_at(&member, "additionalProperties"), "properties")})
      if (inner != nullptr) read_json({properties.text, inner}, path);
  }
}

void SchemaFields::read_plain(Part const& schema) {
  if (!is(schema.node, json::Type::object)) return;
  auto read = [&](JsonNode const* fields, std::string_view scope) {
    if (!is(fields, json::Type::object)) return;
    for (auto const& member : fields->children())
      add(std::string(scope) + member.key(),
          is(&member, json::Type::object) ? string_at(member, "type").value_or("") : "",
          {schema.text, &member});
  };
  read(schema.node->find("game"), game_scope);
  read(schema.node->find("player"), players_scope);
  read(schema.node->find("players"), players_scope);
}

Field const* SchemaFields::find(std::string_view path) const {
  auto found = by_name_.find(path);
  return found == by_name_.end() ? nullptr : &fields_[found->second];
}

bool SchemaFields::is_valid(std::string_view reference) const {
  auto is_computed = [](std::string_view name) {
    return std::ranges::find(computed_fields(), name) != computed_fields().end();
  };
  if (is_computed(reference) || is_computed(last_segment(reference))) return true;
  return by_name_.contains(stripped(reference));
}

} // namespace artifactd::game

// The fields a schema declares, in any of its three forms, and whether a reference to one is valid. The rules
// are those of the pipeline's own validators, so that both refuse the same.
#pragma once

#include "merge/game/game.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace artifactd::game {

enum class SchemaForm : std::uint8_t {
  none,
  records, ///< a list of {name, type, path, …}; a commit puts the base fields before them
  json,    ///< properties.game.properties, properties.players.additionalProperties.properties
  plain,   ///< {game: {field: {type}}, player: {field: {type}}}
};

struct Field {
  std::string path; ///< "game.round", "players.score"
  std::string type; ///< "number"; empty if none is declared, or several are
  Part part;        ///< none for a base field
};

class SchemaFields {
public:
  explicit SchemaFields(Part const& schema);

  [[nodiscard]] SchemaForm form() const noexcept { return form_; }
  [[nodiscard]] std::vector<Field> const& all() const noexcept { return fields_; }
  [[nodiscard]] Field const* find(std::string_view path) const;

  /// Computed names, and members of the schema after stripping ".length" and brackets.
  [[nodiscard]] bool is_valid(std::string_view reference) const;

private:
  void read_records(Part const& list);
  void read_json(Part const& properties, std::string const& prefix);
  void read_plain(Part const& schema);
  void add(std::string path, std::string type, Part const& part);

  SchemaForm form_ = SchemaForm::none;
  std::vector<Field> fields_;
  /// The first of each stripped name; containers too, in the json form.
  std::map<std::string, std::size_t, std::less<>> by_name_;
};

/// A reference that is not valid and names neither the game nor the players.
[[nodiscard]] bool is_unscoped(std::string_view reference) noexcept;

/// Without a final ".length", "[*]", "[3]" and "[name]".
[[nodiscard]] std::string stripped(std::string_view reference);

struct BaseField {
  std::string_view path;
  std::string_view type;
};
/// The fields of every game, whatever its schema says.
[[nodiscard]] std::span<BaseField const> base_fields() noexcept;

} // namespace artifactd::game

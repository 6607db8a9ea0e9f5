// Repairs one operation of a state delta, member by member, as far as its other members show what was meant.
#pragma once

#include "agents/edit/cause.hpp"
#include "agents/edit/draft.hpp"
#include "merge/game/game.hpp"

#include <string>
#include <string_view>

namespace artifactd::editor {

class OperationRepair {
public:
  /// All arguments must outlive it.
  OperationRepair(Evidence const& evidence, Draft& draft, game::FragmentAddress const& address,
                  game::Operation const& operation);

  // Each drafts what follows from the operation itself, and returns whether anything does.

  /// The name of the operation.
  bool name();
  /// The member of that name, which is missing or has the wrong type.
  bool member(std::string_view missing);
  /// One for each choice.
  bool probabilities();
  /// A list with templates in it is set element by element; for append, a list of one element is replaced by
  /// the element.
  bool elements();
  /// `meant` may be empty: unknown.
  bool source(std::string const& meant);

private:
  [[nodiscard]] bool has(std::string_view member) const;
  [[nodiscard]] std::string name_by_members() const;
  [[nodiscard]] std::string name_by_word() const;
  /// increment takes a number, append a list field, delete no value; setForAllPlayers is only meant by a name
  /// that begins with "set".
  [[nodiscard]] bool suits(std::string_view meant) const;
  /// Null if the schema lacks it.
  [[nodiscard]] game::Field const* written_field() const;
  /// The type of the field it writes; empty if unknown.
  [[nodiscard]] std::string field_type() const;
  /// The value, or the member in its place under another name.
  [[nodiscard]] JsonNode const* value_meant() const;
  static bool fits(std::string_view member, JsonNode const& there);
  /// Repairs all members that an operation of that name needs.
  bool members();
  /// If the amount to subtract is a positive number.
  bool take_away();
  /// The field's enum values, if one choice is missing, or all are and the probabilities are equal.
  bool drawn_values();
  /// The only field whose values are the keys of the map.
  bool key_path();
  /// Exchanges choices and probabilities that are in each other's place.
  bool swapped();
  /// In another member, as another type of value, or within the choices.
  [[nodiscard]] bool says_chances_otherwise() const;
  /// Three flags have only one sensible value at their place: a game begins or ends, a player wins, players
  /// are to act or have acted.
  bool flag();
  /// Converts [[key, value], …] to a map.
  bool pairs();
  /// transfer needs both its amount and its value; otherwise the wrongly named member is removed.
  bool give(std::string_view member, JsonNode const& there, std::string_view other);
  bool put(std::string_view member, game::Value const& value);

  Evidence const& evidence_;
  Draft& draft_;
  game::FragmentAddress const& address_;
  JsonNode const& node_;
  std::string pointer_;
  std::string name_; ///< the intended name, once it is known
};

} // namespace artifactd::editor

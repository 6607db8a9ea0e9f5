// Edits of one operation of a state delta, by member: what it was meant to be, where its other members show
// that.
#pragma once

#include "agents/edit/cause.hpp"
#include "agents/edit/draft.hpp"
#include "merge/game/game.hpp"

#include <string>
#include <string_view>

namespace artifactd::editor {

class OperationRepair {
public:
  /// All of them outlive it.
  OperationRepair(Evidence const& evidence, Draft& draft, game::FragmentAddress const& address,
                  game::Operation const& operation);

  // Each drafts what follows from the operation itself, and says whether something does.

  /// The name of the operation.
  bool name();
  /// The member of that name, which is missing or of the wrong kind.
  bool member(std::string_view missing);
  /// As many as there are choices.
  bool probabilities();
  /// A list with templates in it is put together element by element; one that is appended holds what is
  /// meant to be appended.
  bool elements();
  /// `meant` may be empty: nobody knows.
  bool source(std::string const& meant);

private:
  [[nodiscard]] bool has(std::string_view member) const;
  [[nodiscard]] std::string name_by_members() const;
  [[nodiscard]] std::string name_by_word() const;
  /// Text is not added to a list by increment, delete takes a whole value away, and what changes all players
  /// does not set them.
  [[nodiscard]] bool suits(std::string_view meant) const;
  /// Null where the schema has none.
  [[nodiscard]] game::Field const* written_field() const;
  /// Of the field it writes; empty where that is not known.
  [[nodiscard]] std::string field_type() const;
  /// The value, or what stands in its place under another name.
  [[nodiscard]] JsonNode const* value_meant() const;
  static bool fits(std::string_view member, JsonNode const& there);
  /// All that an operation of that name needs.
  bool members();
  /// Where what is taken away is a number above nothing.
  bool take_away();
  /// The values of the field's enum, where one is missing, or all are and equally likely.
  bool drawn_values();
  /// The only field whose values are the keys of the map.
  bool key_path();
  /// Each list stands in the place of the other.
  bool swapped();
  /// By another member, another kind of value, or within the choices.
  [[nodiscard]] bool says_chances_otherwise() const;
  /// Three flags have one value anybody would write, where they stand: a game begins or ends, a player wins,
  /// players are to act or have acted.
  bool flag();
  /// [[key, value], …] is a map.
  bool pairs();
  /// transfer needs both its amount and its value; elsewhere the wrong name goes.
  bool give(std::string_view member, JsonNode const& there, std::string_view other);
  bool put(std::string_view member, game::Value const& value);

  Evidence const& evidence_;
  Draft& draft_;
  game::FragmentAddress const& address_;
  JsonNode const& node_;
  std::string pointer_;
  std::string name_; ///< once it is known, the one that is meant
};

} // namespace artifactd::editor

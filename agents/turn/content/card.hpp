// Character cards of versions 1, 2 and 3 (character-card-spec-v2 and -v3): read into drafts, and written
// back. Nothing of a card is lost: what is not part of the profile is kept in `base_profile.character_card`
// and restored on export. Names keep escapes and bidi marks: printing them safely is up to the caller.
#pragma once

#include "agents/turn/content/document.hpp"

#include <functional>

namespace artifactd::turn {

inline constexpr std::size_t largest_card_file = 16 << 20; ///< bytes of a PNG or .charx

/// Whether a document of that kind already has that id.
using TakenId = std::function<bool(DocumentKind kind, std::string_view id)>;

/// What a card yields. No story can use it yet: the character has neither ruleset nor stat block, the
/// scenario neither ruleset nor persona.
struct CardDraft {
  Character character;
  std::optional<Scenario> scenario;        ///< if the card has `scenario`, `first_mes` or further intros
  std::vector<std::string> further_intros; ///< `alternate_greetings`
  std::optional<WorldLore> world_lore;     ///< from `character_book`
};

struct CardRead {
  std::optional<CardDraft> draft; ///< std::nullopt on an error
  std::vector<Finding> findings;
  bool foreign = false; ///< a valid image without a card
};

[[nodiscard]] bool is_card(Json const& json);

/// `{spec, spec_version, data}`, or the six members of version 1. Ids are made from the name.
[[nodiscard]] CardRead read_card(ContentText const& text, TakenId const& taken);
/// From a PNG: a `tEXt` chunk named `ccv3`, else `chara`. The image is not decoded.
[[nodiscard]] CardRead read_png_card(std::string_view file, std::string_view bytes, TakenId const& taken);
/// From a .charx: a zip archive with `card.json`.
[[nodiscard]] CardRead read_charx_card(std::string_view file, std::string_view bytes, TakenId const& taken);

/// A card of version 2 or 3. What came from a card is unchanged; a character without `character_book` gets
/// one made from `lore`, if given.
[[nodiscard]] Json card_v2(Character const& character, WorldLore const* lore = nullptr);
[[nodiscard]] Json card_v3(Character const& character, WorldLore const* lore = nullptr);

/// The part of a profile that models are shown: without `character_card` (which has the card's own prompts),
/// `creator`, `creator_notes`, `tags` and `extensions`.
[[nodiscard]] Json told_profile(Json const& base_profile);

/// The meaning of {{char}}: the card's nickname, otherwise the name.
[[nodiscard]] std::string spoken_name(Character const& character);

/// A document id made from a name: lower-case letters, digits and hyphens, at most 48 bytes; -2, -3, … is
/// appended while it is taken.
[[nodiscard]] std::string slug(std::string_view name, std::function<bool(std::string_view id)> const& taken);

} // namespace artifactd::turn

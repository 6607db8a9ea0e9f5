// Character cards of versions 1, 2 and 3 (character-card-spec-v2 and -v3): read into drafts, and written
// again. Nothing of a card is lost: what is no profile stays in `base_profile.character_card` and comes back
// on export. Names keep escapes and bidi marks as they are: printing them safely is up to the caller.
#pragma once

#include "agents/turn/content/document.hpp"

#include <functional>

namespace artifactd::turn {

inline constexpr std::size_t largest_card_file = 16 << 20; ///< bytes of a PNG or .charx

/// Whether a document of that kind has that id already.
using TakenId = std::function<bool(DocumentKind kind, std::string_view id)>;

/// What a card makes. No story can use it yet: the character has neither ruleset nor stat block, the scenario
/// neither ruleset nor persona.
struct CardDraft {
  Character character;
  std::optional<Scenario> scenario;        ///< where the card has `scenario`, `first_mes` or further intros
  std::vector<std::string> further_intros; ///< `alternate_greetings`
  std::optional<WorldLore> world_lore;     ///< of `character_book`
};

struct CardRead {
  std::optional<CardDraft> draft; ///< nothing where there is an error
  std::vector<Finding> findings;
  bool foreign = false; ///< a sound picture without a card
};

[[nodiscard]] bool is_card(Json const& json);

/// `{spec, spec_version, data}`, or the six members of version 1. Ids are made of the name.
[[nodiscard]] CardRead read_card(ContentText const& text, TakenId const& taken);
/// From a PNG: a chunk `tEXt` named `ccv3`, else `chara`. The image is not decoded.
[[nodiscard]] CardRead read_png_card(std::string_view file, std::string_view bytes, TakenId const& taken);
/// From a .charx: a zip archive with `card.json`.
[[nodiscard]] CardRead read_charx_card(std::string_view file, std::string_view bytes, TakenId const& taken);

/// A card of version 2 or 3. What came from a card is as it was; `character_book` of a character without one
/// is made of `lore` where that is given.
[[nodiscard]] Json card_v2(Character const& character, WorldLore const* lore = nullptr);
[[nodiscard]] Json card_v3(Character const& character, WorldLore const* lore = nullptr);

/// What of a profile a model may be told: not `character_card` (which has the card's own prompts), not
/// `creator`, `creator_notes`, `tags` and `extensions`.
[[nodiscard]] Json told_profile(Json const& base_profile);

/// What {{char}} means: the card's nickname, otherwise the name.
[[nodiscard]] std::string spoken_name(Character const& character);

/// A document id made of a name: lower-case letters, digits and hyphens, at most 48 bytes; with -2, -3, …
/// behind it while it is taken.
[[nodiscard]] std::string slug(std::string_view name, std::function<bool(std::string_view id)> const& taken);

} // namespace artifactd::turn

// The four documents a story begins with, read from JSON and written as JSON. A file holds one document or a
// bundle {"rulesets": […], "world_lore": […], "characters": […], "scenarios": […]}. Reading checks the form
// of each member; document_checks.hpp checks how documents refer to each other.
#pragma once

#include "agents/turn/content/content_text.hpp"
#include "agents/turn/story.hpp"

#include <optional>

namespace artifactd::turn {

inline constexpr std::size_t longest_name = 256;         ///< bytes of a name or title
inline constexpr std::size_t longest_passage = 64 << 10; ///< bytes of a summary, an intro, stakes, …

enum class DocumentKind : std::uint8_t { ruleset, world_lore, character, scenario };

/// "ruleset", "world_lore", "character", "scenario".
[[nodiscard]] std::string_view document_word(DocumentKind kind) noexcept;

struct DocumentPlace {
  std::string file{};    ///< for display
  std::string pointer{}; ///< of the document within the file
};

template <class Document>
struct Placed {
  Document document;
  DocumentPlace place{};
};

struct Documents {
  std::vector<Placed<Ruleset>> rulesets;
  std::vector<Placed<WorldLore>> world_lore;
  std::vector<Placed<Character>> characters;
  std::vector<Placed<Scenario>> scenarios;
};

struct DocumentsRead {
  Documents documents;           ///< those without an error
  bool foreign = false;          ///< not an artifactd document at all
  std::vector<Finding> findings; ///< with line and column
};

/// Recognises the kind of a document by its members. `turn.document`, with what was expected, if none
/// matches; the message then identifies character cards, lorebooks and chats.
[[nodiscard]] DocumentsRead read_documents(ContentText const& text);

/// Reads one document; std::nullopt if its form is invalid. An unknown member is a warning with the nearest
/// known name; `created_at` and `updated_at` are ignored.
[[nodiscard]] std::optional<Ruleset> read_ruleset(Json const& json, DocumentPlace const& place,
                                                  std::vector<Finding>& findings);
[[nodiscard]] std::optional<WorldLore> read_world_lore(Json const& json, DocumentPlace const& place,
                                                       std::vector<Finding>& findings);
[[nodiscard]] std::optional<Character> read_character(Json const& json, DocumentPlace const& place,
                                                      std::vector<Finding>& findings);
[[nodiscard]] std::optional<Scenario> read_scenario(Json const& json, DocumentPlace const& place,
                                                    std::vector<Finding>& findings);

/// In the seed's form, with every member; reading it gives back an equal value.
[[nodiscard]] Json to_json(Ruleset const& ruleset);
[[nodiscard]] Json to_json(WorldLore const& lore);
[[nodiscard]] Json to_json(Character const& character);
[[nodiscard]] Json to_json(Scenario const& scenario);
/// [{character_id, content, importance}]
[[nodiscard]] Json to_json(std::vector<FirstObservation> const& observations);
/// A bundle.
[[nodiscard]] Json to_json(Documents const& documents);

/// Whether a text is a valid document id: a Name (state/vocabulary/names.hpp).
[[nodiscard]] bool is_document_id(std::string_view id);

} // namespace artifactd::turn

// The four documents a story is begun from, read from JSON and written as JSON, and what of them a file
// holds: one document, or a bundle {"rulesets": […], "world_lore": […], "characters": […], "scenarios": […]}.
// Reading checks the form of each member; what documents say about each other is for document_checks.hpp.
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
  std::string file{};    ///< the name to show
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
  bool foreign = false;          ///< it is no document of ours at all
  std::vector<Finding> findings; ///< located
};

/// Its members show which kind of document it is. `turn.document`, with what was expected, if they fit none;
/// the message then names character cards, lorebooks and chats as what they are.
[[nodiscard]] DocumentsRead read_documents(ContentText const& text);

/// Of one document; nothing when something is wrong with its form. An unknown member is a warning with the
/// nearest known name; `created_at` and `updated_at` are read over.
[[nodiscard]] std::optional<Ruleset> read_ruleset(Json const& json, DocumentPlace const& place,
                                                  std::vector<Finding>& findings);
[[nodiscard]] std::optional<WorldLore> read_world_lore(Json const& json, DocumentPlace const& place,
                                                       std::vector<Finding>& findings);
[[nodiscard]] std::optional<Character> read_character(Json const& json, DocumentPlace const& place,
                                                      std::vector<Finding>& findings);
[[nodiscard]] std::optional<Scenario> read_scenario(Json const& json, DocumentPlace const& place,
                                                    std::vector<Finding>& findings);

/// As the seed writes it, with every member; reading it gives back an equal value.
[[nodiscard]] Json to_json(Ruleset const& ruleset);
[[nodiscard]] Json to_json(WorldLore const& lore);
[[nodiscard]] Json to_json(Character const& character);
[[nodiscard]] Json to_json(Scenario const& scenario);
/// A bundle.
[[nodiscard]] Json to_json(Documents const& documents);

/// SHA-256 of the canonical JSON, as 64 hexadecimal digits: the same for every way of writing the document.
[[nodiscard]] std::string document_digest(Json const& document);
template <class Document>
[[nodiscard]] std::string document_digest(Document const& document) {
  return document_digest(to_json(document));
}

/// Whether a text may be the id of a document: a Name (state/names.hpp).
[[nodiscard]] bool is_document_id(std::string_view id);

} // namespace artifactd::turn

// Rulesets, worlds, characters and scenarios in the database. One id has one current version; former ones are
// kept by their digests. Stories have copies of their own (story_rows.hpp) and never follow.
#pragma once

#include "agents/turn/content/document.hpp"
#include "agents/turn/store/store.hpp"

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace artifactd::turn {

/// In the order of DocumentKind.
using Content = std::variant<Ruleset, WorldLore, Character, Scenario>;

[[nodiscard]] DocumentKind kind_of(Content const& content) noexcept;
[[nodiscard]] std::string const& id_of(Content const& content);
/// SHA-256 of content_json(), 64 hexadecimal digits: names a version.
[[nodiscard]] std::string digest_of(Content const& content);

struct Import {
  uid_t importer = 0;
  bool replace = false; ///< also what another user imported
  bool dry_run = false; ///< judge, change nothing
  Time at = 0;
};

enum class Put : std::uint8_t {
  fresh,
  same,    ///< as it was
  version, ///< another text under the same id: the current one from now on
  others,  ///< refused: somebody else imported the id, and `replace` was not asked for
};

struct PutResult {
  Put put = Put::fresh;
  uid_t importer = 0; ///< who had imported it, where it was there
};

/// All of them or, with one refused, none; one answer each, in order. They may refer to one another in any
/// order. Fault::missing names what one refers to that is neither there nor among them; Fault::invalid a
/// scenario whose characters belong to another ruleset.
Result<std::vector<PutResult>> put_content(Store const& store, std::span<Content const> contents,
                                           Import const& import);

/// The current version, or the one with this digest; nothing if it is missing.
Result<std::optional<Content>> content(Store const& store, DocumentKind kind, std::string const& id,
                                       std::string const& digest = {});

/// The current version. Fault::missing, naming it, without one.
Result<Content> needed_content(Store const& store, DocumentKind kind, std::string const& id);

struct ContentRow {
  std::string id;
  std::string name; ///< of a scenario its title
  std::string digest;
  uid_t importer = 0;
  std::int64_t version = 1;
  Time created_at = 0;
  Time updated_at = 0;
};

/// By id.
Result<std::vector<ContentRow>> content_list(Store const& store, DocumentKind kind);
/// All versions of one, the newest first; ContentRow::created_at is the version's.
Result<std::vector<ContentRow>> content_versions(Store const& store, DocumentKind kind,
                                                 std::string const& id);

/// With its former versions. Fault::busy while something refers to it: the message names what, at most ten.
/// Fault::missing without such a document.
Result<void> remove_content(Store const& store, DocumentKind kind, std::string const& id);

/// What a scenario is begun with, as it is now. Fault::missing for what is not there.
Result<Frozen> frozen_now(Store const& store, std::string const& scenario_id);

} // namespace artifactd::turn

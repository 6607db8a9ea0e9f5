// Rulesets, worlds, characters and scenarios in the database. Each id has one current version; earlier ones
// are kept by digest. Stories have their own copies (story_rows.hpp): new versions do not affect them.
#pragma once

#include "agents/turn/content/document.hpp"
#include "agents/turn/store/store.hpp"
#include "state/vocabulary/progress.hpp"

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace artifactd::turn {

/// In the order of DocumentKind.
using Content = std::variant<Ruleset, WorldLore, Character, Scenario>;

[[nodiscard]] DocumentKind kind_of(Content const& content) noexcept;
[[nodiscard]] std::string const& id_of(Content const& content);
/// SHA-256 of content_json(), 64 hexadecimal digits; identifies a version.
[[nodiscard]] std::string digest_of(Content const& content);

struct Import {
  uid_t importer = 0;
  bool replace = false; ///< also what another user imported
  bool dry_run = false; ///< check, change nothing
  Time at = 0;
  OnProgress on_progress = {};
};

enum class Put : std::uint8_t {
  fresh,
  same,    ///< unchanged
  version, ///< another text under the same id, which becomes the current version
  others,  ///< refused: another user imported the id, and `replace` is not set
};

struct PutResult {
  Put put = Put::fresh;
  uid_t importer = 0; ///< who had imported it, if it existed
};

/// Stores all of them, or none if one is refused; returns one result each, in order. They may refer to one
/// another in any order. Fault::missing names a reference that is neither stored nor among them;
/// Fault::invalid names a scenario whose characters belong to another ruleset.
Result<std::vector<PutResult>> put_content(Store const& store, std::span<Content const> contents,
                                           Import const& import);

/// The current version, or the one with this digest; std::nullopt if missing.
Result<std::optional<Content>> content(Store const& store, DocumentKind kind, std::string const& id,
                                       std::string const& digest = {});

/// The current version. Fault::missing, naming the document, if there is none.
Result<Content> needed_content(Store const& store, DocumentKind kind, std::string const& id);

struct ContentRow {
  std::string id;
  std::string name; ///< for a scenario its title
  std::string digest;
  uid_t importer = 0;
  std::int64_t version = 1;
  Time created_at = 0;
  Time updated_at = 0;
};

/// Sorted by id.
Result<std::vector<ContentRow>> content_list(Store const& store, DocumentKind kind);
/// {version, documents: [{id, name, digest, version}]}
[[nodiscard]] Json to_json(std::vector<ContentRow> const& documents);
/// All versions of one document, the newest first; ContentRow::created_at is the version's.
Result<std::vector<ContentRow>> content_versions(Store const& store, DocumentKind kind,
                                                 std::string const& id);

/// Removes a document with its earlier versions. Fault::busy while something refers to it: the message names
/// at most ten. Fault::missing if there is no such document.
Result<void> remove_content(Store const& store, DocumentKind kind, std::string const& id);

/// The documents a scenario begins with, in their current versions. Fault::missing if one does not exist.
Result<Frozen> frozen_now(Store const& store, std::string const& scenario_id);

} // namespace artifactd::turn

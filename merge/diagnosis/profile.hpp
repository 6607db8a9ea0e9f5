// The checks of an agent's artifacts beyond valid JSON objects: the schemas and assertions of its profile, of
// the configuration, and of its own metadata where the configuration names no schema for a file.
#pragma once

#include "merge/artifacts/artifact_set.hpp"
#include "merge/diagnosis/assertions.hpp"
#include "merge/play/search/simulation.hpp"
#include "merge/schema/documents.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace artifactd {

/// A named set of checks. `generic` has none of its own. `extraction`: the value of a canonical key is a list
/// of objects with ids (relationships with both ends), confidences lie between 0 and 1, and ids are unique.
/// `game`: the files hold a playable game (merge/game).
enum class Profile : std::uint8_t { generic, extraction, game };

struct SchemaRule {
  std::string files; ///< a file's name, or a glob
  SchemaOrigin schema;
  bool operator==(SchemaRule const&) const = default;
};

struct Checks {
  Profile profile = Profile::generic;
  play::Simulation simulation = play::Simulation::certain; ///< of `game`
  std::vector<SchemaRule> schemas{};                       ///< the configuration's
  std::vector<SchemaRule> discovered{};                    ///< from the agent's metadata
  std::vector<Assertion> assertions{};
  JqLimits jq{}; ///< of each assertion
};

/// The schema for a file: the rule with exactly its name, or else the one with the longest matching glob;
/// first among the configuration's, then among the discovered. Null: none.
[[nodiscard]] SchemaRule const* schema_for(std::string_view file, Checks const& checks);

/// `schema.violation` in all files. An Error for a schema that cannot be read or compiled.
Result<std::vector<Finding>> schema_findings(ArtifactSet const& set, Checks const& checks);

/// `assert.failed` over the artifacts: the profile's and the configuration's.
Result<std::vector<Finding>> assertion_findings(ArtifactSet const& set, Checks const& checks);

} // namespace artifactd
